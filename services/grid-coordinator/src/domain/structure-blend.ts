import { tokenAt, UnreadableStructure, withNumbers, type StructureText } from './structure-text.ts';

/**
 * The weighted mean of models, token by token. All files must have the same layout: as many tokens, the same words, the
 * same integers.
 *
 * A quantity that is positive in all models is averaged in its logarithm, because densities and populations span
 * decades. Others are averaged as they are; those that are nowhere negative stay so.
 */
export class StructureBlend {
  /** The model of the largest weight. Its notation is that of the result. */
  readonly #template: StructureText;
  readonly #sums: Float64Array;
  readonly #logSums: Float64Array;
  readonly #positive: Uint8Array;
  readonly #negative: Uint8Array;
  /** 1 while a token was spelt as an integer in all models. */
  readonly #integers: Uint8Array;

  constructor(template: StructureText) {
    this.#template = template;
    const { length } = template.values;
    this.#sums = new Float64Array(length);
    this.#logSums = new Float64Array(length);
    this.#positive = new Uint8Array(length).fill(1);
    this.#negative = new Uint8Array(length);
    this.#integers = template.integers.slice();
  }

  /** @throws {UnreadableStructure} if the layout differs from that of the template */
  add(model: StructureText, weight: number): void {
    const { values, name } = model;
    if (values.length !== this.#sums.length)
      throw new UnreadableStructure(
        `the layouts differ: ${name} has ${values.length} numbers and words, ${this.#template.name} has ${this.#sums.length}`,
      );
    for (const [index, value] of values.entries()) {
      const own = this.#template.values[index] ?? NaN;
      if (Number.isNaN(value) || Number.isNaN(own)) {
        if (tokenAt(model, index) !== tokenAt(this.#template, index)) throw this.#differs(model, index);
        continue;
      }
      if (this.#integers[index] === 1) {
        // `0` is also how some programs print a real 0.
        if (model.integers[index] === 0) this.#integers[index] = 0;
        else if (value !== own) throw this.#differs(model, index);
      }
      this.#sums[index] = (this.#sums[index] ?? 0) + weight * value;
      if (value > 0) this.#logSums[index] = (this.#logSums[index] ?? 0) + weight * Math.log(value);
      else this.#positive[index] = 0;
      if (value < 0) this.#negative[index] = 1;
    }
  }

  /** The file of the mean. */
  format(): string {
    const numbers = new Map<number, number>();
    for (const [index, sum] of this.#sums.entries()) {
      if (this.#integers[index] === 1 || Number.isNaN(this.#template.values[index] ?? NaN)) continue;
      if (this.#positive[index] === 1) numbers.set(index, Math.exp(this.#logSums[index] ?? 0));
      else numbers.set(index, this.#negative[index] === 1 ? sum : Math.max(0, sum));
    }
    return withNumbers(this.#template, numbers);
  }

  #differs(model: StructureText, index: number): UnreadableStructure {
    const [own, other] = [this.#template, model].map((one) => `${tokenAt(one, index).slice(0, 40)} in ${one.name}`);
    return new UnreadableStructure(`the layouts differ: value ${index + 1} is ${own}, but ${other}`);
  }
}
