/**
 * Computes weighted means of quantities that are added file by file.
 *
 * If a quantity is positive in all files, its logarithm is averaged, because densities, populations and fluxes span
 * decades. Other quantities are averaged without logarithms. If none of the values is negative, the mean isn't negative
 * either, even with negative weights.
 */
export class WeightedMean {
  readonly #sums: Float64Array;
  readonly #logSums: Float64Array;
  readonly #positive: Uint8Array;
  readonly #negative: Uint8Array;

  constructor(quantities: number) {
    this.#sums = new Float64Array(quantities);
    this.#logSums = new Float64Array(quantities);
    this.#positive = new Uint8Array(quantities).fill(1);
    this.#negative = new Uint8Array(quantities);
  }

  add(index: number, value: number, weight: number): void {
    this.#sums[index] = (this.#sums[index] ?? 0) + weight * value;
    if (value > 0) this.#logSums[index] = (this.#logSums[index] ?? 0) + weight * Math.log(value);
    else this.#positive[index] = 0;
    if (value < 0) this.#negative[index] = 1;
  }

  at(index: number): number {
    if (this.#positive[index] === 1) return Math.exp(this.#logSums[index] ?? 0);
    const sum = this.#sums[index] ?? 0;
    return this.#negative[index] === 1 ? sum : Math.max(0, sum);
  }
}
