import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_SCHEDULING, type Scheduling } from '../tasks/fair-share.ts';
import { forecast as forecastOf, type Forecast, type OtherWork } from './forecast.ts';
import {
  recentPace,
  remainingWork,
  type CellState,
  type MethodOutcomes,
  type RemainingWork,
  type RunState,
} from './remaining-work.ts';

const outcomes: fc.Arbitrary<MethodOutcomes> = fc
  .tuple(fc.nat(200), fc.nat(200), fc.double({ min: 0, max: 1e5, noNaN: true }))
  .map(([converged, failed, mean]) => ({ tried: converged + failed, converged, seconds: mean * (converged + failed) }));

const wave = (index: number): fc.Arbitrary<CellState> =>
  fc
    .record({
      open: fc.nat(1_000),
      openSpectra: fc.nat(100),
      running: fc.nat(50),
      failed: fc.nat(300),
      cold: outcomes,
      seeded: outcomes,
      spectra: outcomes,
    })
    .map((state) => ({ ...state, wave: index, place: [index], running: Math.min(state.running, state.open) }));

const strategies = fc.constantFrom<RunState['strategies']>(
  ['cold_run', 'seed_step'],
  ['cold_run'],
  ['seed_step'],
  ['cold_run', 'cold_run', 'seed_step', 'seed_step'],
);

const run: fc.Arbitrary<RunState> = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.record({ cells: fc.tuple(...Array.from({ length: count }, (_, at) => wave(at))), strategies }));

const slots = fc.integer({ min: 1, max: 5_000 });
const others = fc.array(
  fc.record({
    seconds: fc.double({ min: 0, max: 1e9, noNaN: true }),
    points: fc.integer({ min: 1, max: 100_000 }),
    priority: fc.integer({ min: -2, max: 2 }),
    share: fc.integer({ min: 1, max: 10 }),
    maxSlots: fc.option(fc.integer({ min: 0, max: 100 })),
  }),
  { maxLength: 4 },
);

/** Returns the forecast of a workflow that may get tasks. */
function forecast(
  work: RemainingWork,
  other: readonly (Pick<OtherWork, 'seconds' | 'points'> & Partial<OtherWork>)[],
  count: number,
  scheduling: Partial<Scheduling> = {},
): Forecast {
  const all = other.map((one) => ({ ...DEFAULT_SCHEDULING, ...one }));
  const found = forecastOf(work, all, count, { ...DEFAULT_SCHEDULING, ...scheduling });
  if (found === undefined) throw new Error('no forecast');
  return found;
}

const NONE: MethodOutcomes = { tried: 0, converged: 0, seconds: 0 };
const COLD: RunState['strategies'] = ['cold_run'];
const lone = (over: Partial<CellState>): CellState => ({
  wave: 0,
  place: [over.wave ?? 0],
  open: 0,
  running: 0,
  failed: 0,
  cold: NONE,
  openSpectra: 0,
  seeded: NONE,
  spectra: NONE,
  ...over,
});

