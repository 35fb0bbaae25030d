import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutRow, findColumns } from '../src/layout/tables/table-columns.ts';
import { run, rowOf } from './runs.ts';

/** Sets cells in columns as wide as their longest cell, with a gap of `gap` points. Letters are five points wide. */
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

test('separates columns that are as close as words if most rows leave more space', () => {
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

test('separates columns of decimal numbers that are as close as words in all rows', () => {
  const digit = fc.integer({ min: 0, max: 9 });
  const number = fc.tuple(digit, digit, digit).map(([a, b, c]) => `${a}${b}.${c}`);
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number, number), { minLength: 6, maxLength: 12 }), (rows) => {
      expect(cellsOf(setTable(rows, 3))).toEqual(rows);
    }),
  );
});

test('keeps coordinates whole, although their parts are numbers as close as words', () => {
  const rows = Array.from({ length: 8 }, (_, i) => [`HD ${100 + i}`, `0${i} 1${i} 2${i}.4`, `+5${i} 3${i}`]);
  expect(cellsOf(setTable(rows, 12))).toEqual(rows);
});

test('keeps cell words together that are always as close as words, and the parts of a value', () => {
  const rows = Array.from({ length: 8 }, (_, i) => [`NGC ${1000 + i}`, `${i}.0 ± 0.${i}`, 'RR Lyr']);
  expect(cellsOf(setTable(rows, 12))).toEqual(rows);
});

test('finds the strip next to one that a single long cell crosses', () => {
  const rows = [
    ['HD 12', '98.64', '18.5 ± 0.5', '…'],
    ['HD 13', '68.38', '80.56', '5.6'],
    ['HD 14', '31.6 ± 0.8', '0.425', '6.5'],
    ['HD 15', '40.94', '7.994', '96.6'],
    ['HD 16', '14.96', '2.113', '29.6'],
    ['HD 17', '77.01', '4.215', '82.2'],
    ['HD 18', '12.02', '5.320', '41.7'],
    ['HD 19', '28.93', '6.425', '51.3'],
    ['HD 20', '35.84', '1.530', '62.9'],
  ];
  // Centred cells in columns with gaps of three points, as in LNCS.
  const widths = [0, 1, 2, 3].map((k) => Math.max(...rows.map((row) => 5 * (row[k]?.length ?? 0))));
  const lefts = widths.map((_, k) => 50 + widths.slice(0, k).reduce((sum, width) => sum + width + 3, 0));
  const set = rows.map((row, i) =>
    rowOf(
      ...row.map((cell, k) =>
        run(cell, (lefts[k] ?? 0) + (k === 0 ? 0 : ((widths[k] ?? 0) - 5 * cell.length) / 2), 100 + 12 * i),
      ),
    ),
  );
  expect(cellsOf(set)).toEqual(rows);
});

test('does not mistake a space for a strip in a line wider than all others of its column', () => {
  const rows = ['DFT', 'HFB', 'PMM', 'QRPA', 'TDDFT'].map((name, i) =>
    rowOf(run(name, 50, 112 + 12 * i), run('approximation-model', 100, 112 + 12 * i)),
  );
  const justified = [
    ['the', 100],
    ['central', 124],
    ['point', 168],
    ['cen-', 202],
  ] as const;
  rows.unshift(rowOf(run('alpha', 50, 100), ...justified.map(([text, left]) => run(text, left, 100))));
  expect(findColumns(rows).strips).toHaveLength(1);
});

test('separates columns that are closer than the words of a cell in all rows', () => {
  const number = fc.integer({ min: 1000, max: 9999 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { minLength: 6, maxLength: 12 }), (values) => {
      const rows = values.map((cells, i) => [`HD ${100 + i}`, ...cells]);
      // The words of a cell have gaps of 2.5 points.
      expect(cellsOf(setTable(rows, 3))).toEqual(rows);
    }),
  );
});

/** Sets cells in columns every 80 points. Each word is a separate run. Words have the wide spaces of small print. */
const WIDE_SPACE = 4.2;
const setWords = (cells: readonly string[], baseline: number) =>
  cells.flatMap((cell, k) => {
    let left = 50 + 80 * k;
    return cell.split(' ').map((word) => {
      const one = run(word, left, baseline);
      left = one.right + WIDE_SPACE;
      return one;
    });
  });

test('keeps a cell whole whose words are aligned between rows, however wide its spaces are', () => {
  const rows = Array.from({ length: 8 }, (_, i) => [`Mask ${i + 1}`, `${i + 1} CWLs ${i + 2} s`]);
  expect(cellsOf(rows.map((cells, i) => rowOf(...setWords(cells, 100 + 12 * i))))).toEqual(rows);
});

test('keeps a heading above several columns whole if its words are spaced like words of the cells', () => {
  const body = Array.from({ length: 8 }, (_, i) => [`Star ${i + 1}`, `${i}.5`, `${i}.25`]);
  const rows = body.map((cells, i) => rowOf(...setWords(cells, 112 + 12 * i)));
  const words = [run('Measured', 114, 100), run('Values', 154 + WIDE_SPACE, 100)];
  expect(cutRow(rowOf(...words), findColumns(rows))).toEqual([words]);
});

test('separates the headings of columns that are closer than words', () => {
  const body = Array.from({ length: 8 }, (_, i) => [`HD ${100 + i}`, '0.1', '0.2']);
  const heads = ['Star', 'EFAC', 'EQUAD'];
  expect(cellsOf(setTable([heads, ...body], 3))).toEqual([heads, ...body]);
});
