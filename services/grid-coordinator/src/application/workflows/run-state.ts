import { AXES } from '@almagest/contracts/grid';
import { coordinate } from '../../domain/seeds/seed-distance.ts';
import {
  recentPace,
  type CellState,
  type MethodOutcomes,
  type RunState,
} from '../../domain/workflows/remaining-work.ts';
import type { Count } from '../../persistence/workflows/count-repository.ts';
import type { AttemptCount } from '../../persistence/tasks/attempt-count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import {
  countOpenSpectra,
  listRunAttempts,
  listRunPoints,
  type RunAttempt,
} from '../../persistence/workflows/run-state-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig, RunConfigs } from '../run-configs.ts';

/**
 * In a run with at most this many points, each point is a cell. With this many cells, the calculation takes well under
 * a second.
 */
const MOST_CELLS = 1_000;

/** In larger runs, waves are the cells. An attempt counts half at this distance in waves. */
const WAVES_PER_STEP = 4;

export async function readRunState(
  { db, configs }: { readonly db: Db; readonly configs: RunConfigs },
  workflow: WorkflowState,
  counts: readonly Count[],
  attempts: readonly AttemptCount[],
): Promise<RunState> {
  const config = await configs.of(db, workflow);
  const { strategies } = config.atmosphere.enabled ? config.atmosphere : config.spectrum;
  const points = counts.reduce((sum, { status, n }) => (status === 'retired' ? sum : sum + n), 0);
  if (points <= MOST_CELLS) return { strategies, ...(await pointCells(db, workflow, config)) };
  const spectra =
    config.spectrum.enabled && config.atmosphere.enabled ? await countOpenSpectra(db, workflow.id) : new Map();
  return { strategies, cells: waveCells(counts, attempts, spectra) };
}

async function pointCells(
  db: Db,
  { id, run }: WorkflowState,
  config: RunConfig,
): Promise<Pick<RunState, 'cells' | 'pace'>> {
  const [points, attempts] = await Promise.all([listRunPoints(db, id), listRunAttempts(db, id, run)]);
  const isSpectrum = ({ spectrum_only: only }: RunAttempt) => only && config.atmosphere.enabled;
  const byPoint = Map.groupBy(attempts, ({ point_name: name }) => name);
  const cells = points.map((point): CellState => {
    const own = byPoint.get(point.name) ?? [];
    const isOpen = point.status !== 'converged' && point.status !== 'failed';
    const onlySpectra = config.atmosphere.enabled && point.atmosphere_done;
    return {
      wave: point.wave,
      place: AXES.map((axis) => coordinate(axis, point[axis]) / config.metric.steps[axis]),
      open: Number(isOpen && !onlySpectra),
      openSpectra: Number(isOpen && onlySpectra),
      running: Number(point.status === 'running'),
      failed: Number(point.status === 'failed'),
      cold: outcomesOf(own, (attempt) => !isSpectrum(attempt) && attempt.task_type === 'cold_run'),
      seeded: outcomesOf(own, (attempt) => !isSpectrum(attempt) && attempt.task_type !== 'cold_run'),
      spectra: outcomesOf(own, isSpectrum),
    };
  });
  const kindOf = (attempt: RunAttempt) => (isSpectrum(attempt) ? 'spectrum' : attempt.task_type);
  return { cells, pace: recentPace(attempts.map((attempt) => ({ kind: kindOf(attempt), seconds: attempt.seconds }))) };
}

function outcomesOf(attempts: readonly RunAttempt[], isOfKind: (attempt: RunAttempt) => boolean): MethodOutcomes {
  const own = attempts.filter(isOfKind);
  return {
    tried: own.length,
    converged: own.filter(({ converged }) => converged).length,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

function waveCells(
  counts: readonly Count[],
  attempts: readonly AttemptCount[],
  spectra: ReadonlyMap<number, number>,
): CellState[] {
  return [...Map.groupBy(counts, ({ wave }) => wave)].map(([wave, ofWave]) => {
    const points = (...statuses: readonly Count['status'][]) =>
      ofWave.reduce((sum, { status, n }) => (statuses.includes(status) ? sum + n : sum), 0);
    const openSpectra = spectra.get(wave) ?? 0;
    return {
      ...waveCell(wave, attempts),
      open: Math.max(0, points('pending', 'queued', 'running') - openSpectra),
      openSpectra,
      running: points('running'),
      failed: points('failed'),
    };
  });
}

/** Returns a cell for a wave with its attempts, but without points. */
export function waveCell(wave: number, attempts: readonly AttemptCount[]): CellState {
  const ofKinds = (...kinds: readonly AttemptCount['taskType'][]): MethodOutcomes => {
    const found = attempts.filter((count) => count.wave === wave && kinds.includes(count.taskType));
    const sum = (of: keyof MethodOutcomes) => found.reduce((total, count) => total + count[of], 0);
    return { tried: sum('tried'), converged: sum('converged'), seconds: sum('seconds') };
  };
  return {
    wave,
    place: [wave / WAVES_PER_STEP],
    open: 0,
    openSpectra: 0,
    running: 0,
    failed: 0,
    cold: ofKinds('cold_run'),
    seeded: ofKinds('seed_step', 'continue'),
    spectra: ofKinds('spectrum'),
  };
}
