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

export interface Ranking {
  /** The best first. */
  readonly ids: readonly number[];
  /** Ids that it could not hold, because nothing was known by which to rank them. */
  readonly unranked?: ReadonlySet<number>;
}

/**
 * Several lists as one: each id counts by the mean of 1 / (K + its place) over the lists that could hold it, nothing where
 * it is not in one of these. Where a list could not hold it, its absence says nothing about it.
 */
export function fuseRankings(rankings: readonly Ranking[]): Fused[] {
  const places = rankings.map(({ ids }) => new Map(ids.map((id, place) => [id, place])));
  const ids = new Set(rankings.flatMap(({ ids }) => ids));
  return [...ids]
    .map((id) => ({ id, score: scoreOf(id, rankings, places) }))
    .toSorted((a, b) => b.score - a.score || a.id - b.id);
}

function scoreOf(id: number, rankings: readonly Ranking[], places: readonly ReadonlyMap<number, number>[]): number {
  let sum = 0;
  let lists = 0;
  for (const [index, { unranked }] of rankings.entries()) {
    const place = places[index]?.get(id);
    if (place !== undefined) sum += (K + 1) / (K + 1 + place);
    if (place !== undefined || unranked?.has(id) !== true) lists += 1;
  }
  return sum / lists;
}
