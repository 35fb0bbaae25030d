import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ticksOf, widthOf } from './ticks.ts';

const axis = fc
  .array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 60 })
  .map((values) => values.map(String));

test('ticks never overlap, stay within the axis, are evenly spaced, and begin with the first cell', () => {
  fc.assert(
    fc.property(axis, fc.integer({ min: 1, max: 1_500 }), fc.boolean(), (texts, length, isVertical) => {
      const ticks = ticksOf(texts, length, isVertical);
      const size = isVertical ? 15 : widthOf(texts);
      expect(ticks[0]?.cell).toBe(0);
      for (const [index, { cell, at }] of ticks.entries()) {
        const before = ticks[index - 1];
        if (before !== undefined) expect(at - before.at).toBeGreaterThanOrEqual(size);
        if (length >= size) expect(at + size / 2).toBeLessThanOrEqual(length + 1e-6);
        expect(cell).toBeLessThan(texts.length);
      }
      const steps = ticks.slice(2).map(({ cell }, index) => cell - (ticks[index + 1]?.cell ?? 0));
      for (const step of steps) expect(step).toBeGreaterThanOrEqual((ticks[1]?.cell ?? 0) - (ticks[0]?.cell ?? 0));
    }),
  );
});

test('every cell has a tick if there is room', () => {
  expect(ticksOf(['20000', '22000', '24000'], 300, false).map(({ cell }) => cell)).toEqual([0, 1, 2]);
  expect(ticksOf(['20000', '22000', '24000'], 60, false).map(({ cell }) => cell)).toEqual([0]);
  expect(ticksOf(['5.0'], 0, true)).toEqual([]);
});
