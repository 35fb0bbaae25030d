import { expect, test } from '@jest/globals';
import type { Box } from '../src/block.ts';
import { extractTables } from '../src/layout/tables/tables.ts';
import { linesOf, pageOf, rowOf, run } from './runs.ts';

const rules = (...heights: readonly number[]) => heights.map((y) => ({ left: 50, right: 300, y }));
const caption = rowOf(run('Table 1. Stars', 50, 90));

test('reads three rows between lines as a table without a caption only if the lines form a grid', () => {
  const rows = linesOf(
    [110, ['i', 55], ['0', 120], ['1', 170]],
    [122, ['0', 55], ['set a', 120], ['set b', 170]],
    [134, ['1', 55], ['set c', 120], ['set d', 170]],
  );
  const tablesOf = (grids: readonly Box[]) =>
    extractTables(pageOf(1, rows, { rules: rules(100, 113, 125, 138), grids })).tables;
  expect(tablesOf([{ left: 50, right: 300, top: 100, bottom: 138 }])).toHaveLength(1);
  expect(tablesOf([])).toEqual([]);
});

test('keeps stacked frames of the same width separate', () => {
  const examples = [110, 150].flatMap((top) =>
    linesOf(
      [top, ['Star', 55], ['Teff', 120]],
      [top + 12, ['HD 1', 55], ['31200', 120]],
      [top + 24, ['HD 2', 55], ['29800', 120]],
    ),
  );
  const grids = [100, 140].map((top) => ({ left: 50, right: 300, top, bottom: top + 38 }));
  const tablesOf = (own: typeof grids) =>
    extractTables(pageOf(1, [caption, ...examples], { rules: rules(100, 138, 140, 178), grids: own })).tables;
  expect(tablesOf(grids).map((table) => table.rows.length)).toEqual([3, 3]);
  expect(tablesOf([]).map((table) => table.rows.length)).toEqual([6]);
});
