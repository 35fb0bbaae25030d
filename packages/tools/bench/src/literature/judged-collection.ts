import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Judged {
  readonly documents: readonly { readonly id: number; readonly title: string; readonly text: string }[];
  /** `relevant` maps each relevant document to its gain, which is at least 1. */
  readonly queries: readonly { readonly query: string; readonly relevant: Readonly<Record<string, number>> }[];
}

/** Reads a collection with judged answers. Returns undefined if the folder has no collection. */
export function readJudged(folder: string): Judged | undefined {
  const lines = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  if (!['documents.jsonl', 'queries.jsonl'].every((name) => existsSync(join(folder, name)))) return undefined;
  return { documents: lines('documents.jsonl'), queries: lines('queries.jsonl') } as Judged;
}

/** How well rankings put relevant documents first. Each value is from 0 to 1. */
export interface Quality {
  /** Normalised discounted cumulative gain of the first 10. A gain g counts as 2^g - 1 (Burges et al. 2005). */
  readonly ndcg: number;
  /** Mean average precision of the first 100. */
  readonly map: number;
  readonly recallAt10: number;
  readonly recallAt100: number;
}

export function qualityOf(ranking: readonly number[], relevant: Readonly<Record<string, number>>): Quality {
  const gains = ranking.slice(0, 100).map((id) => relevant[id] ?? 0);
  const all = Object.values(relevant);
  let found = 0;
  const precisions = gains.map((gain, place) => (gain > 0 ? ++found / (place + 1) : 0));
  const recall = (depth: number) => gains.slice(0, depth).filter((gain) => gain > 0).length / all.length;
  return {
    ndcg: discounted(gains) / discounted(all.toSorted((a, b) => b - a)),
    map: precisions.reduce((sum, one) => sum + one, 0) / all.length,
    recallAt10: recall(10),
    recallAt100: recall(100),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, place) => sum + (2 ** gain - 1) / Math.log2(place + 2), 0);
}

export function meanQuality(qualities: readonly Quality[]): Quality {
  const mean = (name: keyof Quality) => qualities.reduce((sum, one) => sum + one[name], 0) / qualities.length;
  return { ndcg: mean('ndcg'), map: mean('map'), recallAt10: mean('recallAt10'), recallAt100: mean('recallAt100') };
}
