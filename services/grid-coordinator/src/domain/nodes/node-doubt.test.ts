import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isSuspect, OUTCOME_DECAY, pausesAfter, pauseSec } from './node-doubt.ts';

const NOBODY = { tried: 0, converged: 0 };
const outcomes = fc
  .tuple(fc.double({ min: 0, max: 60, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([tried, part]) => ({ tried, converged: tried * part }));

/** Returns after how many failures in a row a new node becomes suspect, or undefined if it never does. */
function failuresUntilSuspect(others: { tried: number; converged: number }): number | undefined {
  let tried = 0;
  for (let failures = 1; failures <= 200; failures += 1) {
    tried = tried * OUTCOME_DECAY + 1;
    if (isSuspect({ tried, converged: 0 }, others)) return failures;
  }
  return undefined;
}

describe('suspect node', () => {
  test.each([
    ['nothing is known of the other nodes', NOBODY, undefined],
    ['another node has one converged model', { tried: 1, converged: 1 }, 10],
    ['nearly all models converge on other nodes', { tried: 30, converged: 30 }, 3],
    ['half of the models converge on other nodes', { tried: 30, converged: 15 }, 18],
    ['a third of the models converges on other nodes', { tried: 30, converged: 10 }, 39],
    ['a fifth of the models converges on other nodes', { tried: 30, converged: 6 }, undefined],
    ['all models fail on other nodes', { tried: 30, converged: 0 }, undefined],
  ])('if %s, needs the expected number of failures', (_what, others, failures) => {
    expect(failuresUntilSuspect(others)).toBe(failures);
  });

  test('never succeeds as often as the other nodes', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (own, others) => {
        fc.pre(own.tried > 0 && own.converged / own.tried >= (others.converged + 1) / (others.tried + 2));
        expect(isSuspect(own, others)).toBe(false);
      }),
    );
  });

  test('remains suspect after more failures or after more successes of other nodes', () => {
    const more = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(outcomes, outcomes, more, (own, others, extra) => {
        fc.pre(isSuspect(own, others));
        expect(isSuspect({ ...own, tried: own.tried + extra }, others)).toBe(true);
        const better = { tried: others.tried + extra, converged: others.converged + extra };
        expect(isSuspect(own, better)).toBe(true);
      }),
    );
  });
});

describe('pause of a suspect node', () => {
  test('is a minute, then doubles each time up to an hour', () => {
    expect([1, 2, 3, 4, 7, 8, 1_000].map(pauseSec)).toEqual([60, 120, 240, 480, 3_600, 3_600, 3_600]);
  });

  test('is added once for tasks held at its start, and removed one at a time', () => {
    fc.assert(
      fc.property(fc.nat(50), (pauses) => {
        expect(pausesAfter('failed', pauses, true)).toBe(pauses);
        expect(pausesAfter('failed', pauses, false)).toBe(pauses + 1);
        for (const observation of ['converged', 'confirmed'] as const)
          expect(pausesAfter(observation, pauses, false)).toBe(Math.max(0, pauses - 1));
      }),
    );
  });
});