describe('forecast', () => {
  test('is a range of finite times around its median, and 0 exactly when no point is open', () => {
    fc.assert(
      fc.property(run, others, slots, (state, other, count) => {
        const work = remainingWork(state);
        fc.pre(work !== undefined);
        const { lowSec, medianSec, highSec } = forecast(work, other, count);
        for (const value of [lowSec, medianSec, highSec, work.attempts]) expect(Number.isFinite(value)).toBe(true);
        expect(lowSec).toBeGreaterThanOrEqual(0);
        expect(medianSec).toBeGreaterThanOrEqual(lowSec);
        expect(highSec).toBeGreaterThanOrEqual(medianSec);
        if (work.points === 0) expect(highSec).toBe(0);
      }),
    );
  });

  test('is unknown before the first attempt has ended', () => {
    expect(remainingWork({ cells: [lone({ open: 3 })], strategies: COLD })).toBeUndefined();
  });

  test('is never later with more slots, and never earlier with another workflow', () => {
    fc.assert(
      fc.property(run, others, slots, slots, (state, other, a, b) => {
        const work = remainingWork(state);
        fc.pre(work !== undefined);
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        // At the end, slots are idle for the duration of a few attempts at most.
        const tail = 6 * work.attemptSec;
        const time = (count: number, with_ = other) => forecast(work, with_, count).medianSec;
        expect(time(many)).toBeLessThanOrEqual((time(few) + tail) * (1 + 1e-9));
        const added = [...other, { ...DEFAULT_SCHEDULING, seconds: 1_000, points: 10 }];
        expect(time(a, added)).toBeGreaterThanOrEqual(time(a) * (1 - 1e-9));
      }),
    );
  });

  test('is never earlier with one more open point', () => {
    fc.assert(
      fc.property(run, fc.nat(), (state, at) => {
        const work = remainingWork(state);
        fc.pre(work !== undefined);
        const index = at % state.cells.length;
        const cells = state.cells.map((each, place) => (place === index ? { ...each, open: each.open + 1 } : each));
        const more = remainingWork({ ...state, cells });
        expect(more?.attempts).toBeGreaterThanOrEqual(work.attempts * (1 - 1e-9));
      }),
    );
  });

  test('equals points divided by slots for certain cold runs of equal duration, with a narrow range', () => {
    const cold = { tried: 1_000, converged: 1_000, seconds: 600_000 };
    const work = remainingWork({ cells: [lone({ open: 1_000, cold })], strategies: ['cold_run', 'seed_step'] });
    if (work === undefined) throw new Error('no work');
    const { lowSec, medianSec, highSec } = forecast(work, [], 10);
    expect(medianSec).toBeGreaterThan(60_000);
    expect(medianSec).toBeLessThan(62_500);
    expect(highSec / lowSec).toBeLessThan(1.3);
    // Another workflow with as much work takes half of the slots.
    expect(forecast(work, [work], 10).medianSec / medianSec).toBeCloseTo(2, 1);
    // A workflow that ends soon takes the slots only for a while.
    expect(forecast(work, [{ seconds: 6_000, points: 10 }], 10).medianSec - medianSec).toBeCloseTo(600, 0);
    // A workflow with a single point takes one slot.
    expect(forecast(work, [{ seconds: 1e9, points: 1 }], 10).medianSec / medianSec).toBeCloseTo(10 / 9, 1);
  });

  test('follows priorities, shares and caps', () => {
    const cold = { tried: 1_000, converged: 1_000, seconds: 600_000 };
    const work = remainingWork({ cells: [lone({ open: 1_000, cold })], strategies: ['cold_run'] });
    if (work === undefined) throw new Error('no work');
    const alone = forecast(work, [], 10).medianSec;
    const time = (other: Partial<OtherWork>, own: Partial<Scheduling> = {}) =>
      forecast(work, [{ seconds: work.seconds, points: 1_000, ...other }], 10, own).medianSec / alone;
    expect(time({ priority: 1 })).toBeCloseTo(2, 1);
    expect(time({ priority: -1 })).toBeCloseTo(1, 1);
    // The workflow has three quarters of the slots until its work is done.
    expect(time({}, { share: 3 })).toBeCloseTo(4 / 3, 1);
    expect(time({ maxSlots: 2 })).toBeCloseTo(10 / 8, 1);
    expect(time({ maxSlots: 2, priority: 1 })).toBeCloseTo(10 / 8, 1);
    expect(time({ maxSlots: 0 })).toBeCloseTo(1, 1);
    expect(time({}, { maxSlots: 2 })).toBeCloseTo(5, 1);
    expect(forecastOf(work, [], 10, { ...DEFAULT_SCHEDULING, maxSlots: 0 })).toBeUndefined();
  });

  test('expects more failures, and more seed steps, in harder waves', () => {
    const waves = Array.from({ length: 10 }, (_, index) => {
      const cold = { tried: 100, converged: 100 - 12 * index, seconds: 100 * (100 + 10 * index) };
      return lone(index < 5 ? { wave: index, cold } : { wave: index, open: 100 });
    });
    const of = (index: number) => {
      const state = waves.map((each, place) => (place === index || place < 5 ? each : { ...each, open: 0 }));
      return remainingWork({ cells: state, strategies: ['cold_run', 'seed_step'] })?.attempts ?? 0;
    };
    expect(of(9)).toBeGreaterThan(of(5) * 1.1);
    expect(of(9)).toBeLessThan(400);
  });

  test('counts a point that waits for a seed as a point that has had its cold run', () => {
    const cold = { tried: 10, converged: 4, seconds: 1_000 };
    const seeded = { tried: 4, converged: 4, seconds: 400 };
    const begun = remainingWork({ cells: [lone({ open: 2, cold, seeded })], strategies: ['cold_run', 'seed_step'] });
    const fresh = remainingWork({ cells: [lone({ open: 4, cold, seeded })], strategies: ['cold_run', 'seed_step'] });
    // With p = (4 + 2) / (4 + 4), a point needs (1 - (1 - p)^6) / p seed steps. Two more points have a cold run first.
    const steps = (1 - 0.25 ** 6) / 0.75;
    expect(begun?.attempts).toBeCloseTo(2 * steps);
    expect(fresh?.attempts).toBeGreaterThan(2 * steps + 2);
  });

  test('learns from neighbouring points where cold runs fail, in any part of the grid', () => {
    const run = (failing: number) => {
      const cells = Array.from({ length: 12 }, (_, wave) => {
        const converged = Math.abs(wave - failing) <= 1 ? 0 : 20;
        return lone({ wave, cold: { tried: 20, converged, seconds: 2_000 }, failed: 20 - converged });
      });
      return (open: number) =>
        remainingWork({
          cells: cells.map((cell) => (cell.wave === open ? { ...cell, open: 30 } : cell)),
          strategies: COLD,
        })?.seconds ?? 0;
    };
    // The chain has a single cold run, so a failure leads to no further attempt.
    for (const failing of [2, 6, 9]) expect(run(failing)(failing)).toBeCloseTo(run(failing)(11), -2);
    const seeded = (open: number) => {
      const cells = Array.from({ length: 12 }, (_, wave) =>
        lone({
          wave,
          open: wave === open ? 30 : 0,
          cold: { tried: 20, converged: Math.abs(wave - 5) <= 1 ? 0 : 20, seconds: 2_000 },
          failed: Math.abs(wave - 5) <= 1 ? 20 : 0,
        }),
      );
      return remainingWork({ cells, strategies: ['cold_run', 'seed_step'] })?.attempts ?? 0;
    };
    // Waves in the middle need seed steps. Waves at both ends need hardly any.
    expect(seeded(5)).toBeGreaterThan(1.5 * seeded(0));
    expect(seeded(5)).toBeGreaterThan(1.5 * seeded(11));
  });

  /** Returns the forecast of 60 open points after 40 cold runs, each in its own cell. */
  function afterRuns(durationOf: (run: number) => number, more: Partial<RunState> = {}): Forecast {
    const ended = Array.from({ length: 40 }, (_, run) =>
      lone({ cold: { tried: 1, converged: 1, seconds: durationOf(run) } }),
    );
    const work = remainingWork({ cells: [...ended, lone({ open: 60 })], strategies: COLD, ...more });
    if (work === undefined) throw new Error('no work');
    return forecast(work, [], 12);
  }
  const width = ({ highSec, lowSec }: Forecast) => highSec / lowSec;

  test('is later and less certain if attempts on some nodes take ten times as long, with the same mean', () => {
    const even = afterRuns(() => 100);
    const uneven = afterRuns((run) => (run % 10 === 0 ? 550 : 50));
    expect(uneven.medianSec).toBeGreaterThan(1.5 * even.medianSec);
    expect(width(uneven)).toBeGreaterThan(1.1 * width(even));
  });

  test('is less certain after a change of pace, and before a seed step has ended', () => {
    const steady = afterRuns(() => 100);
    for (const pace of [0.5, 2]) expect(width(afterRuns(() => 100, { pace }))).toBeGreaterThan(1.2 * width(steady));
    const cells = (tried: number) => [
      lone({ cold: { tried: 20, converged: 10, seconds: 2_000 }, open: 30 }),
      lone({ seeded: { tried, converged: tried, seconds: 100 * tried } }),
    ];
    const uncertainty = (tried: number) =>
      remainingWork({ cells: cells(tried), strategies: ['cold_run', 'seed_step'] })?.uncertainty ?? NaN;
    expect(uncertainty(0)).toBeGreaterThan(1.3 * uncertainty(1));
  });

  test('treats spectra separately from models', () => {
    const cold = { tried: 20, converged: 20, seconds: 20_000 };
    const spectra = { tried: 4, converged: 4, seconds: 40 };
    const work = remainingWork({ cells: [lone({ cold, spectra, openSpectra: 100 })], strategies: COLD });
    expect(work?.points).toBe(100);
    expect(work?.seconds).toBeGreaterThan(950);
    expect(work?.seconds).toBeLessThan(1_200);
  });
});

describe('the recent pace', () => {
  const attempt = fc.record({
    kind: fc.constantFrom('cold_run', 'seed_step'),
    seconds: fc.double({ min: 0.1, max: 1e5, noNaN: true }),
  });

  test('is 1 for attempts that take equally long for their kind, and does not depend on the unit', () => {
    fc.assert(
      fc.property(fc.array(attempt), fc.double({ min: 0.01, max: 100, noNaN: true }), (attempts, unit) => {
        const even = attempts.map(({ kind }) => ({ kind, seconds: kind === 'cold_run' ? 7 : 3 }));
        expect(recentPace(even)).toBeCloseTo(1, 9);
        const pace = recentPace(attempts);
        expect(pace).toBeGreaterThan(0);
        expect(recentPace(attempts.map((one) => ({ ...one, seconds: one.seconds * unit })))).toBeCloseTo(pace, 6);
      }),
    );
  });

  test('rises when the machine becomes slower', () => {
    const times = (seconds: number) => Array.from({ length: 12 }, () => ({ kind: 'cold_run', seconds }));
    expect(recentPace([...times(10), ...times(20)])).toBeGreaterThan(1.2);
    expect(recentPace([...times(20), ...times(10)])).toBeLessThan(0.8);
  });
});
