import { describe, expect, test } from '@jest/globals';
import { SUBDWARFS } from './measure-learning.ts';
import { replay } from './replay-forecast.ts';
import { ENGINES, SMALL_GRID, UNSTEADY, type Engine } from './simulated-engine.ts';
import { GridSimulation, type Simulation } from './simulated-grid.ts';

/** The forecast's constants were chosen with other runs. */
const FIRST_SEED = 1_000;

function shareInRange(runs: readonly (Pick<Simulation, 'axes' | 'slots' | 'meanSec' | 'seed'> & { engine: Engine })[]) {
  const samples = runs.flatMap((run) => replay(new GridSimulation({ ...run, learn: false }).run(), run.slots));
  return samples.filter(({ isInRange }) => isInRange).length / samples.length;
}

describe('the range of a forecast contains the truth at 80 % of the moments of replayed runs', () => {
  test('on the engines of the benchmarks', () => {
    const runs = ENGINES.map((engine, index) => {
      return { engine, axes: SUBDWARFS, slots: 12, meanSec: 600, seed: FIRST_SEED + index };
    });
    expect(shareInRange(runs)).toBeGreaterThanOrEqual(0.8);
  });

  test('on a small grid that is hardest in the middle, on a machine whose pace changes', () => {
    const runs = Array.from({ length: 30 }, (_, seed) => {
      return { engine: UNSTEADY, axes: SMALL_GRID, slots: 2, meanSec: 20, seed: FIRST_SEED + seed };
    });
    expect(shareInRange(runs)).toBeGreaterThanOrEqual(0.8);
  });
});
