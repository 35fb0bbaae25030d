/**
 * Keeps the first places of one list from outweighing good places in both. Cormack, Clarke and Büttcher 2009, 'Reciprocal
 * rank fusion outperforms Condorcet and individual rank learning methods', SIGIR '09, who chose 60.
 */
const K = 60;

export interface Fused {
  readonly id: number;
  /** From 0 to 1, which only what leads all the lists has. */
  readonly score: number;
}

/** Lists of ids, the best first, as one list: each id counts by the sum of 1 / (K + its place) over the lists that hold it. */
export function fuseRankings(rankings: readonly (readonly number[])[]): Fused[] {
  const sums = new Map<number, number>();
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries()) sums.set(id, (sums.get(id) ?? 0) + 1 / (K + 1 + place));
  const best = rankings.length / (K + 1);
  return [...sums].map(([id, sum]) => ({ id, score: sum / best })).toSorted((a, b) => b.score - a.score || a.id - b.id);
}
