import { describe, expect, test } from '@jest/globals';
import type { Stage, TaskReport, TaskStatus, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import {
  afterFailure as afterRuledFailure,
  reseeded,
  isPoison,
  isSuccess,
  keepsSeed,
  nextStage,
  nextTaskType,
  proceed,
  decideReport,
  type Outcome,
  type PointProgress,
  type ReportDecision,
  type TaskState,
} from './task-lifecycle.ts';
import type { StageConfig } from '../workflows/workflow-config.ts';

const COLD_SEED: readonly TaskType[] = ['cold_run', 'seed_step'];
const COLD: readonly TaskType[] = ['cold_run'];
const SEED: readonly TaskType[] = ['seed_step'];

function stage(enabled: boolean, strategies: readonly TaskType[]): StageConfig {
  return { enabled, policy: 'skip_converged', strategies };
}

const BOTH = { atmosphere: stage(true, COLD_SEED), spectrum: stage(true, COLD) };
const ATMOSPHERE_ONLY = { atmosphere: stage(true, COLD_SEED), spectrum: stage(false, COLD) };
const SPECTRUM_ONLY = { atmosphere: stage(false, COLD_SEED), spectrum: stage(true, COLD_SEED) };

type Config = typeof BOTH;

/** Calls `afterFailure` without rules. */
function afterFailure(point: PointProgress, report: Parameters<typeof afterRuledFailure>[1], config: Config): Outcome {
  return afterRuledFailure(point, report, { ...config, rules: [] }, null);
}

type FailureReport = Pick<TaskReport, 'converged' | 'atmosphere_has_nan' | 'failed_stage'>;

function fresh({ atmosphere, spectrum }: Config): PointProgress {
  return progressWith([atmosphere.strategies, spectrum.strategies, false]);
}

function failure(failed_stage: Stage | null, more: Partial<FailureReport> = {}): FailureReport {
  return { converged: false, atmosphere_has_nan: false, failed_stage, ...more };
}

/** Atmosphere chain, spectrum chain, whether the atmosphere is done. */
type Chains = readonly [readonly TaskType[], readonly TaskType[], boolean];

function progressWith([atmosphereChain, spectrumChain, atmosphereDone]: Chains): PointProgress {
  return { atmosphereChain, spectrumChain, atmosphereDone, nextRule: null, rulesUsed: [], unconverged: null };
}

function again(chains: Chains, needsSeed: boolean): Outcome {
  return { kind: 'again', progress: progressWith(chains), needsSeed };
}

function failed(chains: Chains, reseedable: boolean): Outcome {
  return { kind: 'failed', progress: progressWith(chains), reseedable };
}

describe('a report', () => {
  const statuses: readonly TaskStatus[] = ['pending', 'running', 'completed', 'failed', 'timeout'];
  const cases = statuses.flatMap((status) =>
    [true, false].flatMap((converged) => [true, false].map((nan) => [status, converged, nan] as const)),
  );

  test.each(cases)(
    'of status %s, converged %s, NaN %s is a success only if completed, converged and without NaN',
    (status, converged, nan) => {
      const report = { status, converged, atmosphere_has_nan: nan };
      expect(isSuccess(report)).toBe(status === 'completed' && converged && !nan);
      expect(keepsSeed(report)).toBe(converged && !nan);
    },
  );
});

describe('a failure', () => {
  test.each<[string, Config, Partial<PointProgress>, FailureReport, Outcome]>([
    [
      'in the atmosphere consumes the first strategy of its chain',
      BOTH,
      {},
      failure('atmosphere'),
      again([SEED, COLD, false], true),
    ],
    [
      'without a stage counts for the atmosphere if it has not converged',
      BOTH,
      {},
      failure(null),
      again([SEED, COLD, false], true),
    ],
    [
      'without a stage counts for the atmosphere if its model contains NaN',
      BOTH,
      {},
      failure(null, { converged: true, atmosphere_has_nan: true }),
      again([SEED, COLD, false], true),
    ],
    [
      'without a stage counts for the spectrum if the atmosphere has converged',
      { ...BOTH, spectrum: stage(true, COLD_SEED) },
      { spectrumChain: COLD_SEED },
      failure(null, { converged: true }),
      again([COLD_SEED, SEED, true], false),
    ],
    [
      'without a stage counts for the spectrum in a spectrum-only task',
      { ...BOTH, spectrum: stage(true, COLD_SEED) },
      { spectrumChain: COLD_SEED, atmosphereDone: true },
      failure(null),
      again([COLD_SEED, SEED, true], false),
    ],
    [
      'without a stage counts for the spectrum if no atmosphere is computed',
      SPECTRUM_ONLY,
      { spectrumChain: COLD_SEED },
      failure(null),
      again([COLD_SEED, SEED, false], false),
    ],
    [
      'of the last atmosphere strategy is final, and a new seed may reseed the point',
      BOTH,
      { atmosphereChain: SEED },
      failure('atmosphere'),
      failed([[], COLD, false], true),
    ],
    [
      'of the last atmosphere strategy is final, and a point without a seed step is never reseeded',
      { ...BOTH, atmosphere: stage(true, COLD) },
      { atmosphereChain: COLD },
      failure('atmosphere'),
      failed([[], COLD, false], false),
    ],
    [
      'of the last spectrum strategy is final, and the point is never reseeded',
      BOTH,
      {},
      failure('spectrum', { converged: true }),
      failed([COLD_SEED, [], true], false),
    ],
    [
      'of the last spectrum strategy is final, even if the report says that the atmosphere has not converged',
      BOTH,
      {},
      failure('spectrum'),
      failed([COLD_SEED, [], false], false),
    ],
    [
      'in the spectrum does not keep an atmosphere that contains NaN',
      { ...BOTH, spectrum: stage(true, COLD_SEED) },
      { spectrumChain: COLD_SEED },
      failure('spectrum', { converged: true, atmosphere_has_nan: true }),
      again([COLD_SEED, SEED, false], false),
    ],
    [
      'that a spectrum-only task reports for the atmosphere counts for the spectrum',
      BOTH,
      { atmosphereDone: true },
      failure('atmosphere'),
      failed([COLD_SEED, [], true], false),
    ],
    [
      'in an atmosphere that is not computed counts for the spectrum',
      SPECTRUM_ONLY,
      { atmosphereChain: COLD, spectrumChain: COLD_SEED },
      failure('atmosphere'),
      again([COLD, SEED, false], false),
    ],
    [
      'of the last atmosphere strategy is final if no spectrum is computed',
      ATMOSPHERE_ONLY,
      { atmosphereChain: SEED },
      failure(null),
      failed([[], COLD, false], true),
    ],
  ])('%s', (_case, config, progress, report, outcome) => {
    expect(afterFailure({ ...fresh(config), ...progress }, report, config)).toEqual(outcome);
  });

  test('without the field `failed_stage` counts like a failure with the stage null', () => {
    expect(afterFailure(fresh(BOTH), { converged: false }, BOTH)).toEqual(
      afterFailure(fresh(BOTH), failure(null), BOTH),
    );
  });
});

const chain = fc.array(fc.constantFrom<TaskType>('cold_run', 'seed_step'), { minLength: 1, maxLength: 4 });
const config = fc
  .record({ atmosphereOn: fc.boolean(), spectrumOn: fc.boolean(), atmosphere: chain, spectrum: chain })
  .filter(({ atmosphereOn, spectrumOn }) => atmosphereOn || spectrumOn)
  .map(({ atmosphereOn, spectrumOn, atmosphere, spectrum }) => ({
    atmosphere: stage(atmosphereOn, atmosphere),
    spectrum: stage(spectrumOn, spectrum),
  }));
const anyReport = fc.record({
  status: fc.constantFrom<TaskStatus>('completed', 'failed', 'timeout'),
  converged: fc.boolean(),
  atmosphere_has_nan: fc.boolean(),
  failed_stage: fc.constantFrom<Stage | null>('atmosphere', 'spectrum', null),
});

function left({ atmosphereChain, spectrumChain }: PointProgress): number {
  return atmosphereChain.length + spectrumChain.length;
}

describe('over any sequence of reports', () => {
  test('a point ends after at most as many reports as it has strategies', () => {
    fc.assert(
      fc.property(config, fc.infiniteStream(anyReport), (config, reports) => {
        let progress = fresh(config);
        const strategies = left(progress);
        for (let taken = 1; taken <= strategies; taken += 1) {
          const report = reports.next().value;
          if (isSuccess(report)) return;
          const outcome = afterFailure(progress, report, config);
          if (outcome.kind !== 'again') return;
          progress = outcome.progress;
        }
        throw new Error('the point is still open');
      }),
      { numRuns: 500 },
    );
  });

  test('each failure consumes exactly one strategy: the first of the stage it names, if that was computed', () => {
    fc.assert(
      fc.property(config, fc.array(anyReport, { maxLength: 8 }), (config, reports) => {
        let progress = fresh(config);
        for (const report of reports) {
          const outcome = afterFailure(progress, report, config);
          if (outcome.kind === 'converged') throw new Error('a failure converged the point');
          const popped = outcome.progress;
          expect(left(popped)).toBe(left(progress) - 1);
          if (nextStage(progress, config) === 'spectrum') {
            expect(popped.spectrumChain).toEqual(progress.spectrumChain.slice(1));
            expect(popped.atmosphereDone).toBe(
              progress.atmosphereDone || (report.converged && !report.atmosphere_has_nan),
            );
          } else if (report.failed_stage === 'atmosphere')
            expect(popped.atmosphereChain).toEqual(progress.atmosphereChain.slice(1));
          else if (report.failed_stage === 'spectrum')
            expect(popped.spectrumChain).toEqual(progress.spectrumChain.slice(1));
          if (outcome.kind === 'failed') return;
          const current = nextStage(popped, config) === 'atmosphere' ? popped.atmosphereChain : popped.spectrumChain;
          expect(nextTaskType(popped, config)).toBe(current[0]);
          progress = popped;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('only reseeding gives a strategy back: a single seed step', () => {
    fc.assert(
      fc.property(config, fc.array(anyReport, { minLength: 1, maxLength: 8 }), (config, reports) => {
        let progress = fresh(config);
        for (const report of reports) {
          const outcome = afterFailure(progress, report, config);
          if (outcome.kind !== 'again') {
            if (outcome.kind === 'converged' || !outcome.reseedable) return;
            const again = reseeded(outcome.progress, config);
            expect(again).toEqual({ ...outcome.progress, atmosphereDone: false, atmosphereChain: ['seed_step'] });
            expect(proceed(again, config)).toEqual({ kind: 'again', progress: again, needsSeed: true });
            return;
          }
          progress = outcome.progress;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a point', () => {
  test('with a kept atmosphere continues with its spectrum', () => {
    const progress = { ...fresh(BOTH), atmosphereDone: true };
    expect(proceed(progress, BOTH)).toEqual({ kind: 'again', progress, needsSeed: false });
    expect([nextStage(progress, BOTH), nextTaskType(progress, BOTH)]).toEqual(['spectrum', 'cold_run']);
  });

  test('waits for a seed if its atmosphere, not its spectrum, begins with a seed step', () => {
    const config = { atmosphere: stage(true, SEED), spectrum: stage(true, SEED) };
    expect(proceed(fresh(config), config)).toMatchObject({ kind: 'again', needsSeed: true });
    expect(proceed({ ...fresh(config), atmosphereDone: true }, config)).toMatchObject({
      kind: 'again',
      needsSeed: false,
    });
  });

  test.each([
    [1, 3, false],
    [2, 3, false],
    [3, 3, true],
    [4, 3, true],
    [1, 1, true],
  ])('with %d losses, of which %d are allowed, poison is %s', (losses, maxLostAttempts, poison) => {
    expect(isPoison(losses, { maxLostAttempts })).toBe(poison);
  });
});

describe('decideReport', () => {
  const task: TaskState = { nodeId: 'n1', running: true, reclaimed: false, claimedSince: false, retryWaits: false };
  test.each<[string, TaskState | undefined, ReportDecision['kind']]>([
    ['a task that the node holds is recorded', task, 'record'],
    ['a recorded task is a replay', { ...task, running: false }, 'replay'],
    [
      'a recorded task whose point was claimed since is outdated',
      { ...task, running: false, claimedSince: true },
      'outdated',
    ],
    [
      'a recorded task whose point is queued again is a replay',
      { ...task, running: false, retryWaits: true },
      'replay',
    ],
    [
      'a reclaimed task whose retry is still queued is taken late',
      { ...task, running: false, reclaimed: true, retryWaits: true },
      'late',
    ],
    [
      'a reclaimed task whose retry is not queued any more is refused',
      { ...task, running: false, reclaimed: true },
      'refuse',
    ],
    ['a task of another node is refused', { ...task, nodeId: 'n2' }, 'refuse'],
    ['a recorded task of another node is refused', { ...task, nodeId: 'n2', running: false }, 'refuse'],
    ['an unknown task is refused', undefined, 'refuse'],
  ])('%s', (_case, state, kind) => {
    expect(decideReport(state, 'n1', false).kind).toBe(kind);
    expect(decideReport(state, 'n1', true).kind).toBe(kind === 'outdated' ? 'refuse' : kind);
  });
});
