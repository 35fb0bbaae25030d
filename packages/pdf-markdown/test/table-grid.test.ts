import { expect, test } from '@jest/globals';
import { readGrid } from '../src/layout/table-grid.ts';
import { takeTables } from '../src/layout/tables.ts';
import { splitAtLeaders, splitWords } from '../src/layout/words.ts';
import { MATH, pageOf, rowOf, run } from './runs.ts';

const rules = (...heights: readonly number[]) => heights.map((y) => ({ left: 50, right: 300, y }));
const caption = rowOf(run('Table 1. Stars', 50, 90));

function tableOf(rows: readonly (readonly string[])[], top = 110) {
  return rows.map((row, i) =>
    rowOf(...row.flatMap((text, j) => (text === '' ? [] : [run(text, 55 + 80 * j, top + 12 * i)]))),
  );
}

function gridOf(rows: ReturnType<typeof tableOf>) {
  const { tables } = takeTables(pageOf(1, [caption, ...rows], { rules: rules(100, 200) }));
  const [table] = tables;
  return table
    ? readGrid(table).cells.map((row) => row.map((cell) => cell.map((one) => one.text.trim()).join(' ')))
    : undefined;
}

test('cuts rows at the strips that all of them leave free', () => {
  const rows = [
    ['Star', 'Teff', 'log g'],
    ['HD 1', '31200', ''],
    ['HD 22', '29800', '5.5'],
  ];
  expect(gridOf(tableOf(rows))).toEqual(rows);
});

test('puts the rest of a long cell back to its start', () => {
  const rows = [
    ['FAM', 'Wave number of normal modes'],
    ['', 'above zero'],
    ['EDF', 'Energy'],
    ['DFT', 'Phase'],
  ];
  expect(gridOf(tableOf(rows))).toEqual([['FAM', 'Wave number of normal modes above zero'], ...rows.slice(2)]);
});

test('keeps a row of its own that has one cell, under a short one', () => {
  const rows = [
    ['Star', 'Mass', 'Age'],
    ['', '0.47', ''],
    ['HD 2', '0.5', '3'],
  ];
  expect(gridOf(tableOf(rows))).toEqual(rows);
});

test('takes the table’s rows out of the page and leaves its caption', () => {
  const { page } = takeTables(
    pageOf(
      1,
      [
        caption,
        ...tableOf([
          ['a', 'b'],
          ['c', 'd'],
          ['e', 'f'],
        ]),
      ],
      { rules: rules(100, 200) },
    ),
  );
  expect(page.rows).toEqual([caption]);
});

test.each([
  ['prose between two rules', [1, 2, 3, 4].map((i) => rowOf(run('words '.repeat(30), 55, 100 + 12 * i)))],
  ['the banner of a journal', tableOf([['Astronomy', 'ESO 2016']])],
])('takes %s for no table', (_, rows) => {
  expect(takeTables(pageOf(1, [caption, ...rows], { rules: rules(100, 200) })).tables).toEqual([]);
});

test('takes fractions over one another for no table', () => {
  const rows = [110, 122, 134, 146].map((y) =>
    rowOf(run('a', 60, y, { font: MATH }), run('b', 120, y, { font: MATH })),
  );
  expect(takeTables(pageOf(1, rows, { rules: rules(105, 150) })).tables).toEqual([]);
});

test('finds the words of a run where they stand', () => {
  const words = splitWords(run('12.5   7', 100, 50, { right: 160 }));
  expect(words.map((word) => word.text.trim())).toEqual(['12.5', '7']);
  expect(words[0]?.left).toBe(100);
  expect(words[1]?.right).toBeCloseTo(160, 0);
});

test('drops leader dots and keeps what they lead to', () => {
  expect(splitAtLeaders(run('Mass ......... 1.2', 100, 50)).map((part) => part.text.trim())).toEqual(['Mass', '1.2']);
});
