import * as rules from '@almagest/grid-coordinator/rules';
import type { Row } from '../report/row.ts';
import { SUBDWARFS } from './measure-learning.ts';
import { replay, sampleAt, stateAt, timeOfShare, SHARES, type Sample } from './replay-forecast.ts';
import { ENGINES, SMALL_GRID, UNSTEADY, type Engine } from './simulated-engine.ts';
import { GridSimulation, type Simulation, type Running, type SimulatedRun } from './simulated-grid.ts';

interface SimulatedWorkflow {
  readonly grid: GridSimulation;
  readonly scheduling: rules.Scheduling;
}

const SEEDS = 10;

/** The first seed of the runs. The forecast's constants were chosen with other runs, which started at 0. */
const FIRST_SEED = 1_000;
const SLOTS = [4, 12, 40];

/**
 * Replays simulated runs. From a tenth of the grid on, compares each forecast with the time that the run still took.
 * Does the same for `eta_sec` as the contract defines it.
 */
export async function measureForecast(): Promise<Row[]> {
  const all: Sample[] = [];
  const rows: Row[] = [];
  for (const engine of ENGINES) {
    const samples = SLOTS.flatMap((slots) => samplesOf(engine, { slots, axes: SUBDWARFS, meanSec: 600, seeds: SEEDS }));
    all.push(...samples);
    rows.push(row(`time left, error: ${engine.name}`, samples));
  }
  rows.push({ ...row('time left, error: all runs', all), goal: { atMost: 15 } });
  const small = [2, 3].flatMap((slots) =>
    samplesOf(UNSTEADY, { slots, axes: SMALL_GRID, meanSec: 20, seeds: 2 * SEEDS }),
  );
  rows.push(row(`time left, error: ${UNSTEADY.name}`, small));
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
  /** The quotas from `CHANGE_SEC` on. Forecasts before that time cannot know these quotas and are left out. */
  readonly later?: Nodes;
}

/** Seconds after the start of the run: about a third of its duration. */
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
    name: 'lowered during the run',
    first: [{ maxSlots: 16, quota: null }],
    later: [{ maxSlots: 16, quota: 6 }],
  },
  {
    name: 'raised during the run',
    first: [{ maxSlots: 16, quota: 6 }],
    later: [{ maxSlots: 16, quota: null }],
  },
];

/** Counts the slots of a forecast as the coordinator does. */
function slotsOf(nodes: Nodes): number {
  return nodes.reduce((sum, { maxSlots, quota }) => sum + Math.min(maxSlots, quota ?? maxSlots), 0);
}

/** Returns samples from the runs of each engine on nodes with quotas. */
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

/** Returns the samples of both workflows while both run, from a tenth of each workflow's points on. */
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

interface Replayed {
  readonly slots: number;
  readonly axes: Simulation['axes'];
  readonly meanSec: number;
  readonly seeds: number;
}

function samplesOf(engine: Engine, { slots, axes, meanSec, seeds }: Replayed): Sample[] {
  return Array.from({ length: seeds }, (_, seed) =>
    replay(new GridSimulation({ engine, axes, seed: FIRST_SEED + seed, slots, learn: false, meanSec }).run(), slots),
  ).flat();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Runs workflows at the same time on the same slots, divided by the coordinator's rule. `slots` returns how many slots
 * there are at a time. If the number of slots falls, running tasks continue. Returns the runs in the order of the
 * workflows.
 */
function runFleet(workflows: readonly SimulatedWorkflow[], slots: (now: number) => number): SimulatedRun[] {
  const running: (Running & { readonly id: number })[] = [];
  const lastServed = new Map<number, number>();
  let [now, served] = [0, 0];
  const claim = (): boolean => {
    const loads = workflows.flatMap(({ grid, scheduling }, id) =>
      grid.hasQueued()
        ? [
            {
              ...scheduling,
              id,
              running: running.filter((one) => one.id === id).length,
              lastServed: lastServed.get(id) ?? null,
            },
          ]
        : [],
    );
    const [next] = rules.fairShares(loads, 1);
    const claimed = next && workflows[next.id]?.grid.claim(now);
    if (next === undefined || claimed === undefined) return false;
    running.push({ ...claimed, id: next.id });
    lastServed.set(next.id, (served += 1));
    return true;
  };
  for (;;) {
    while (running.length < slots(now) && claim());
    running.sort((a, b) => a.end - b.end);
    const first = running.shift();
    if (first === undefined) return workflows.map(({ grid }) => grid.result());
    now = first.end;
    workflows[first.id]?.grid.report(first);
  }
}
