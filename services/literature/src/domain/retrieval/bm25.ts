/**
 * BM25F (Robertson and Zaragoza 2009, 'The probabilistic relevance framework: BM25 and beyond', sect. 3.6). The values
 * were chosen on the abstracts of the Cranfield collection. See docs/benchmarks.md for the comparison.
 */
const K1 = 2;
const B = 0.75;
const HEADING_WEIGHT = 2;

export const BM25 = { k1: K1, b: B, headingWeight: HEADING_WEIGHT } as const;

/** Returns the weight of a word that `holding` of `total` passages contain. */
export function inverseFrequency(holding: number, total: number): number {
  return Math.log(1 + (Math.max(total - holding, 0) + 0.5) / (holding + 0.5));
}

/**
 * Weights for `ts_rank`, in the order of PostgreSQL's weight classes: D (text), C (implied words), B (not counted), A
 * (headings).
 */
export const RANK_WEIGHTS = [0.5, 0.5, 0, 1] as const;

/** The largest counts in the table. Higher counts are treated like the largest. */
const MOST_IN_HEADINGS = 4;
const MOST_IN_TEXT = 32;

export interface CountTable {
  /** Thresholds in ascending order. The list has one element fewer than `counts`. */
  readonly thresholds: readonly number[];
  /** Weighted counts. `counts[n]` belongs to ranks that reach exactly n thresholds. */
  readonly counts: readonly number[];
}

/**
 * Returns the table that converts the `ts_rank` of a single word to its weighted count. `ts_rank` is the only
 * PostgreSQL function that reads one word of a `tsvector` without unpacking all words. For a word at n positions,
 * `ts_rank` is the sum of w_j / j² over j = 1 … n, divided by π²/6, with the headings first.
 */
export function countTable(): CountTable {
  const known = Array.from({ length: MOST_IN_HEADINGS + 1 }, (_, inHeadings) =>
    Array.from({ length: MOST_IN_TEXT + 1 }, (__, inText) => ({
      rank: rankOf(inHeadings, inText),
      count: inText + HEADING_WEIGHT * inHeadings,
    })),
  )
    .flat()
    .toSorted((a, b) => a.rank - b.rank);
  return {
    counts: known.map(({ count }) => count),
    thresholds: known.slice(1).map(({ rank }, place) => (rank + (known[place]?.rank ?? 0)) / 2),
  };
}

/** Returns the value of `ts_rank` for a word with these counts. PostgreSQL uses π²/6 with twelve digits. */
export function rankOf(inHeadings: number, inText: number): number {
  const [ofText, , , ofHeadings] = RANK_WEIGHTS;
  let sum = 0;
  for (let place = 1; place <= inHeadings + inText; place += 1)
    sum += (place <= inHeadings ? ofHeadings : ofText) / place ** 2;
  return sum / 1.64493406685;
}
