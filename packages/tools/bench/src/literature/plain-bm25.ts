/** The word counts of a document. */
export type Counts = ReadonlyMap<string, number>;

const K1 = 1.2;
const B = 0.75;

/** Ranks all documents by BM25 (Robertson et al. 1994), as a baseline for the service's ranking. */
export class PlainBm25 {
  readonly #documents: readonly { readonly id: number; readonly counts: Counts; readonly length: number }[];
  readonly #holding = new Map<string, number>();
  readonly #meanLength: number;

  constructor(documents: ReadonlyMap<number, Counts>) {
    this.#documents = [...documents].map(([id, counts]) => ({ id, counts, length: lengthOf(counts) }));
    for (const { counts } of this.#documents)
      for (const word of counts.keys()) this.#holding.set(word, (this.#holding.get(word) ?? 0) + 1);
    this.#meanLength = this.#documents.reduce((sum, { length }) => sum + length, 0) / this.#documents.length;
  }

  rank(words: Iterable<string>, limit: number): number[] {
    const asked = [...new Set(words)];
    return this.#documents
      .map(({ id, counts, length }) => ({
        id,
        score: asked.reduce(
          (sum, word) => sum + this.#weight(word) * this.#saturated(counts.get(word) ?? 0, length),
          0,
        ),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  #weight(word: string): number {
    const holding = this.#holding.get(word) ?? 0;
    return Math.log(1 + (this.#documents.length - holding + 0.5) / (holding + 0.5));
  }

  #saturated(count: number, length: number): number {
    return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.#meanLength));
  }
}

function lengthOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
