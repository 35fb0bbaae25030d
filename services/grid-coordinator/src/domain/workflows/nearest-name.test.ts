import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nearestName } from './nearest-name.ts';

const KEYS = ['grid', 'chain', 'timeout_sec', 'timeout_auto', 'max_lost_attempts', 'difficulty', 'lte', 'niter'];

describe('misspelt name', () => {
  test.each([
    ['timeout_sek', 'timeout_sec'],
    ['timeuot_sec', 'timeout_sec'],
    ['Timeout_Sec', 'timeout_sec'],
    ['nitre', 'niter'],
    ['dificulty', 'difficulty'],
    ['max_lost_atempts', 'max_lost_attempts'],
    ['engine', undefined],
    ['x', undefined],
    ['', undefined],
  ])('%j means %j', (given, meant) => {
    expect(nearestName(given, KEYS)).toBe(meant);
  });

  test('with one slip means the original name', () => {
    const slip = fc.constantFrom('missing', 'double', 'wrong', 'swapped');
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), slip, fc.nat(), (name, kind, at) => {
        const i = at % (name.length - 1);
        const [head, here, next, tail] = [name.slice(0, i), name[i] ?? '', name[i + 1] ?? '', name.slice(i + 2)];
        const slipped = {
          missing: head + next + tail,
          double: head + here + here + next + tail,
          wrong: `${head}#${next}${tail}`,
          swapped: head + next + here + tail,
        }[kind];
        expect(nearestName(slipped ?? '', KEYS)).toBe(name);
      }),
    );
  });

  test('is compared quickly at any length', () => {
    expect(nearestName('timeout_sec'.repeat(100_000), KEYS)).toBeUndefined();
  });
});
