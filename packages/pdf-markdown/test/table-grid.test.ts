import { expect, test } from '@jest/globals';
import type { Row } from '../src/layout/rows/page-rows.ts';
import { readGrid } from '../src/layout/tables/table-grid.ts';
import { extractTables } from '../src/layout/tables/tables.ts';
import { splitAtLeaders } from '../src/layout/rows/words.ts';
import { glyph } from './placed-glyphs.ts';
import { linesOf, MATH, pageOf, rowOf, run } from './runs.ts';
import type { TableGrid, TableRegion } from '../src/layout/tables/table-region.ts';

const rules = (...heights: readonly number[]) => heights.map((y) => ({ left: 50, right: 300, y }));
const caption = rowOf(run('Table 1. Stars', 50, 90));

function tableOf(rows: readonly (readonly string[])[], top = 110) {
  return rows.map((row, i) =>
    rowOf(...row.flatMap((text, j) => (text === '' ? [] : [run(text, 55 + 80 * j, top + 12 * i)]))),
  );
}

function gridOf(rows: ReturnType<typeof tableOf>) {
  const { tables } = extractTables(pageOf(1, [caption, ...rows], { rules: rules(100, 200) }));
  const [table] = tables;
  return table ? textsOf(readGrid(table)) : undefined;
}

function textsOf({ cells }: TableGrid): string[][] {
  return cells.map((row) =>
    row.map((cell) =>
      cell
        .flat()
        .map((one) => one.text)
        .join(' '),
    ),
  );
}

test('cuts rows at the strips that all rows leave free', () => {
  const rows = [
    ['Star', 'Teff', 'log g'],
    ['HD 1', '31200', ''],
    ['HD 22', '29800', '5.5'],
  ];
  expect(gridOf(tableOf(rows))).toEqual(rows);
});

test('joins the rest of a long cell with its start', () => {
  const rows = [
    ['FAM', 'Wave number of normal modes'],
    ['', 'above zero'],
    ['EDF', 'Energy'],
    ['DFT', 'Phase'],
  ];
  expect(gridOf(tableOf(rows))).toEqual([['FAM', 'Wave number of normal modes above zero'], ...rows.slice(2)]);
});

test('joins short lines of a narrow cell whose words continue in lower case', () => {
  const rows = [
    ['HD 1', 'template set', '31'],
    ['', 'of quiet com-', ''],
    ['', 'panions with', ''],
    ['', 'MUSE', ''],
    ['HD 2', 'marginal one', '29'],
  ];
  expect(gridOf(tableOf(rows))?.map(([name]) => name)).toEqual(['HD 1', 'HD 2']);
});

test('reads a table with rules around its head only that continues on the next page', () => {
  const rows = [['Star', 'Teff', 'log g'], ...Array.from({ length: 6 }, (_, i) => [`HD ${i}`, `3120${i}`, `5.${i}`])];
  const pageWith = (lines: readonly (readonly string[])[]) =>
    extractTables(pageOf(1, tableOf(lines, 96), { rules: rules(85, 101) })).tables;
  expect(pageWith(rows).map((table) => textsOf(readGrid(table)))).toEqual([rows]);
  // A box with a heading above a two-column list is not a table.
  expect(pageWith(rows.map((row) => row.slice(0, 2)))).toEqual([]);
});

test('keeps a separate row with one cell under a short cell', () => {
  const rows = [
    ['Star', 'Mass', 'Age'],
    ['', '0.47', ''],
    ['HD 2', '0.5', '3'],
  ];
  expect(gridOf(tableOf(rows))).toEqual(rows);
});

