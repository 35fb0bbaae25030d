import { randomBytes } from 'node:crypto';
import type { RenderedFormula } from './formula.ts';

const MARKS = /\uE000([0-9a-f]{16})\.(\d{1,9})\uE001/g;

/**
 * Replaces formulas by marks while the text around them is sanitised, so that the text itself may have no styles and
 * drawings, which only formulas need.
 *
 * A mark contains a number drawn at random for each block, so no text from outside can contain one. It is replaced by
 * its formula only in text: within an attribute the formula's quotes would end the attribute.
 */
export class FormulaMarks {
  readonly #key = randomBytes(8).toString('hex');
  readonly formulas: RenderedFormula[] = [];

  /** The mark that replaces the formula until `fill`. */
  markFor(formula: RenderedFormula): string {
    return `\uE000${this.#key}.${this.formulas.push(formula) - 1}\uE001`;
  }

  /** Puts the formulas back into a sanitised text. */
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
