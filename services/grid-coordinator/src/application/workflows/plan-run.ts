import type { ConfigurationPlan, PlannedWork, Stage } from '@almagest/contracts/grid';
import { HARD_EDDINGTON_PARAMETER } from '../../domain/points/difficulty.ts';
import { countingSteps, type GridPoint } from '../../domain/points/expansion.ts';
import { forecast } from '../../domain/workflows/forecast.ts';
import { remainingWork, type CellState } from '../../domain/workflows/remaining-work.ts';
import { missingProducts } from '../../domain/tasks/spectrum-products.ts';
import { preparePoint } from '../../domain/tasks/stage-policy.ts';
import { countAllPoints } from '../../domain/points/lattice.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { countAllAboveEddington, countAllWaves, expandAll } from '../../domain/points/workflow-points.ts';
import { findMeasured, listAttemptCounts } from '../../persistence/tasks/attempt-count-repository.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listProgress, type PointProgressRow } from '../../persistence/workflows/run-state-repository.ts';
import { countServingSlots } from '../../persistence/nodes/node-repository.ts';
import { waveCell } from './run-state.ts';

/** This many steps take about 50 ms. Real grids need thousands of steps. */
const MOST_COUNTING_STEPS = 5_000_000;

/** If a grid has more waves than this, they are not listed, and the work estimate treats them as one wave. */
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

async function expectedWork(
  db: Db,
  config: WorkflowConfig,
  { name, waves }: { readonly name: string | undefined; readonly waves: readonly PlannedWave[] },
): Promise<PlannedWork | string> {
  const { signature, atmosphere, spectrum } = config;
  const measured = await findMeasured(db, { name, signature });
  if (measured === undefined) return UNMEASURED;
  const counted = await listAttemptCounts(db, [measured.id]);
  const attempts = measured.hasAtmospheres
    ? counted
    : counted.map((count) => ({ ...count, taskType: 'spectrum' as const }));
  // Waves of another grid are not comparable, so its attempts count equally for all waves.
  const middle = waves[Math.floor(waves.length / 2)]?.wave ?? 0;
  const placed = measured.name === name ? attempts : attempts.map((count) => ({ ...count, wave: middle }));
  const planned = measured.name === name ? await dueByWave(db, measured.id, config, waves) : allByWave(config, waves);
  const states = [...new Set([...planned.keys(), ...placed.map(({ wave }) => wave)])]
    .toSorted((a, b) => a - b)
    .map((wave) => ({ ...waveCell(wave, placed), ...planned.get(wave) }));
  const { strategies } = atmosphere.enabled ? atmosphere : spectrum;
  const unmeasured = unmeasuredKind(states);
  if (unmeasured !== undefined)
    return `the latest run of ${measured.name} computed no ${unmeasured}, so their time is unknown`;
  const work = remainingWork({ cells: states, strategies });
  if (work === undefined) return UNMEASURED;
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

const UNMEASURED = 'no attempt has ended yet in a workflow with these stages';

/**
 * Returns the kind of work that is planned but was never measured. A model may take a hundred times as long as a
 * spectrum, so neither kind predicts the other.
 */
function unmeasuredKind(cells: readonly CellState[]): string | undefined {
  const isPlanned = (kind: 'open' | 'openSpectra') => cells.some((cell) => cell[kind] > 0);
  if (isPlanned('open') && cells.every(({ cold, seeded }) => cold.tried + seeded.tried === 0)) return 'models';
  const isSpectrumMeasured = cells.some(({ spectra }) => spectra.tried > 0);
  return isPlanned('openSpectra') && !isSpectrumMeasured ? 'spectra of existing models' : undefined;
}

type Due = ReadonlyMap<number, { readonly open: number; readonly openSpectra: number }>;

function allByWave({ atmosphere }: WorkflowConfig, waves: readonly PlannedWave[]): Due {
  const due = (points: number) =>
    atmosphere.enabled ? { open: points, openSpectra: 0 } : { open: 0, openSpectra: points };
  return new Map(waves.map(({ wave, points }) => [wave, due(points)]));
}

/**
 * Returns how many points of each wave a start would compute, and for how many it would compute only spectra. For
 * existing points, this depends on the policies. In a large grid, counts all points as new.
 */
async function dueByWave(db: Db, id: number, config: WorkflowConfig, waves: readonly PlannedWave[]): Promise<Due> {
  if (countAllPoints(config) > MOST_COMPARED) return allByWave(config, waves);
  const existing = new Map((await listProgress(db, id)).map((point) => [point.name, point]));
  const due = new Map(waves.map(({ wave }) => [wave, { open: 0, openSpectra: 0 }]));
  for (const { name, wave } of expandAll(config)) {
    const at = due.get(wave) ?? due.get(0);
    const stage = stageDue(existing.get(name), config);
    if (at === undefined || stage === undefined) continue;
    if (stage === 'spectrum') at.openSpectra += 1;
    else at.open += 1;
  }
  return due;
}

/** Up to this number, points are compared one by one, which takes a few milliseconds. */
const MOST_COMPARED = 20_000;

/** Returns the stage from which a start would compute a point, or undefined if the start would keep the point. */
function stageDue(point: PointProgressRow | undefined, config: WorkflowConfig): Stage | undefined {
  if (point === undefined) return config.atmosphere.enabled ? 'atmosphere' : 'spectrum';
  const isMissing = config.spectrum.enabled && missingProducts(config, point.products).length > 0;
  const preparation = preparePoint(
    { status: point.status, atmosphereDone: point.atmosphere_done, spectrumDone: point.spectrum_done && !isMissing },
    config,
  );
  return preparation.keep ? undefined : preparation.from;
}
