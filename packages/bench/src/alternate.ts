import type { Latencies } from './latencies.ts';
import { WARM_UP_SECONDS } from './warm-up.ts';

/** How long a load runs, and before that without being counted. */
export interface RunLength {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** The result of one run. */
export interface RunResult {
  readonly done: number;
  readonly seconds: number;
  readonly latencies?: Latencies;
  /** Ended before its time, because there was nothing left to take. */
  readonly ranDry?: boolean;
}

export type Candidate = (length: RunLength) => Promise<RunResult>;

const TURNS = 4;

/** After the first turn: until all callers are at work again. */
const PAUSE_SECONDS = 1.5;

/**
 * Measures candidates in short turns, forth and back, and never two at once. Where other guests share a machine its
 * speed drifts by a third within minutes; what ran within the same seconds had the same machine.
 *
 * @param seconds of each candidate, in all its turns
 * @returns the turns of each candidate
 */
export async function alternate(candidates: readonly Candidate[], seconds: number): Promise<RunResult[][]> {
  const all = candidates.map((run) => ({ run, turns: [] as RunResult[] }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const length = { seconds: seconds / TURNS, warmUpSeconds: turn === 0 ? WARM_UP_SECONDS : PAUSE_SECONDS };
    for (const { run, turns } of turn % 2 === 0 ? all : all.toReversed()) turns.push(await run(length));
  }
  return all.map(({ turns }) => turns);
}

/** Done a second, in all turns. */
export function rateOf(turns: readonly RunResult[]): number {
  const sum = (of: (turn: RunResult) => number) => turns.reduce((all, turn) => all + of(turn), 0);
  return sum(({ done }) => done) / sum(({ seconds }) => seconds);
}

/** How many times as fast one was as another: each turn against the other's next to it. */
export function ratioOf(
  ours: readonly RunResult[],
  theirs: readonly RunResult[],
): { readonly median: number; readonly least: number; readonly most: number } {
  const ratios = ours
    .flatMap((turn, index) => {
      const other = theirs[index];
      return other === undefined ? [] : [rateOf([turn]) / rateOf([other])];
    })
    .toSorted((a, b) => a - b);
  const middle = ratios.slice(Math.floor((ratios.length - 1) / 2), Math.floor(ratios.length / 2) + 1);
  const median = middle.reduce((sum, ratio) => sum + ratio, 0) / middle.length;
  return { median, least: ratios[0] ?? Number.NaN, most: ratios.at(-1) ?? Number.NaN };
}
