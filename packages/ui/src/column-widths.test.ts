import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readWidths } from './column-widths.ts';

test('reads only usable widths, whatever the browser has stored', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      for (const width of Object.values(readWidths(stored))) expect(width).toBeGreaterThanOrEqual(36);
    }),
  );
  expect(readWidths({ status: 120.4, wave: 3, node: 9_999, method: '80', relc: null })).toEqual({
    status: 120,
    wave: 36,
    node: 600,
  });
  expect(readWidths(null)).toEqual({});
});
