import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { loads } from './test/loaded-anew.ts';

beforeAll(() => {
  process.env['LEFT_BEHIND'] = 'by passes.sample.ts';
  jest.spyOn(Math, 'max').mockReturnValue(7);
  jest.useFakeTimers();
});
afterAll(() => undefined);

test('passes', () => {
  expect([Math.max(1), loads()]).toEqual([7, 1]);
});
