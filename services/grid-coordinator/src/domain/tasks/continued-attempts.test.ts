import { describe, expect, test } from '@jest/globals';
import type { Stage, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { afterFailure, nextTaskType, proceed, type Outcome, type PointProgress } from './task-lifecycle.ts';
import type { StageConfig } from '../workflows/workflow-config.ts';

function stage(strategies: readonly TaskType[]): StageConfig {
  return { enabled: true, policy: 'skip_converged', strategies };
}

function configOf(...strategies: TaskType[]) {
  return { atmosphere: stage(strategies), spectrum: stage(['cold_run']), rules: [] };
}

function fresh({ atmosphere, spectrum }: ReturnType<typeof configOf>): PointProgress {
  return {
    atmosphereChain: atmosphere.strategies,
    spectrumChain: spectrum.strategies,
    atmosphereDone: false,
    nextRule: null,
    rulesUsed: [],
    unconverged: null,
  };
}

const anyReport = fc.record({
  converged: fc.boolean(),
  atmosphere_has_nan: fc.boolean(),
  failed_stage: fc.constantFrom<Stage | null>('atmosphere', 'spectrum', null),
});

describe('chain with `continue`', () => {
  const CONTINUED = configOf('cold_run', 'continue', 'continue', 'seed_step');
  const at = (maxRelc: number) => ({ sha256: `${maxRelc}`, maxRelc });
  const after = (progress: PointProgress, left?: ReturnType<typeof at>) =>
    afterFailure(progress, { converged: false, failed_stage: 'atmosphere', left }, CONTINUED, null);
  const WAITS: Outcome = {
    kind: 'again',
    progress: { ...fresh(CONTINUED), atmosphereChain: ['seed_step'] },
    needsSeed: true,
  };
  const chainOf = (outcome: Outcome) => (outcome.kind === 'converged' ? [] : outcome.progress.atmosphereChain);
  const progressOf = (outcome: Outcome) => {
    if (outcome.kind === 'converged') throw new Error('a failure converged the point');
    return outcome.progress;
  };

  test('continues from where the attempt stopped while the result improves', () => {
    const cold = after(fresh(CONTINUED), at(0.5));
    expect(cold).toMatchObject({ kind: 'again', needsSeed: false, progress: { unconverged: at(0.5) } });
    expect(nextTaskType(progressOf(cold), CONTINUED)).toBe('continue');
    const closer = after(progressOf(cold), at(0.1));
    expect(closer).toMatchObject({ progress: { atmosphereChain: ['continue', 'seed_step'], unconverged: at(0.1) } });
    const noCloser = after(progressOf(cold), at(0.5));
    expect(noCloser).toMatchObject({ needsSeed: true, notContinued: true, progress: { unconverged: null } });
    expect(chainOf(noCloser)).toEqual(['seed_step']);
  });

  test('skips `continue` after an attempt that left nothing', () => {
    expect(after(fresh(CONTINUED))).toEqual({ ...WAITS, notContinued: true });
  });

  test('discards the structure when no `continue` is left', () => {
    const last = { ...fresh(CONTINUED), atmosphereChain: ['cold_run', 'seed_step'] as const };
    expect(after(last, at(0.1))).toEqual(WAITS);
  });

  test('discards the structure when the spectrum is next or every strategy has failed', () => {
    const kept = { ...fresh(CONTINUED), atmosphereChain: ['cold_run', 'continue'] as const, unconverged: at(0.1) };
    expect(proceed({ ...kept, atmosphereDone: true }, CONTINUED)).toMatchObject({ progress: { unconverged: null } });
    const failedTwice = { ...kept, spectrumChain: [] };
    expect(afterFailure(failedTwice, { converged: false, failed_stage: 'spectrum' }, CONTINUED, null)).toMatchObject({
      kind: 'failed',
      progress: { unconverged: null },
    });
  });

  test('always has a structure for its next `continue`', () => {
    const reports = fc.array(
      fc.record({ report: anyReport, left: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }) }),
      { maxLength: 8 },
    );
    const strategies = fc.array(fc.constantFrom<TaskType>('cold_run', 'seed_step', 'continue'), { maxLength: 6 });
    fc.assert(
      fc.property(strategies, reports, (more, reports) => {
        const config = configOf('cold_run', ...more);
        let progress = fresh(config);
        for (const { report, left } of reports) {
          const outcome = afterFailure(
            progress,
            { ...report, ...(left === undefined ? {} : { left: at(left) }) },
            config,
            null,
          );
          if (outcome.kind !== 'again') {
            expect(progressOf(outcome).unconverged).toBeNull();
            return;
          }
          progress = outcome.progress;
          if (nextTaskType(progress, config) === 'continue') expect(progress.unconverged).not.toBeNull();
        }
      }),
      { numRuns: 500 },
    );
  });
});
