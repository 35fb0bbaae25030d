import { expect, test } from '@jest/globals';
import { effectiveSlots } from './slots.ts';

test.each([
  ['no quota', null, 4],
  ['a lower quota', 2, 2],
  ['a higher quota', 9, 4],
  ['a quota of zero', 0, 0],
  ['a negative quota', -1, 0],
])('%s', (_, quota, expected) => expect(effectiveSlots(4, quota)).toBe(expected));
