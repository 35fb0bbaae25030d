import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutRow, findColumns } from '../src/layout/table-columns.ts';
import { run, rowOf } from './runs.ts';

/** Cells set in columns that are this far apart, each as wide as its longest cell. Letters are five points wide. */
function setTable(rows: readonly (readonly string[])[], gap: number) {
  const widths = (rows[0] ?? []).map((_, k) => Math.max(...rows.map((row) => 5 * (row[k]?.length ?? 0))));
  return rows.map((row, i) => {
    let left = 50;
    return rowOf(
      ...row.map((cell, k) => {
        const at = left;
        left += (widths[k] ?? 0) + gap;
        return run(cell, at, 100 + 12 * i);
      }),
    );
  });
}

const cellsOf = (rows: ReturnType<typeof setTable>) => {
  const columns = findColumns(rows);
  return rows.map((row) => cutRow(row, columns).map((runs) => runs.map(({ text }) => text).join(' ')));
};

test('separates columns that are as close as words where most rows leave more space', () => {
  const digits = fc.integer({ min: 1, max: 3 }).map((length) => '123'.slice(0, length));
  const table = fc.array(fc.tuple(digits, digits, digits), { minLength: 8, maxLength: 12 });
  fc.assert(
    fc.property(table, (body) => {
      const longest = [
        ['HD 12345', '12345', '1', '12'],
        ['HD 123', '12345', '12345', '1'],
        ['HD 124', '1', '12345', '12345'],
      ];
      const rows = [...longest, ...body.map((cells, i) => [`HD ${100 + i}`, ...cells])];
      expect(cellsOf(setTable(rows, 3))).toEqual(rows);
    }),
  );
});

test('keeps words of cells together that are always as close as words, and the parts of a value', () => {
  const rows = Array.from({ length: 8 }, (_, i) => [`NGC ${1000 + i}`, `${i}.0 ± 0.${i}`, 'RR Lyr']);
  expect(cellsOf(setTable(rows, 12))).toEqual(rows);
});
