import type { Row } from '../report/row.ts';
import * as rules from '@almagest/grid-coordinator/rules';
import { SUBDWARFS } from './measure-learning.ts';
import { ENGINES, type Engine } from './simulated-engine.ts';
import { runFleet } from './simulated-fleet.ts';
import { GridSimulation, type SimulatedAttempt, type SimulatedRun } from './simulated-grid.ts';

const SEEDS = 10;

/** Other runs than those used to choose the forecast's constants, which started at 0. */
const FIRST_SEED = 1_000;
const SLOTS = [4, 12, 40];

/** Forecasts are compared when these shares of the points have ended. */
const SHARES = Array.from({ length: 18 }, (_, index) => 0.1 + 0.05 * index);

interface Sample {
  /** Relative to the time that the run still took. */
  readonly error: number;
  readonly contractError: number;
  readonly isInRange: boolean;
}

/**
 * Replays simulated runs. From a tenth of the grid on, compares the forecast at each moment with the time that the run
 * still took, and does the same for `eta_sec` as the contract defines it.
 */
export async function measureForecast(): Promise<Row[]> {
  const all: Sample[] = [];
  const rows: Row[] = [];
  for (const engine of ENGINES) {
    const samples = SLOTS.flatMap((slots) => samplesOf(engine, slots));
    all.push(...samples);
    rows.push(row(`time left, error: ${engine.name}`, samples));
  }
  rows.push({ ...row('time left, error: all runs', all), goal: { atMost: 15 } });
  const shared = SITUATIONS.map((situation) => ({ situation, samples: sharedSamples(situation) }));
  for (const { situation, samples } of shared) rows.push(row(`time left, two workflows: ${situation.name}`, samples));
  const both = shared.flatMap(({ samples }) => samples);
  const limited = QUOTAS.map((quotas) => ({ quotas, samples: limitedSamples(quotas) }));
  const withQuotas = limited.flatMap(({ samples }) => samples);
  return [
    ...rows,
    { ...row('time left, two workflows: all runs', both), goal: { atMost: 15 } },
    ...limited.map(({ quotas, samples }) => row(`time left, quotas: ${quotas.name}`, samples)),
    { ...row('time left, quotas: all runs', withQuotas), goal: { atMost: 15 } },
  ];
}

/** Nodes with their own slot limit and the administrator's quota. Null means no quota. */
type Nodes = readonly { readonly maxSlots: number; readonly quota: number | null }[];

interface Quotas {
  readonly name: string;
  readonly first: Nodes;
  /** The quotas from `CHANGE_SEC` on. Earlier forecasts cannot know them and are left out. */
  readonly later?: Nodes;
}

/** About a third of such a run. */
const CHANGE_SEC = 6_000;

const QUOTAS: readonly Quotas[] = [
  {
    name: 'half of the slots of three nodes',
    first: [
      { maxSlots: 8, quota: null },
      { maxSlots: 8, quota: 4 },
      { maxSlots: 8, quota: 0 },
    ],
  },
  {
    name: 'lowered in the run',
    first: [{ maxSlots: 16, quota: null }],
    later: [{ maxSlots: 16, quota: 6 }],
  },
  {
    name: 'raised in the run',
    first: [{ maxSlots: 16, quota: 6 }],
    later: [{ maxSlots: 16, quota: null }],
  },
];

/** Counts the slots of a forecast as the coordinator does. */
function slotsOf(nodes: Nodes): number {
  return nodes.reduce((sum, { maxSlots, quota }) => sum + Math.min(maxSlots, quota ?? maxSlots), 0);
}

/** Returns samples of each engine's runs on nodes with quotas. */
function limitedSamples({ first, later }: Quotas): Sample[] {
  const slotsAt = (now: number) => slotsOf(later !== undefined && now >= CHANGE_SEC ? later : first);
  return ENGINES.flatMap((engine) =>
    Array.from({ length: SEEDS }, (_, seed) => {
      const slots = slotsAt(0);
      const simulation = { engine, axes: SUBDWARFS, seed: FIRST_SEED + seed, slots, learn: false, meanSec: 600 };
      const workflow = { scheduling: rules.DEFAULT_SCHEDULING, grid: new GridSimulation(simulation) };
      const [run] = runFleet([workflow], slotsAt);
      if (run === undefined) return [];
      const end = Math.max(...run.attempts.map((attempt) => attempt.end));
      return SHARES.flatMap((share) => {
        const now = timeOfShare(run, share);
        if (now === undefined || now >= end || (later !== undefined && now < CHANGE_SEC)) return [];
        return [sampleAt(run, { now, end, slots: slotsAt(now) })];
      });
    }).flat(),
  );
}

/** Two workflows on the same slots. */
interface Situation {
  readonly name: string;
  readonly first: Partial<rules.Scheduling>;
  readonly second: Partial<rules.Scheduling>;
}

const SITUATIONS: readonly Situation[] = [
  { name: 'alike', first: {}, second: {} },
  { name: 'one before the other', first: { priority: 1 }, second: {} },
  { name: 'shares 3 and 1', first: { share: 3 }, second: {} },
  { name: 'one with a quarter of the slots at most', first: { maxSlots: 3 }, second: {} },
];

const SHARED_SLOTS = 12;

