import { tokenAt, UnreadableStructureError, withNumbers, type StructureText } from './structure-text.ts';
import { WeightedMean } from './weighted-mean.ts';

/**
 * Computes the weighted mean of models, token by token. All files must have the same layout: the same number of tokens,
 * words and integers.
 */
export class StructureBlend {
  /** The model with the largest weight. The result has its notation. */
  readonly #template: StructureText;
  readonly #mean: WeightedMean;
  /** 1 for each token that all models so far spell as an integer. */
  readonly #integers: Uint8Array;

  constructor(template: StructureText) {
    this.#template = template;
    this.#mean = new WeightedMean(template.values.length);
    this.#integers = template.integers.slice();
  }

  /**
   * @throws {UnreadableStructureError} if the layout differs from the template
   */
  add(model: StructureText, weight: number): void {
    const { values, name } = model;
    if (values.length !== this.#template.values.length)
      throw new UnreadableStructureError(
        `the layouts differ: ${name} has ${values.length} numbers and words, ${this.#template.name} has ${this.#template.values.length}`,
      );
    for (const [index, value] of values.entries()) {
      const own = this.#template.values[index] ?? NaN;
      if (Number.isNaN(value) || Number.isNaN(own)) {
        if (tokenAt(model, index) !== tokenAt(this.#template, index)) throw this.#differs(model, index);
        continue;
      }
      if (this.#integers[index] === 1) {
        // Some programs print a real 0 as `0`.
        if (model.integers[index] === 0) this.#integers[index] = 0;
        else if (value !== own) throw this.#differs(model, index);
      }
      this.#mean.add(index, value, weight);
    }
  }

  format(): string {
    const numbers = new Map<number, number>();
    for (const [index, value] of this.#template.values.entries())
      if (this.#integers[index] === 0 && !Number.isNaN(value)) numbers.set(index, this.#mean.at(index));
    return withNumbers(this.#template, numbers);
  }

  #differs(model: StructureText, index: number): UnreadableStructureError {
    const [own, other] = [this.#template, model].map((one) => `${tokenAt(one, index).slice(0, 40)} in ${one.name}`);
    return new UnreadableStructureError(`the layouts differ: value ${index + 1} is ${own}, but ${other}`);
  }
}
