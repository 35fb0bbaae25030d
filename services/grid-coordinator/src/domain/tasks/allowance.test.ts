import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allowanceAfter, slotLimit } from './allowance.ts';

describe('allowance of a node', () => {
  test.each([
    ['success', null, 8, null],
    ['success', 1, 8, 2],
    ['success', 6, 8, 7],
    ['success', 7, 8, null],
    ['success', 9, 8, null],
    ['success', 1, 1, null],
    ['failed_what_others_finish', null, 8, 4],
    ['failed_what_others_finish', null, 7, 3],
    ['failed_what_others_finish', 4, 8, 2],
    ['failed_what_others_finish', 3, 8, 1],
    ['failed_what_others_finish', 1, 8, 1],
    ['failed_what_others_finish', null, 1, 1],
  ] as const)('after %s, from %s of %d slots, is %s', (event, before, maxSlots, after) => {
    expect(allowanceAfter(event, before, maxSlots)).toBe(after);
  });

  const slots = fc.integer({ min: 1, max: 4096 });
  const events = fc.array(fc.constantFrom('success', 'failed_what_others_finish'), { maxLength: 40 });

  test('is always at least one and never more than the node’s slots', () => {
    fc.assert(
      fc.property(slots, events, (maxSlots, events) => {
        let allowance: number | null = null;
        for (const event of events) {
          allowance = allowanceAfter(event, allowance, maxSlots);
          if (allowance !== null) {
            expect(allowance).toBeGreaterThanOrEqual(1);
            expect(allowance).toBeLessThanOrEqual(maxSlots);
          }
        }
      }),
    );
  });

  test('is removed after as many successes as the node has slots', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), events, (maxSlots, events) => {
        let allowance = events.reduce<number | null>((before, event) => allowanceAfter(event, before, maxSlots), null);
        for (let success = 0; success < maxSlots; success += 1)
          allowance = allowanceAfter('success', allowance, maxSlots);
        expect(allowance).toBeNull();
      }),
    );
  });
});

test.each([
  [8, null, null, 8],
  [8, 3, null, 3],
  [8, null, 2, 2],
  [8, 3, 2, 2],
  [8, 1, 2, 1],
  [8, 0, 2, 0],
  [8, 0, null, 0],
  [2, 3, null, 2],
  [2, null, 4, 2],
])('the limit for %s slots, quota %s and allowance %s is %s', (slots, quota, allowance, limit) => {
  expect(slotLimit(slots, quota, allowance)).toBe(limit);
});
