import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BM25, countTable, inverseFrequency, rankOf } from './bm25.ts';

const { thresholds, counts } = countTable();
/** Looks up the count of a rank as PostgreSQL's `width_bucket` does. */
const countOf = (rank: number) => counts[thresholds.filter((threshold) => threshold <= rank).length];

test('a rank in single precision is converted back to its counts', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.nat(32), fc.constantFrom(-1, 0, 1), (inHeadings, inText, error) => {
      const rank = Math.fround(rankOf(inHeadings, inText)) * (1 + error * 2 ** -23);
      expect(countOf(rank)).toBe(inText + BM25.headingWeight * inHeadings);
    }),
  );
});

test('a count beyond the table counts as the largest in the table', () => {
  expect(countOf(rankOf(0, 256))).toBe(32);
});

test('rarer words have more weight, and every word has some weight', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000_000), (a, b, total) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)];
      expect(inverseFrequency(few, total)).toBeGreaterThanOrEqual(inverseFrequency(many, total));
      expect(inverseFrequency(many, total)).toBeGreaterThan(0);
    }),
  );
});
