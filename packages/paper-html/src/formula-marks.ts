import { randomBytes } from 'node:crypto';
import type { RenderedFormula } from './formula.ts';

const MARKS = /\uE000([0-9a-f]{16})\.(\d{1,9})\uE001/g;

/**
 * Holds the places of formulas while the text around them is made safe: so the text may have no styles or drawings at all,
 * which only formulas need. A mark holds a number that is drawn anew for each block, so no text from outside can write one,
 * and it becomes its formula only where it stands as text: within an attribute it would end it.
 */
export class FormulaMarks {
  readonly #key = randomBytes(8).toString('hex');
  readonly formulas: RenderedFormula[] = [];

  /** What stands for the formula until then. */
  markFor(formula: RenderedFormula): string {
    return `\uE000${this.#key}.${this.formulas.push(formula) - 1}\uE001`;
  }

  /** A text of the page with its formulas in their places. */
  fill(text: string): string {
    return text.replaceAll(MARKS, (mark, key: string, at: string) =>
      key === this.#key ? (this.formulas[Number(at)]?.html ?? '') : mark,
    );
  }

  /** The value of an attribute without the marks that came into it with the text around it. */
  without(value: string): string {
    return value.replaceAll(MARKS, (mark, key: string) => (key === this.#key ? '' : mark));
  }
}
