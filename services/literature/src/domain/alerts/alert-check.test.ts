import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isNewPaper, knownSince, nextCheckSec } from './alert-check.ts';

const date = fc.constantFrom('', '2019-00-00', '2020-01-00', '2020-01-15', '2020-02-00', '2021-12-31');

test('papers of the first answer, and papers older than that answer, are never new', () => {
  fc.assert(
    fc.property(fc.array(date), fc.boolean(), date, (dates, isWhole, later) => {
      expect(dates.some((one) => isNewPaper(undefined, one))).toBe(false);
      const since = knownSince(dates, isWhole);
      if (isWhole) expect(isNewPaper(since, later)).toBe(true);
      else if (dates.every((one) => one > later) && dates.length > 0) expect(isNewPaper(since, later)).toBe(false);
      else if (dates.some((one) => one <= later)) expect(isNewPaper(since, later)).toBe(true);
    }),
  );
});

test('a failed check is repeated before the next scheduled one, unless the alert is off', () => {
  expect(nextCheckSec('off', true)).toBeNull();
  expect(nextCheckSec('off', false)).toBeNull();
  expect(nextCheckSec('daily', true)).toBeLessThan(nextCheckSec('daily', false) ?? 0);
  expect(nextCheckSec('weekly', false)).toBe(7 * (nextCheckSec('daily', false) ?? 0));
});
