import { expect, test } from '@jest/globals';
import type { Stage, TaskType } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { firstStage, preparePoint } from './stage-policy.ts';
import {
  afterFailure,
  armed,
  isPoison,
  isSuccess,
  keepsSeed,
  nextTaskType,
  proceed,
  receive,
  type PointProgress,
} from './task-lifecycle.ts';
import type { StageConfig } from './workflow-config.ts';

const stage = (
  enabled: boolean,
  strategies: TaskType[],
  policy: StageConfig['policy'] = 'skip_converged',
): StageConfig => ({ enabled, policy, strategies });
const BOTH = { atmosphere: stage(true, ['cold_run', 'seed_step']), spectrum: stage(true, ['cold_run']) };
const ATMOSPHERE = { ...BOTH, spectrum: stage(false, ['cold_run']) };

const fresh: PointProgress = {
  atmosphereChain: ['cold_run', 'seed_step'],
  spectrumChain: ['cold_run'],
  atmosphereDone: false,
};

test.each([
  ['completed', true, false, true],
  ['completed', true, true, false],
  ['completed', false, false, false],
  ['failed', true, false, false],
  ['timeout', true, false, false],
] as const)('a report %s, converged %j, NaN %j is a success: %j', (status, converged, atmosphere_has_nan, success) => {
  expect(isSuccess({ status, converged, atmosphere_has_nan })).toBe(success);
});

test('keeps the seed of a clean converged atmosphere, whatever became of the spectrum', () => {
  expect(keepsSeed({ converged: true, atmosphere_has_nan: false })).toBe(true);
  expect(keepsSeed({ converged: true, atmosphere_has_nan: true })).toBe(false);
  expect(keepsSeed({ converged: false, atmosphere_has_nan: false })).toBe(false);
});

test('pops the chain that failed_stage names, and the atmosphere when it names none and that has not converged', () => {
  for (const failed_stage of ['atmosphere', null, undefined] as const) {
    expect(afterFailure(fresh, { converged: false, failed_stage }, BOTH)).toEqual({
      kind: 'again',
      needsSeed: true,
      progress: { ...fresh, atmosphereChain: ['seed_step'] },
    });
  }
  expect(afterFailure(fresh, { converged: true, failed_stage: 'spectrum' }, BOTH)).toEqual({
    kind: 'failed',
    armable: false,
    progress: { ...fresh, spectrumChain: [], atmosphereDone: true },
  });
});

test('takes a failure without a stage behind a converged atmosphere for one of the spectrum', () => {
  const outcome = afterFailure({ ...fresh, spectrumChain: ['cold_run', 'cold_run'] }, { converged: true }, BOTH);
  expect(outcome).toMatchObject({
    kind: 'again',
    needsSeed: false,
    progress: { atmosphereDone: true, spectrumChain: ['cold_run'] },
  });
});

test('fails a point whose chain is empty, and lets seeds arm it only when its chain held a seed step', () => {
  const last: PointProgress = { ...fresh, atmosphereChain: ['seed_step'] };
  expect(afterFailure(last, { converged: false }, ATMOSPHERE)).toMatchObject({ kind: 'failed', armable: true });
  const coldOnly = { ...ATMOSPHERE, atmosphere: stage(true, ['cold_run']) };
  expect(afterFailure({ ...fresh, atmosphereChain: ['cold_run'] }, { converged: false }, coldOnly)).toMatchObject({
    kind: 'failed',
    armable: false,
  });
});

test('arms with one seed step and nothing else', () => {
  expect(proceed(armed({ ...fresh, atmosphereChain: [] }), ATMOSPHERE)).toMatchObject({
    kind: 'again',
    needsSeed: true,
    progress: { atmosphereChain: ['seed_step'] },
  });
});

const strategies = fc.array(fc.constantFrom<TaskType>('cold_run', 'seed_step'), { minLength: 1, maxLength: 5 });

