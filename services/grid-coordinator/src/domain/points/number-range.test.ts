import { expect, test } from '@jest/globals';
import { PointsQuery } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { parseNumberRange } from './number-range.ts';

const pattern = new RegExp((PointsQuery.properties.teff as { pattern?: string }).pattern ?? '');
const arbitraryNumber = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1_000);

test('parses every formatted range', () => {
  const end = fc.option(arbitraryNumber, { nil: undefined });
  fc.assert(
    fc.property(end, end, (from, to) => {
      fc.pre(from !== undefined || to !== undefined);
      const text = `${from ?? ''}..${to ?? ''}`;
      expect(text).toMatch(pattern);
      expect(parseNumberRange(text)).toEqual({
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      });
    }),
  );
});

test('parses a single number as a range of one value', () => {
  fc.assert(
    fc.property(arbitraryNumber, (value) => {
      expect(String(value)).toMatch(pattern);
      expect(parseNumberRange(String(value))).toEqual({ from: value, to: value });
    }),
  );
});

test.each(['', '..', '1...2', '1..2..3', 'x', '1,5', ' 1', '1..2 ', '1e5', '.5', '5.', '--1'])('rejects %j', (text) => {
  expect(text).not.toMatch(pattern);
});
