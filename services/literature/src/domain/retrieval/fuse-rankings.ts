/**
 * This constant prevents the first ranks of one list from outweighing good ranks in both lists. The value 60 is from
 * Cormack, Clarke and Büttcher 2009, 'Reciprocal rank fusion outperforms Condorcet and individual rank learning
 * methods', SIGIR '09.
 */
const K = 60;

export interface Fused {
  readonly id: number;
  /** A score from 0 to 1. Only an id that is first in all lists gets 1. */
  readonly score: number;
}

export interface Ranking {
  /** The ranked ids, best first. */
  readonly ids: readonly number[];
  /** The ids that this list could not rank, because the search has no data about them. */
  readonly unranked?: ReadonlySet<number>;
}

/**
 * Fuses several lists. The score of an id is the mean of 1 / (K + rank) over the lists that could rank the id. A list
 * that could rank the id but does not contain it contributes 0. All lists have the same weight, because other weights
 * make hardly any difference. With weights from 0.25 to 1 for the list by words, the first ten passages answer 40 or 41
 * of 50 benchmark questions.
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