test('comes to an end: after as many failures as there are strategies, in whatever stage, a point has failed', () => {
  fc.assert(
    fc.property(
      strategies,
      strategies,
      fc.infiniteStream(fc.constantFrom<Stage | null>('atmosphere', 'spectrum', null)),
      (atmosphere, spectrum, stages) => {
        const config = { atmosphere: stage(true, atmosphere), spectrum: stage(true, spectrum) };
        let progress: PointProgress = { atmosphereChain: atmosphere, spectrumChain: spectrum, atmosphereDone: false };
        for (let failures = 1; failures <= atmosphere.length + spectrum.length; failures += 1) {
          const before = progress.atmosphereChain.length + progress.spectrumChain.length;
          const failed_stage = stages.next().value;
          const outcome = afterFailure(progress, { converged: failed_stage === 'spectrum', failed_stage }, config);
          if (outcome.kind === 'failed') return;
          if (outcome.kind !== 'again') throw new Error('a failure cannot converge');
          // One strategy is gone, never more; and the next task comes from the chain that is left.
          expect(outcome.progress.atmosphereChain.length + outcome.progress.spectrumChain.length).toBe(before - 1);
          expect(['cold_run', 'seed_step']).toContain(nextTaskType(outcome.progress, config));
          ({ progress } = outcome);
        }
        throw new Error('more failures than strategies');
      },
    ),
  );
});

test.each([
  [undefined, 'refuse'],
  [{ nodeId: 'other', running: true, takenBack: false, retryWaits: false }, 'refuse'],
  [{ nodeId: 'own', running: true, takenBack: false, retryWaits: false }, 'settle'],
  [{ nodeId: 'own', running: false, takenBack: false, retryWaits: true }, 'replay'],
  [{ nodeId: 'own', running: false, takenBack: true, retryWaits: true }, 'late'],
  [{ nodeId: 'own', running: false, takenBack: true, retryWaits: false }, 'refuse'],
])('meets a report for %j with: %s', (task, kind) => {
  expect(receive(task, 'own').kind).toBe(kind);
});

test('takes the third loss in a row for the fault of the point', () => {
  expect([1, 2, 3].map((losses) => isPoison(losses, { maxLostAttempts: 3 }))).toEqual([false, false, true]);
});

const converged = { status: 'converged', atmosphereDone: true, spectrumDone: false } as const;
const failed = { status: 'failed', atmosphereDone: false, spectrumDone: false } as const;
const failedInSpectrum = { status: 'failed', atmosphereDone: true, spectrumDone: false } as const;

test.each([
  ['skip_converged', converged, 'keep'],
  ['skip_converged', failed, 'atmosphere'],
  ['force_recompute', converged, 'atmosphere'],
  ['force_recompute', failed, 'atmosphere'],
  ['skip_failed', converged, 'keep'],
  ['skip_failed', failed, 'keep'],
] as const)('under %s a point %j is computed from: %s', (policy, point, from) => {
  const preparation = preparePoint(point, {
    atmosphere: stage(true, ['cold_run'], policy),
    spectrum: stage(false, ['cold_run']),
  });
  expect(preparation.keep ? 'keep' : preparation.from).toBe(from);
});

test.each([
  ['skip_converged', converged, 'spectrum'],
  ['skip_converged', { ...converged, spectrumDone: true }, 'keep'],
  ['skip_converged', failedInSpectrum, 'spectrum'],
  ['force_recompute', { ...converged, spectrumDone: true }, 'spectrum'],
  ['skip_failed', failedInSpectrum, 'keep'],
  ['skip_failed', converged, 'spectrum'],
] as const)(
  'with a kept atmosphere and the spectrum under %s, a point %j is computed from: %s',
  (policy, point, from) => {
    const preparation = preparePoint(point, {
      atmosphere: stage(true, ['cold_run']),
      spectrum: stage(true, ['cold_run'], policy),
    });
    expect(preparation.keep ? 'keep' : preparation.from).toBe(from);
  },
);

test('begins with the atmosphere unless that is switched off', () => {
  expect(firstStage(BOTH)).toBe('atmosphere');
  expect(firstStage({ atmosphere: stage(false, []) })).toBe('spectrum');
});