/** Returns the same comparison for both workflows, from a tenth of each on, while they run. */
function sharedSamples({ first, second }: Situation): Sample[] {
  const scheduling = [first, second].map((one) => ({ ...rules.DEFAULT_SCHEDULING, ...one }));
  return Array.from({ length: SEEDS }, (_, seed) => {
    const workflows = scheduling.map((one, index) => ({
      scheduling: one,
      grid: new GridSimulation({
        engine: ENGINES[(seed + index) % ENGINES.length] ?? ENGINES[0]!,
        axes: SUBDWARFS,
        seed: FIRST_SEED + 2 * seed + index,
        slots: SHARED_SLOTS,
        learn: false,
        meanSec: 600,
      }),
    }));
    const runs = runFleet(workflows, () => SHARED_SLOTS).map((run, index) => ({
      run,
      scheduling: scheduling[index] ?? rules.DEFAULT_SCHEDULING,
      end: Math.max(...run.attempts.map((attempt) => attempt.end)),
    }));
    return runs.flatMap((own) =>
      SHARES.flatMap((share) => {
        const now = timeOfShare(own.run, share);
        if (now === undefined || now >= own.end) return [];
        const others = runs
          .filter((other) => other !== own && other.end > now)
          .map(({ run, scheduling: of }) => ({ state: stateAt(run, now), scheduling: of }));
        return [sampleAt(own.run, { now, end: own.end, slots: SHARED_SLOTS, scheduling: own.scheduling, others })];
      }),
    );
  }).flat();
}

function row(what: string, samples: readonly Sample[]): Row {
  const percent = (value: number) => (100 * value).toFixed(1);
  const inRange = samples.filter(({ isInRange }) => isInRange).length / samples.length;
  const contract = median(samples.map(({ contractError }) => contractError));
  const errors = samples.map(({ error }) => error).toSorted((a, b) => a - b);
  const p90 = errors[Math.floor(0.9 * errors.length)] ?? 0;
  return {
    what,
    value: 100 * median(errors),
    unit: '% of the time left',
    detail: `median of ${samples.length} moments; p90 ${percent(p90)} %; ${percent(inRange)} % within the range; eta_sec ${percent(contract)} %`,
  };
}

function samplesOf(engine: Engine, slots: number): Sample[] {
  return Array.from({ length: SEEDS }, (_, seed) => {
    const run = new GridSimulation({
      engine,
      axes: SUBDWARFS,
      seed: FIRST_SEED + seed,
      slots,
      learn: false,
      meanSec: 600,
    }).run();
    const end = Math.max(...run.attempts.map((attempt) => attempt.end));
    return SHARES.flatMap((share) => {
      const now = timeOfShare(run, share);
      return now === undefined || now >= end ? [] : [sampleAt(run, { now, end, slots })];
    });
  }).flat();
}

/** Returns when this share of the points had converged or failed for the first time. */
function timeOfShare({ attempts, waves }: SimulatedRun, share: number): number | undefined {
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

function sampleAt(
  run: SimulatedRun,
  { now, end, slots, scheduling = rules.DEFAULT_SCHEDULING, others = [] }: Moment,
): Sample {
  const state = stateAt(run, now);
  const work = rules.remainingWork(state);
  if (work === undefined) throw new Error('the forecast needs at least one ended attempt');
  const otherWork = others.map(({ state: of, scheduling: how }) => {
    const points = of.waves.reduce((sum, { open }) => sum + open, 0);
    // Estimates like the coordinator before the first attempt of the other workflow has ended.
    const expected = rules.remainingWork(of) ?? { points, seconds: (points * work.seconds) / Math.max(1, work.points) };
    return { ...expected, ...how };
  });
  const found = rules.forecast(work, otherWork, slots, scheduling);
  if (found === undefined) throw new Error('the forecast needs a workflow that is served');
  const { lowSec, medianSec, highSec } = found;
  const left = end - now;
  const ended = run.attempts.filter((attempt) => attempt.end <= now);
  const meanSec = ended.reduce((sum, attempt) => sum + attempt.end - attempt.start, 0) / ended.length;
  const open = state.waves.reduce((sum, wave) => sum + wave.open, 0);
  return {
    error: Math.abs(medianSec - left) / left,
    contractError: Math.abs((meanSec * open) / slots - left) / left,
    isInRange: lowSec <= left && left <= highSec,
  };
}

/** Returns what the coordinator would know about the run at this time. */
function stateAt({ attempts, waves }: SimulatedRun, now: number): rules.RunState {
  const ended = attempts.filter(({ end }) => end <= now);
  const running = attempts.filter(({ start, end }) => start <= now && end > now);
  const last = new Map(ended.map(({ point, outcome }) => [point, outcome]));
  for (const { point } of running) last.set(point, 'again');
  const ofWave = Map.groupBy(waves, ([, wave]) => wave);
  const states = [...ofWave].map(([wave, points]) => ({
    wave,
    open: points.filter(([point]) => (last.get(point) ?? 'again') === 'again').length,
    failed: points.filter(([point]) => last.get(point) === 'failed').length,
    running: running.filter((attempt) => attempt.wave === wave).length,
    cold: outcomesOf(ended, wave, 'cold_run'),
    seeded: outcomesOf(ended, wave, 'seed_step'),
  }));
  return { waves: states.toSorted((a, b) => a.wave - b.wave), strategies: ['cold_run', 'seed_step'] };
}

function outcomesOf(
  ended: readonly SimulatedAttempt[],
  wave: number,
  method: SimulatedAttempt['method'],
): rules.MethodOutcomes {
  const own = ended.filter((attempt) => attempt.wave === wave && attempt.method === method);
  return {
    tried: own.length,
    converged: own.filter(({ converged }) => converged).length,
    seconds: own.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
