import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chartValue, tickTexts } from './tick-text.ts';

test('writes the ticks of an axis in one format', () => {
  expect(tickTexts([1, null, 0.1, 0.01, 0.001])).toEqual(['1', '', '0.1', '0.01', '0.001']);
  expect(tickTexts([1, 0.1, 1e-4])).toEqual(['10⁰', '10⁻¹', '10⁻⁴']);
  expect(tickTexts([0, 2.5e7, 5e7, 1e8])).toEqual(['0', '2.5×10⁷', '5.0×10⁷', '1.0×10⁸']);
  expect(tickTexts([3_800, 4_000])).toEqual(['3,800', '4,000']);
});

test('mixes powers of ten and plain numbers on no axis, except 0', () => {
  const tick = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1 }), (ticks) => {
      const texts = tickTexts(ticks).filter((_, index) => ticks[index] !== 0);
      expect(new Set(texts.map((text) => text.includes('10') && /[⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text))).size).toBeLessThanOrEqual(
        1,
      );
    }),
  );
});

test('writes a value under the cursor', () => {
  expect([0, 1.5, 0.0003, -4e9].map(chartValue)).toEqual(['0', '1.5', '3.00×10⁻⁴', '−4.00×10⁹']);
});
