/**
 * A paper as its author wrote it.
 *
 * Its texts contain `$TeX$`, `[[key, key]]` (citation in brackets), `[[@key]]` (citation in the sentence), `{eq:label}`
 * `{fig:label}` `{tab:label}` `{sec:label}` (references), `{{a footnote}}`, `*emphasis*` and `{\macro|text}` (a macro
 * unknown to the converter to HTML).
 */
export interface Article {
  readonly sections: readonly Section[];
  readonly acknowledgements?: string;
}

export interface Section {
  readonly title: string;
  readonly label?: string;
  /** Appendices are numbered with letters and come after all other sections. */
  readonly isAppendix?: true;
  readonly blocks: readonly Block[];
  readonly subsections?: readonly Section[];
}

export type Block = string | EquationBlock | TableBlock | FigureBlock | ListBlock;

/** Several lines form a group in which each line has its own number. */
interface EquationBlock {
  readonly equation: string | readonly string[];
  readonly label: string;
}

interface TableBlock {
  readonly table: {
    readonly label: string;
    readonly caption: string;
    /** A row above the table head with cells that span several columns. */
    readonly groups?: readonly { readonly title: string; readonly columns: number }[];
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
}

interface FigureBlock {
  readonly figure: {
    readonly label: string;
    readonly caption: string;
    readonly plot: Plot;
    /** The page has no image of the plot, as after a failed conversion. */
    readonly isMissing?: true;
  };
}

interface ListBlock {
  readonly list: readonly string[];
}

/** Curves with a pair of axes, drawn as an image for the page and as lines for the PDF. */
export interface Plot {
  readonly format: 'png' | 'svg';
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
}

interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Returns a curve through `count` points of a function. */
export function curve(
  name: string,
  [from, to]: readonly [number, number],
  y: (x: number) => number,
  count = 40,
): Curve {
  const at = (index: number) => from + ((to - from) * index) / (count - 1);
  return { name, points: Array.from({ length: count }, (_, index) => [at(index), y(at(index))] as const) };
}
