import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cellEdges, paintBars, paintStacks, type Pixels } from './paint.ts';

const COLOURS = Uint32Array.from([0xff_00_00_01, 0xff_00_00_02, 0xff_00_00_03]);
const INKS = { colours: COLOURS, hatched: new Set<number>() };

function blank(width: number, height: number): Pixels {
  return { data: new Uint32Array(width * height), width, height };
}

test('the cells of an axis fill its length without gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 50 }), (length, cells) => {
      const edges = cellEdges(length, cells);
      expect([edges[0], edges.at(-1)]).toEqual([0, length]);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    }),
  );
});

test('a cell stacks its categories by share, with the first at the bottom, and stays empty without points', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)), ([a, b, c]) => {
      const pixels = blank(4, 100);
      const counts = Int32Array.from([a, b, c, 0, 0, 0]);
      paintStacks(pixels, { counts, offset: 0, columns: 1, rows: 2, categoryCount: 3 }, INKS);
      const column = Array.from({ length: 100 }, (_, y) => pixels.data[(99 - y) * 4] ?? 0);
      // The pixels of the second cell, which is above the first.
      expect(column.slice(50).every((pixel) => pixel === 0)).toBe(true);
      const shown = column.slice(0, 49).map((pixel) => COLOURS.indexOf(pixel));
      expect(shown).toEqual(shown.toSorted((x, y) => x - y));
      if (a + b + c === 0) return;
      for (const [category, n] of [a, b, c].entries()) {
        const share = shown.filter((found) => found === category).length / shown.length;
        expect(Math.abs(share - n / (a + b + c))).toBeLessThan(0.05);
      }
    }),
  );
});

test('the highest bar fills the height, and bars outside the range are paler', () => {
  const pixels = blank(20, 10);
  const counts = Int32Array.from([4, 4, 0, 2, 2, 0]);
  paintBars(pixels, { counts, categoryCount: 3 }, INKS, { from: 0, to: 0 });
  const columnAt = (x: number) => Array.from({ length: 10 }, (_, y) => pixels.data[(9 - y) * 20 + x]);
  expect(columnAt(0)).toEqual([...Array(5).fill(0xff_00_00_01), ...Array(5).fill(0xff_00_00_02)]);
  expect(columnAt(10).filter((pixel) => pixel !== 0)).toHaveLength(5);
  expect(columnAt(10)[0]).toBe(0x40_00_00_01);
});

test('a hatched category has diagonal lines in a darker colour, and other categories have none', () => {
  const pixels = blank(24, 24);
  const counts = Int32Array.from([1, 1]);
  const inks = { colours: Uint32Array.from([0xff_40_80_c0, 0xff_40_80_c0]), hatched: new Set([1]) };
  paintStacks(pixels, { counts, offset: 0, columns: 1, rows: 1, categoryCount: 2 }, inks);
  const coloursOf = (from: number, to: number) => new Set(pixels.data.slice(24 * from + 1, 24 * to - 1));
  expect([...coloursOf(13, 24)].filter((pixel) => pixel !== 0)).toEqual([0xff_40_80_c0]);
  expect([...coloursOf(2, 11)].filter((pixel) => pixel !== 0).toSorted((a, b) => a - b)).toEqual([
    0xff_1d_3a_56, 0xff_40_80_c0,
  ]);
});
