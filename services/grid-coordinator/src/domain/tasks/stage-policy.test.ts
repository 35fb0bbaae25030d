import { describe, expect, test } from '@jest/globals';
import type { StagePolicy } from '@almagest/contracts/grid';
import { firstStage, needsSeed, preparePoint, type StageProgress } from './stage-policy.ts';

const FRESH: StageProgress = { status: 'pending', atmosphereDone: false, spectrumDone: false };
const CONVERGED: StageProgress = { status: 'converged', atmosphereDone: true, spectrumDone: true };
const ONLY_ATMOSPHERE: StageProgress = { status: 'converged', atmosphereDone: true, spectrumDone: false };
const FAILED_ATMOSPHERE: StageProgress = { status: 'failed', atmosphereDone: false, spectrumDone: false };
const FAILED_SPECTRUM: StageProgress = { status: 'failed', atmosphereDone: true, spectrumDone: false };

function prepare(point: StageProgress, atmosphere: StagePolicy | 'off', spectrum: StagePolicy | 'off'): string {
  const stage = (policy: StagePolicy | 'off') => ({
    enabled: policy !== 'off',
    policy: policy === 'off' ? 'skip_converged' : policy,
    strategies: ['cold_run'] as const,
  });
  const preparation = preparePoint(point, { atmosphere: stage(atmosphere), spectrum: stage(spectrum) });
  return preparation.keep ? 'keep' : preparation.from;
}

describe('at the start of a run', () => {
  test.each([
    ['a fresh point', FRESH, 'atmosphere', 'atmosphere', 'atmosphere'],
    ['a converged point', CONVERGED, 'keep', 'atmosphere', 'keep'],
    ['a failed point', FAILED_ATMOSPHERE, 'atmosphere', 'atmosphere', 'keep'],
  ] as const)(
    '%s, no spectrum wanted, obeys the atmosphere policy',
    (_which, point, skipConverged, force, skipFailed) => {
      expect(prepare(point, 'skip_converged', 'off')).toBe(skipConverged);
      expect(prepare(point, 'force_recompute', 'off')).toBe(force);
      expect(prepare(point, 'skip_failed', 'off')).toBe(skipFailed);
    },
  );

  test.each([
    ['a converged point', CONVERGED, 'keep', 'spectrum', 'keep'],
    ['a point without the spectrum that is now wanted', ONLY_ATMOSPHERE, 'spectrum', 'spectrum', 'spectrum'],
    ['a point whose spectrum failed', FAILED_SPECTRUM, 'spectrum', 'spectrum', 'keep'],
  ] as const)(
    '%s keeps its atmosphere and obeys the spectrum policy',
    (_which, point, skipConverged, force, skipFailed) => {
      for (const atmosphere of ['skip_converged', 'skip_failed'] as const) {
        expect(prepare(point, atmosphere, 'skip_converged')).toBe(skipConverged);
        expect(prepare(point, atmosphere, 'force_recompute')).toBe(force);
        expect(prepare(point, atmosphere, 'skip_failed')).toBe(skipFailed);
      }
    },
  );

  test.each(['skip_converged', 'force_recompute', 'skip_failed'] as const)(
    'a new atmosphere requires a new spectrum, even with policy %s',
    (spectrum) => {
      for (const point of [FRESH, CONVERGED, ONLY_ATMOSPHERE, FAILED_ATMOSPHERE, FAILED_SPECTRUM])
        expect(prepare(point, 'force_recompute', spectrum)).toBe('atmosphere');
    },
  );

  test.each(['skip_converged', 'force_recompute', 'skip_failed'] as const)(
    'a kept failure of the atmosphere has no spectrum to compute, even with policy %s',
    (spectrum) => {
      expect(prepare(FAILED_ATMOSPHERE, 'skip_failed', spectrum)).toBe('keep');
    },
  );

  test.each([
    ['a fresh point', FRESH, 'spectrum', 'spectrum', 'spectrum'],
    ['a converged point', CONVERGED, 'keep', 'spectrum', 'keep'],
    ['a failed point', FAILED_ATMOSPHERE, 'spectrum', 'spectrum', 'keep'],
  ] as const)(
    '%s, no atmosphere wanted, obeys the spectrum policy',
    (_which, point, skipConverged, force, skipFailed) => {
      expect(prepare(point, 'off', 'skip_converged')).toBe(skipConverged);
      expect(prepare(point, 'off', 'force_recompute')).toBe(force);
      expect(prepare(point, 'off', 'skip_failed')).toBe(skipFailed);
    },
  );

  test('unfinished points are computed with any policy', () => {
    for (const status of ['pending', 'queued', 'running'] as const) {
      for (const policy of ['skip_converged', 'force_recompute', 'skip_failed'] as const)
        expect(prepare({ ...FRESH, status }, policy, policy)).toBe('atmosphere');
    }
  });
});

test('a fresh point begins with its atmosphere, if the workflow computes one', () => {
  const stage = { policy: 'skip_converged', strategies: ['cold_run'] } as const;
  expect(firstStage({ atmosphere: { ...stage, enabled: true } })).toBe('atmosphere');
  expect(firstStage({ atmosphere: { ...stage, enabled: false } })).toBe('spectrum');
});

test.each([
  ['atmosphere', ['seed_step'], true],
  ['atmosphere', ['seed_step', 'cold_run'], true],
  ['atmosphere', ['cold_run', 'seed_step'], false],
  ['atmosphere', [], false],
  ['spectrum', ['seed_step'], false],
] as const)('before the %s with the chain %j a point waits for a seed: %s', (stage, chain, waits) => {
  expect(needsSeed(stage, chain)).toBe(waits);
});