test('removes the table’s rows from the page and keeps its caption', () => {
  const { page } = extractTables(
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
])('does not treat %s as a table', (_, rows) => {
  expect(extractTables(pageOf(1, [caption, ...rows], { rules: rules(100, 200) })).tables).toEqual([]);
});

test('does not treat stacked fractions as a table', () => {
  const rows = [110, 122, 134, 146].map((y) =>
    rowOf(run('a', 60, y, { font: MATH }), run('b', 120, y, { font: MATH })),
  );
  expect(extractTables(pageOf(1, rows, { rules: rules(105, 150) })).tables).toEqual([]);
});

test('drops dot leaders and keeps the text on both sides', () => {
  expect(splitAtLeaders(run('Mass ......... 1.2', 100, 50)).map((part) => part.text.trim())).toEqual(['Mass', '1.2']);
});

test('keeps the three dots of an unknown value, which TeX spaces out', () => {
  expect(splitAtLeaders(run('. . .', 100, 50)).map((part) => part.text)).toEqual(['. . .']);
});

test('separates columns whose gaps are hardly wider than word spaces', () => {
  // REVTeX: four points between columns of nine-point print.
  const rows = linesOf(
    [110, ['HD 1234', 55], ['5.2', 94]],
    [122, ['BD 98', 55], ['6.4', 94]],
    [134, ['WASP 12', 55], ['0.1', 94]],
    [146, ['KIC 777', 55], ['9.9', 94]],
  );
  expect(gridOf(rows)?.map((row) => row.length)).toEqual([2, 2, 2, 2]);
});

test('keeps a heading across several columns whole, and cuts one that is wider than its column', () => {
  const rows = linesOf(
    [110, ['Model one', 140], ['Model two', 240]],
    [122, ['Exposure', 55], ['mass', 130], ['age', 180], ['mass', 230], ['age', 280]],
    [150, ['12', 66], ['0.1', 132], ['0.2', 180], ['0.3', 232], ['0.4', 280]],
    [162, ['15', 66], ['0.5', 132], ['0.6', 180], ['0.7', 232], ['0.8', 280]],
  );
  const { tables } = extractTables(pageOf(1, [caption, ...rows], { rules: rules(100, 140, 200) }));
  const grid = readGrid(tables[0] as TableRegion);
  expect(textsOf(grid).slice(0, 2)).toEqual([
    ['', 'Model one', '', 'Model two', ''],
    ['Exposure', 'mass', 'age', 'mass', 'age'],
  ]);
  expect(grid.header).toBe(2);
});

test('assigns a cell between two rows to the first of them', () => {
  const rows = linesOf(
    [110, ['d', 120], ['[0, 1]', 200]],
    [116, ['Case', 55], ['104', 270]],
    [122, ['b', 120], ['[0, 2]', 200]],
    [134, ['d', 120], ['[3, 1]', 200]],
    [140, ['Other', 55], ['105', 270]],
    [146, ['b', 120], ['[3, 2]', 200]],
  );
  expect(gridOf(rows)).toEqual([
    ['Case', 'd', '[0, 1]', '104'],
    ['', 'b', '[0, 2]', ''],
    ['Other', 'd', '[3, 1]', '105'],
    ['', 'b', '[3, 2]', ''],
  ]);
});

test('keeps a formula longer than all others whole at its relations, commas and operators', () => {
  const rows = linesOf(
    [110, ['Kepler', 55], ['T = a', 120]],
    [122, ['Planck', 55], ['B = c,', 120], ['I =', 170], ['d', 200]],
    [134, ['Wien', 55], ['w = b', 120]],
    [146, ['Stefan', 55], ['j = t', 120]],
  );
  expect(gridOf(rows)).toEqual([
    ['Kepler', 'T = a'],
    ['Planck', 'B = c, I = d'],
    ['Wien', 'w = b'],
    ['Stefan', 'j = t'],
  ]);
  // Bounds are the values of a separate column.
  const bounds = linesOf(
    [110, ['Star', 55], ['1.25', 120], ['< 3', 170]],
    [122, ['Disc', 55], ['2.25', 120], ['> 4', 170]],
    [134, ['Halo', 55], ['3.25', 120], ['< 5', 170]],
  );
  expect(gridOf(bounds)?.map((row) => row.length)).toEqual([3, 3, 3]);
});

test('keeps rows separate that a brace groups', () => {
  const brace = glyph('{', 150, { y: 8.1, width: 8, extensible: 26, alphabet: 'roman' });
  const braced = run('{', 150, 122, { right: 158, font: MATH, glyphs: [brace] });
  const rows = linesOf(
    [110, ['Vega', 55], ['2.1', 120], ['bright', 162]],
    [122, ['Sirius', 55], ['2.0', 120], ['and near', 162]],
    [134, ['Rigel', 55], ['21.0', 120], ['or far', 162]],
  );
  const [first, second, third] = rows as [Row, Row, Row];
  const middle = { ...second, runs: [...second.runs.slice(0, 2), braced, ...second.runs.slice(2)] };
  expect(gridOf([first, middle, third])?.map((row) => row.at(-1))).toEqual(['bright', '{ and near', 'or far']);
});

test('joins a two-line name and the cells next to it into one row', () => {
  const rows = linesOf(
    [110, ['Dark Energy', 55]],
    [116, ['500', 150], ['25.1', 220]],
    [122, ['Survey', 55]],
    [140, ['Sloan', 55]],
    [146, ['900', 150], ['23.4', 220]],
    [152, ['Survey', 55]],
  );
  expect(gridOf(rows)).toEqual([
    ['Dark Energy Survey', '500', '25.1'],
    ['Sloan Survey', '900', '23.4'],
  ]);
});

test('joins the numerator and denominator of a formula in a cell with its row, but not lines of words', () => {
  const rows = rowsOfParts('a+b', 'c+d');
  expect(gridOf(rows)).toEqual([
    ['Law', 'yes', 'a+b x c+d'],
    ['Other', 'no', 'y'],
    ['Third', 'no', 'z'],
  ]);
  expect(gridOf(rowsOfParts('stars of', 'this kind'))).toHaveLength(5);
});

/** Returns a row with parts above and below its last cell that are closer than lines of text. */
function rowsOfParts(above: string, below: string) {
  return [
    rowOf(run(above, 200, 110)),
    ...linesOf([116, ['Law', 55], ['yes', 120], ['x', 204]]),
    rowOf(run(below, 200, 122)),
    ...linesOf([140, ['Other', 55], ['no', 120], ['y', 200]], [152, ['Third', 55], ['no', 120], ['z', 200]]),
  ];
}

test('joins a head whose cells have one or two lines into one row', () => {
  const rows = linesOf(
    [110, ['Train', 120], ['Test', 200]],
    [116, ['Case', 55]],
    [122, ['range', 120], ['range', 200]],
    [150, ['a', 55], ['0.5', 120], ['0.1', 200]],
    [162, ['b', 55], ['1.5', 120], ['1.1', 200]],
  );
  const { tables } = extractTables(pageOf(1, [caption, ...rows], { rules: rules(100, 140, 200) }));
  expect(textsOf(readGrid(tables[0] as TableRegion))[0]).toEqual(['Case', 'Train range', 'Test range']);
});

test('separates stacked tables of equal width', () => {
  const upper = tableOf([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]);
  const lower = tableOf(
    [
      ['c', 'd'],
      ['5', '6'],
      ['7', '8'],
    ],
    230,
  );
  const second = rowOf(run('Table 2. Others', 50, 180));
  const { tables } = extractTables(
    pageOf(1, [caption, ...upper, second, ...lower], { rules: rules(100, 150, 220, 270) }),
  );
  expect(tables.map((table) => textsOf(readGrid(table))[0])).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('finds the caption of a narrow table even if it begins far to its left', () => {
  const rows = tableOf([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]).map((row) => ({ ...row, runs: row.runs.map((one) => run(one.text, one.left + 200, one.baseline)) }));
  const wide = rowOf(run('Table 1. Stars of all kinds, and some of none', 50, 90));
  const page = pageOf(1, [wide, ...rows], { rules: [100, 150].map((y) => ({ left: 250, right: 400, y })) });
  expect(extractTables(page).tables).toHaveLength(1);
});

test('separates narrow tables of nearly equal width by a wider one, and by a caption wider than both', () => {
  const narrow = (top: number, shift: number) =>
    tableOf(
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      top,
    ).map((row) => ({ ...row, runs: row.runs.map((one) => run(one.text, one.left + shift, one.baseline)) }));
  const at = (left: number, right: number, ...heights: readonly number[]) => heights.map((y) => ({ left, right, y }));
  const page = (between: readonly ReturnType<typeof rowOf>[], wider: ReturnType<typeof at>) =>
    pageOf(1, [caption, ...narrow(110, 60), ...between, ...narrow(330, 60)], {
      rules: [...at(110, 240, 100, 116, 155), ...wider, ...at(113, 237, 320, 336, 375)],
    });
  const second = rowOf(run('Table 2. Stars of all kinds, and some of none, as far as they were seen', 50, 312));
  const wide = tableOf([['x', 'y', 'z', 'w', 'v']], 230);
  expect(extractTables(page(wide, at(50, 400, 220, 250))).tables).toHaveLength(2);
  expect(extractTables(page([second], [])).tables).toHaveLength(2);
});
