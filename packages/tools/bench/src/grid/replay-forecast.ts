import * as rules from '@almagest/grid-coordinator/rules';
import type { SimulatedAttempt, SimulatedRun } from './simulated-grid.ts';

/** A forecast at one moment of a run, compared with the time that the run still took. */
export interface Sample {
  /** Relative to the time that the run still took. */
  readonly error: number;
  readonly attempts: { readonly predicted: number; readonly left: number };
  readonly contractError: number;
  readonly isInRange: boolean;
}

/** Forecasts are compared when these shares of the points have converged or failed. */
export const SHARES = Array.from({ length: 18 }, (_, index) => 0.1 + 0.05 * index);

/** Compares the forecast with the truth at each of these moments of a run. */
export function replay(run: SimulatedRun, slots: number): Sample[] {
  const end = Math.max(...run.attempts.map((attempt) => attempt.end));
  return SHARES.flatMap((share) => {
    const now = timeOfShare(run, share);
    return now === undefined || now >= end ? [] : [sampleAt(run, { now, end, slots })];
  });
}

/** Returns when this share of the points had converged or failed for the first time. */
export function timeOfShare({ attempts, waves }: SimulatedRun, share: number): number | undefined {
  const done = new Set<string>();
  for (const { point, end, outcome } of attempts) {
    if (outcome !== 'again') done.add(point);
    if (done.size >= share * waves.size) return end;
  }
  return undefined;
}

interface Moment {
  readonly now: number;
  readonly end: number;
  readonly slots: number;
  readonly scheduling?: rules.Scheduling;
  readonly others?: readonly { readonly state: rules.RunState; readonly scheduling: rules.Scheduling }[];
}

export function sampleAt(
  run: SimulatedRun,
  { now, end, slots, scheduling = rules.DEFAULT_SCHEDULING, others = [] }: Moment,
): Sample {
  const state = stateAt(run, now);
  const work = rules.remainingWork(state);
  if (work === undefined) throw new Error('the forecast needs at least one ended attempt');
  const otherWork = others.map(({ state: of, scheduling: how }) => {
    const points = of.cells.reduce((sum, { open }) => sum + open, 0);
    // Estimates like the coordinator before the first attempt of the other workflow has ended.
    const expected = rules.remainingWork(of) ?? { points, seconds: (points * work.seconds) / Math.max(1, work.points) };
    return { ...expected, ...how };
  });
  const found = rules.forecast(work, otherWork, slots, scheduling);
  if (found === undefined) throw new Error('no workflow to forecast is running');
  const { lowSec, medianSec, highSec } = found;
  const left = end - now;
  const ended = run.attempts.filter((attempt) => attempt.end <= now);
  const meanSec = ended.reduce((sum, attempt) => sum + attempt.end - attempt.start, 0) / ended.length;
  const open = state.cells.reduce((sum, cell) => sum + cell.open, 0);
  return {
    error: Math.abs(medianSec - left) / left,
    attempts: { predicted: work.attempts, left: run.attempts.length - ended.length },
    contractError: Math.abs((meanSec * open) / slots - left) / left,
    isInRange: lowSec <= left && left <= highSec,
  };
}

/** Returns what the coordinator would know about the run at this time. */
export function stateAt({ attempts, places, waves }: SimulatedRun, now: number): rules.RunState {
  const ended = attempts.filter(({ end }) => end <= now).toSorted((a, b) => a.end - b.end);
  const running = attempts.filter(({ start, end }) => start <= now && end > now);
  const last = new Map(ended.map(({ point, outcome }) => [point, outcome]));
  for (const { point } of running) last.set(point, 'again');
  const byPoint = Map.groupBy(ended, ({ point }) => point);
  const cells = [...places].map(([point, place]) => ({
    wave: waves.get(point) ?? 0,
    place,
    open: Number((last.get(point) ?? 'again') === 'again'),
    openSpectra: 0,
    failed: Number(last.get(point) === 'failed'),
    running: running.filter((attempt) => attempt.point === point).length,
    cold: outcomesOf(byPoint.get(point) ?? [], 'cold_run'),
    seeded: outcomesOf(byPoint.get(point) ?? [], 'seed_step'),
    spectra: { tried: 0, converged: 0, seconds: 0 },
  }));
  const pace = rules.recentPace(ended.map(({ method, start, end }) => ({ kind: method, seconds: end - start })));
  return { cells, strategies: ['cold_run', 'seed_step'], pace };
}

function outcomesOf(ended: readonly SimulatedAttempt[], method: SimulatedAttempt['method']): rules.MethodOutcomes {
  const own = ended.filter((attempt) => attempt.method === method);
  return {
    tried: own.length,
    converged: own.filter(({ converged }) => converged).length,
    seconds: own.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}
