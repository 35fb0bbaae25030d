import { randomBytes } from 'node:crypto';

export interface RenderedFormula {
  readonly html: string;
  /** False if KaTeX could not read the formula and its TeX is shown. */
  readonly isTypeset: boolean;
}

const MARKS = /\uE000([0-9a-f]{16})\.(\d{1,9})\uE001/g;

/**
 * Replaces formulas by marks while the surrounding text is sanitised. Only formulas may have styles and drawings.
 *
 * A mark contains a random number that is different for each block, so that text of a paper cannot contain a valid
 * mark. Only marks in text are replaced by their formula, because the quotes of a formula would end an attribute.
 */
export class FormulaMarks {
  readonly #key = randomBytes(8).toString('hex');
  readonly formulas: RenderedFormula[] = [];

  /** Returns the mark that replaces the formula until `fill`. */
  markFor(formula: RenderedFormula): string {
    return `\uE000${this.#key}.${this.formulas.push(formula) - 1}\uE001`;
  }

  /** Inserts the formulas into a sanitised text. */
  fill(text: string): string {
    return text.replaceAll(MARKS, (mark, key: string, at: string) =>
      key === this.#key ? (this.formulas[Number(at)]?.html ?? '') : mark,
    );
  }

  /** Removes the marks from the value of an attribute. */
  without(value: string): string {
    return value.replaceAll(MARKS, (mark, key: string) => (key === this.#key ? '' : mark));
  }
}
