import type { Row } from '../report/row.ts';
import { ENGINES, type Engine } from './simulated-engine.ts';
import { GridSimulation, type SimulatedRun } from './simulated-grid.ts';

/** Hot subdwarfs, from the easy corner to the Eddington limit: 240 points. */
export const SUBDWARFS = {
  teff: [30_000, 33_000, 36_000, 40_000, 44_000],
  logg: [4.8, 5.1, 5.4, 5.7],
  loghe: [-3, -2, -1, 0],
  logc: [-5, -4, -3],
  logn: [-4],
  logo: [-4],
};

const SEEDS = 20;

/**
 * Runs the same grids with and without `difficulty: {learn: true}`, with the same chances for the same attempts, and
 * compares the number of seed tasks.
 */
export async function measureLearning(): Promise<Row[]> {
  return ENGINES.map((engine) => compare(engine));
}

function compare(engine: Engine): Row {
  const pairs = Array.from({ length: SEEDS }, (_, seed) => {
    const run = (learn: boolean) =>
      new GridSimulation({ engine, axes: SUBDWARFS, seed, slots: 12, learn, meanSec: 600 }).run();
    return { without: run(false), with: run(true) };
  });
  const total = (which: 'without' | 'with', count: (run: SimulatedRun) => number) =>
    pairs.reduce((sum, pair) => sum + count(pair[which]), 0);
  const ratios = pairs
    .map((pair) => seedTasks(pair.with) / Math.max(1, seedTasks(pair.without)))
    .toSorted((a, b) => a - b);
  const better = ratios.filter((ratio) => ratio < 1).length;
  const worse = ratios.filter((ratio) => ratio > 1).length;
  const mean = (sum: number) => (sum / SEEDS).toFixed(1);
  return {
    what: `seed tasks, learning / not: ${engine.name}`,
    value: total('with', seedTasks) / total('without', seedTasks),
    unit: 'times',
    detail:
      `${mean(total('without', seedTasks))} seed tasks without, ${mean(total('with', seedTasks))} with; ` +
      `fewer in ${better} of ${SEEDS} runs, more in ${worse} (${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}); ` +
      `converged ${mean(total('without', converged))} and ${mean(total('with', converged))} of ${pairs[0]?.with.waves.size ?? 0}`,
  };
}

function seedTasks({ attempts }: SimulatedRun): number {
  return attempts.filter(({ method }) => method === 'seed_step').length;
}

function converged(run: SimulatedRun): number {
  return run.converged;
}
