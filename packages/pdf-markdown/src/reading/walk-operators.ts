import type { Box } from '../block.ts';
import { GraphicsState } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';

/** pdfjs's list of a page's operators: their codes and their arguments. */
export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

type OperatorName =
  | 'save'
  | 'restore'
  | 'transform'
  | 'constructPath'
  | 'endPath'
  | 'clip'
  | 'eoClip'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'beginGroup'
  | 'endGroup'
  | 'paintImageXObject'
  | 'paintInlineImageXObject'
  | 'paintImageMaskXObject'
  | 'paintSolidColorImageMask'
  | 'setGState'
  | 'beginText'
  | 'setFont'
  | 'setCharSpacing'
  | 'setWordSpacing'
  | 'setHScale'
  | 'setLeading'
  | 'setTextRise'
  | 'setTextMatrix'
  | 'moveText'
  | 'setLeadingMoveText'
  | 'nextLine'
  | 'showText';

/** Codes of the relevant operators, as in pdfjs's `OPS`. */
export type OperatorCodes = Readonly<Record<OperatorName, number>>;

/**
 * Is called for an operator. `ctm` is the transformation after it, from the operator's coordinates to the page; `clip`
 * the box outside which nothing is visible.
 */
export type Step = (args: readonly unknown[], ctm: Matrix, clip: Box) => void;

/** The operators that a reader of the page handles. */
export type Steps = Readonly<Partial<Record<OperatorName, Step>>>;

/** Walks through a page's operators, tracks the transformations and clipping paths, and calls the readers. */
export function walkOperators(list: OperatorList, start: Matrix, ops: OperatorCodes, readers: readonly Steps[]): void {
  const state = new GraphicsState(start);
  const save = () => state.save();
  const restore = () => state.restore();
  const clip = () => state.clipNextPath();
  const moves: Partial<Record<OperatorName, (args: readonly unknown[]) => void>> = {
    save,
    restore,
    paintFormXObjectEnd: restore,
    endGroup: restore,
    beginGroup: save,
    transform: (matrix) => state.transform(matrix as readonly number[]),
    clip,
    eoClip: clip,
    constructPath: ([, , bounds]) => {
      if (bounds) state.endPath(bounds as ArrayLike<number>);
    },
    paintFormXObjectBegin: ([matrix, bbox]) => {
      save();
      if (matrix) state.transform(matrix as ArrayLike<number>);
      if (bbox) state.clipTo(bbox as ArrayLike<number>);
    },
  };
  // Indexed by code, because a page may have a hundred thousand operators.
  const known: (readonly ((args: readonly unknown[]) => void)[])[] = [];
  for (const name of Object.keys(ops) as OperatorName[]) {
    const heard = readers.flatMap((reader) => reader[name] ?? []);
    const own = heard.map((step) => (args: readonly unknown[]) => step(args, state.ctm, state.clip));
    const all = [...(moves[name] ? [moves[name]] : []), ...own];
    if (all.length > 0) known[ops[name]] = all;
  }
  for (let i = 0; i < list.fnArray.length; i++) {
    const steps = known[list.fnArray[i] ?? -1];
    if (!steps) continue;
    const args = (list.argsArray[i] ?? []) as readonly unknown[];
    for (const step of steps) step(args);
  }
}

/** The names of all fonts that a page's operators select. */
export function fontsOf(list: OperatorList, ops: OperatorCodes): Set<string> {
  const names = new Set<string>();
  for (let i = 0; i < list.fnArray.length; i++) {
    const code = list.fnArray[i];
    const args = list.argsArray[i] as readonly unknown[];
    if (code === ops.setFont) names.add(String(args[0]));
    else if (code === ops.setGState) {
      const font = fontOfState(args);
      if (font) names.add(String(font[0]));
    }
  }
  return names;
}

/** The font and size that a graphics state dictionary selects. */
export function fontOfState([entries]: readonly unknown[]): readonly unknown[] | undefined {
  const font = (entries as readonly (readonly [string, unknown])[]).find(([key]) => key === 'Font');
  return font?.[1] as readonly unknown[] | undefined;
}
