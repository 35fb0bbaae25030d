import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { causeOf, groupsAfterFailure, LONGEST_CAUSE, MOST_GROUPS_OF_POINT } from './failure-cause.ts';

const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.nat(40)).map(([m, e]) => `${m.toFixed(3)}D-${e}`),
  fc.nat({ max: 8 }).map((n) => '*'.repeat(n + 3)),
  fc.uuid(),
);
const word = fc.string({
  unit: fc.constantFrom(...Array.from('ghjkmnopqrstuvwxyz_:(=,)')),
  minLength: 1,
  maxLength: 8,
});

describe('cause of a failure', () => {
  test('ignores the numbers in the message', () => {
    const message = fc.array(fc.tuple(word, number, number), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(message, (parts) => {
        const first = parts.map(([text, a]) => `${text} ${a}`).join(' ');
        const second = parts.map(([text, , b]) => `${text} ${b}`).join(' ');
        expect(causeOf(first)).toBe(causeOf(second));
        expect(causeOf(first)).not.toMatch(/\d/);
      }),
    );
  });

  test('depends on the words', () => {
    fc.assert(
      fc.property(word, word, number, (a, b, n) => {
        fc.pre(a !== b);
        expect(causeOf(`${a} ${n}`)).not.toBe(causeOf(`${b} ${n}`));
      }),
    );
  });

  test('is idempotent, never empty and never long', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(...Array.from('#*- .,+eEdD0123456789abcf\n\t')), maxLength: 600 }),
    );
    fc.assert(
      fc.property(text, (message) => {
        const cause = causeOf(message);
        expect(causeOf(cause)).toBe(cause);
        expect(cause.length).toBeGreaterThan(0);
        expect(cause.length).toBeLessThanOrEqual(LONGEST_CAUSE);
        expect(cause.isWellFormed()).toBe(true);
      }),
    );
  });

  test.each([
    ['no convergence in 50 iterations: max_relc 3.2E-02', 'no convergence in # iterations: max_relc #'],
    ['  T = 1.5D+04   ne=********\n', 'T = # ne=#'],
    ['residuals 1 2.5 -3 .5', 'residuals #'],
    ['t20000_g5.0_he-1.0_c-4.0 is missing', 't#_g#_he#_c# is missing'],
    ['no seed a3f9c1d07b21 of task 0b7f6a52-6ad0-4a35-9d58-3c8a0f1d2c3e', 'no seed # of task #'],
    ['2026-11-22T20:13:45Z: ended by SIGKILL', '#T#:#:#Z: ended by SIGKILL'],
    ['---------- feedface NaN in depth 7', '---------- feedface NaN in depth #'],
    ['', 'no reason was reported'],
  ])('of %j is %j', (message, cause) => {
    expect(causeOf(message)).toBe(cause);
  });
});

test('a point remembers each group once, up to a limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }).map(String)), (failures) => {
      let groups: readonly string[] = [];
      let counted = 0;
      for (const failure of failures) {
        const after = groupsAfterFailure(groups, failure);
        if (after.isNew) counted += 1;
        expect(after.isNew).toBe(after.groups.length > groups.length);
        groups = after.groups;
      }
      expect(new Set(groups).size).toBe(counted);
      expect(counted).toBe(Math.min(MOST_GROUPS_OF_POINT, new Set(failures).size));
    }),
  );
});
