import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { drawnRows } from './drawn-rows.ts';

const spectra = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 2,
    maxLength: 400,
  })
  .map((rows) => {
    const sorted = rows.toSorted(([a], [b]) => a - b);
    return {
      wavelengths: Float64Array.from(sorted, ([wavelength]) => wavelength),
      fluxes: Float64Array.from(sorted, ([, flux]) => flux),
    };
  });
const ranges = fc
  .tuple(fc.integer({ min: -10, max: 1_010 }), fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, length, columns]) => ({ from, to: from + length, columns }));

describe('the rows that are drawn', () => {
  test('are at most four per column plus one on either side, in rising order without duplicates', () => {
    fc.assert(
      fc.property(spectra, ranges, (spectrum, range) => {
        const rows = drawnRows(spectrum, range);
        expect(rows.length).toBeLessThanOrEqual(4 * range.columns + 2);
        for (const [place, row] of rows.entries()) expect(row).toBeGreaterThan(rows[place - 1] ?? -1);
      }),
    );
  });

  test('include the first, last, lowest and highest flux of every column', () => {
    fc.assert(
      fc.property(spectra, ranges, (spectrum, range) => {
        const { from, to, columns } = range;
        const drawn = new Set(drawnRows(spectrum, range));
        const byColumn = new Map<number, number[]>();
        for (const [row, wavelength] of spectrum.wavelengths.entries()) {
          if (wavelength < from || wavelength > to) continue;
          const column = Math.min(columns - 1, Math.floor(((wavelength - from) / (to - from)) * columns));
          byColumn.set(column, [...(byColumn.get(column) ?? []), row]);
        }
        for (const rows of byColumn.values()) {
          const kept = rows.filter((row) => drawn.has(row));
          const fluxesOf = (list: readonly number[]) => list.map((row) => spectrum.fluxes[row] ?? NaN);
          expect([kept[0], kept.at(-1)]).toEqual([rows[0], rows.at(-1)]);
          expect(Math.min(...fluxesOf(kept))).toBe(Math.min(...fluxesOf(rows)));
          expect(Math.max(...fluxesOf(kept))).toBe(Math.max(...fluxesOf(rows)));
        }
      }),
    );
  });

  test('are all rows if each column has one, plus the neighbours outside the range', () => {
    const wavelengths = Float64Array.from({ length: 10 }, (_, row) => row);
    const fluxes = Float64Array.from(wavelengths, (row) => row % 3);
    expect(drawnRows({ wavelengths, fluxes }, { from: 0, to: 9, columns: 9 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(drawnRows({ wavelengths, fluxes }, { from: 2.5, to: 4.5, columns: 10 })).toEqual([2, 3, 4, 5]);
  });

  test('of half a million rows are at most four per column, and include a spike', () => {
    const wavelengths = Float64Array.from({ length: 500_000 }, (_, row) => 900 + row * 0.01);
    const fluxes = Float64Array.from(
      wavelengths,
      (wavelength, row) => Math.sin(wavelength) + (row === 123_456 ? 9 : 0),
    );
    const rows = drawnRows({ wavelengths, fluxes }, { from: 900, to: 5_900, columns: 800 });
    expect(rows.length).toBeLessThanOrEqual(3_200);
    expect(rows).toContain(123_456);
  });
});
