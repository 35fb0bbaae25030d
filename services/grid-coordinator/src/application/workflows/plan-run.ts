import type { ConfigurationPlan, PlannedWork } from '@almagest/contracts/grid';
import { HARD_EDDINGTON_PARAMETER } from '../../domain/points/difficulty.ts';
import { countingSteps, type GridPoint } from '../../domain/points/expansion.ts';
import { forecast, remainingWork, type WaveState } from '../../domain/workflows/forecast.ts';
import { countAllPoints } from '../../domain/points/lattice.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { countAllAboveEddington, countAllWaves, expandAll } from '../../domain/points/workflow-points.ts';
import { findMeasured, listAttemptCounts } from '../../persistence/tasks/attempt-count-repository.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { countServingSlots } from '../../persistence/nodes/node-repository.ts';
import { outcomesOf } from './read-forecast.ts';

/** About 50 ms. Real grids take thousands of steps. */
const MOST_COUNTING_STEPS = 5_000_000;

/** More waves than this are not listed, and the work estimate treats them as one. */
const MOST_WAVES = 1_000;

const SHOWN_POINTS = 5;

interface PlannedWave {
  readonly wave: number;
  readonly points: number;
}

/** Describes a run of a configuration: its points, their order, and the work expected from measured attempts. */
export async function planRun(db: Db, config: WorkflowConfig, name: string | undefined): Promise<ConfigurationPlan> {
  const { grid, difficulty } = config;
  const isCounted = countingSteps(grid, difficulty) <= MOST_COUNTING_STEPS;
  const waves = isCounted
    ? countAllWaves(config).flatMap((points, wave) => (points === 0 ? [] : [{ wave, points }]))
    : undefined;
  const work = await expectedWork(db, config, { name, waves: distinct(waves, countAllPoints(config)) });
  return {
    points: countAllPoints(config),
    wave_count: waves?.length ?? null,
    waves: waves === undefined || waves.length > MOST_WAVES ? null : waves,
    first_points: isCounted ? shown(expandAll(config)) : [],
    last_points: isCounted ? shown(expandAll(config, 'backwards')).toReversed() : [],
    predicted_failures: {
      gamma: HARD_EDDINGTON_PARAMETER,
      points: countAllAboveEddington(config, HARD_EDDINGTON_PARAMETER),
      unbound: countAllAboveEddington(config, 1),
    },
    ...(typeof work === 'string' ? { work: null, work_note: work } : { work, work_note: null }),
  };
}

/** Returns the waves for the work estimate, merged into one if there are too many. */
function distinct(waves: readonly PlannedWave[] | undefined, points: number): readonly PlannedWave[] {
  return waves === undefined || waves.length > MOST_WAVES ? [{ wave: 0, points }] : waves;
}

function shown(points: Iterable<GridPoint>): Pick<GridPoint, 'name' | 'wave' | 'params'>[] {
  const first: Pick<GridPoint, 'name' | 'wave' | 'params'>[] = [];
  for (const { name, wave, params } of points) {
    first.push({ name, wave, params });
    if (first.length === SHOWN_POINTS) break;
  }
  return first;
}

/** Returns the expected work, or why it is unknown. */
async function expectedWork(
  db: Db,
  { signature, atmosphere, spectrum }: WorkflowConfig,
  { name, waves }: { readonly name: string | undefined; readonly waves: readonly PlannedWave[] },
): Promise<PlannedWork | string> {
  const measured = await findMeasured(db, { name, signature });
  if (measured === undefined) return 'no attempt has ended yet in a workflow with these stages';
  const attempts = await listAttemptCounts(db, [measured.id]);
  // Waves of another grid are not comparable, so its attempts count equally for all waves.
  const middle = waves[Math.floor(waves.length / 2)]?.wave ?? 0;
  const placed = measured.name === name ? attempts : attempts.map((count) => ({ ...count, wave: middle }));
  const planned = new Map(waves.map(({ wave, points }) => [wave, points]));
  const states = [...new Set([...planned.keys(), ...placed.map(({ wave }) => wave)])]
    .toSorted((a, b) => a - b)
    .map((wave): WaveState => ({
      wave,
      open: planned.get(wave) ?? 0,
      running: 0,
      failed: 0,
      cold: outcomesOf(placed, wave, ['cold_run']),
      seeded: outcomesOf(placed, wave, ['seed_step', 'continue']),
    }));
  const { strategies } = atmosphere.enabled ? atmosphere : spectrum;
  const work = remainingWork({ waves: states, strategies });
  if (work === undefined) return 'no attempt has ended yet in a workflow with these stages';
  const slots = await countServingSlots(db);
  const { converged, failed } = sumCounts(await readCounts(db, measured.id));
  return {
    slot_seconds: work.seconds,
    attempts: Math.round(work.attempts),
    alone_sec: slots === 0 ? null : (forecast(work, [], slots)?.medianSec ?? null),
    slots,
    based_on: {
      workflow: measured.name,
      attempts: attempts.reduce((sum, { tried }) => sum + tried, 0),
      failed_share: converged + failed === 0 ? null : failed / (converged + failed),
    },
  };
}
