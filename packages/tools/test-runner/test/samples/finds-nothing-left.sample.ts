import { expect, test } from '@jest/globals';
import { loads } from './test/loaded-anew.ts';

test('finds nothing from the previous file', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect([process.env['LEFT_BEHIND'], Math.max(1), loads()]).toEqual([undefined, 1, 1]);
});
