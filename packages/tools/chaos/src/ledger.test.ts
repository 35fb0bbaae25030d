import { expect, test } from '@jest/globals';
import { Ledger } from './ledger.ts';

test.each([
  [0, 0],
  [408, 0],
  [500, 0],
  [400, 1],
  [401, 1],
  [429, 1],
])('a claim answered with %i adds %i wrong replies', (status, times) => {
  const ledger = new Ledger();
  expect(ledger.enterClaim('n1', { status, body: undefined })).toBeUndefined();
  expect(ledger.wrong).toHaveLength(times);
});
