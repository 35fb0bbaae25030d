import type { Latencies } from './latencies.ts';
import { WARM_UP_SECONDS } from './warm-up.ts';

/** The duration of a measurement, and of the warm-up before it. */
export interface RunLength {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface RunResult {
  readonly done: number;
  readonly seconds: number;
  readonly latencies?: Latencies;
  /** The run ended early because no tasks were left. */
  readonly ranDry?: boolean;
}

export type Candidate = (length: RunLength) => Promise<RunResult>;

const ROUNDS = 4;

/** The warm-up of all rounds after the first. In this time, all callers resume their work. */
const SHORT_WARM_UP_SECONDS = 1.5;

/**
 * Measures candidates alternately in short runs, one at a time, and reverses their order from round to round. The speed
 * of a shared machine drifts by a third within minutes, but adjacent runs see the same speed.
 *
 * @param seconds how long each candidate is measured, in all rounds together
 * @returns the runs of each candidate
 */
export async function alternate(candidates: readonly Candidate[], seconds: number): Promise<RunResult[][]> {
  const all = candidates.map((run) => ({ run, results: [] as RunResult[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const length = { seconds: seconds / ROUNDS, warmUpSeconds: round === 0 ? WARM_UP_SECONDS : SHORT_WARM_UP_SECONDS };
    for (const { run, results } of round % 2 === 0 ? all : all.toReversed()) results.push(await run(length));
  }
  return all.map(({ results }) => results);
}

/** Returns operations per second over all runs. */
export function rateOf(runs: readonly RunResult[]): number {
  const sum = (of: (run: RunResult) => number) => runs.reduce((all, run) => all + of(run), 0);
  return sum(({ done }) => done) / sum(({ seconds }) => seconds);
}

/** Returns the rate of `ours` divided by the rate of `theirs`. Compares the runs of the same round. */
export function ratioOf(
  ours: readonly RunResult[],
  theirs: readonly RunResult[],
): { readonly median: number; readonly least: number; readonly most: number } {
  const ratios = ours
    .flatMap((run, index) => {
      const other = theirs[index];
      return other === undefined ? [] : [rateOf([run]) / rateOf([other])];
    })
    .toSorted((a, b) => a - b);
  const middle = ratios.slice(Math.floor((ratios.length - 1) / 2), Math.floor(ratios.length / 2) + 1);
  const median = middle.reduce((sum, ratio) => sum + ratio, 0) / middle.length;
  return { median, least: ratios[0] ?? Number.NaN, most: ratios.at(-1) ?? Number.NaN };
}
