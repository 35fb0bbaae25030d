import { expect, test } from '@jest/globals';
import { plainText } from './plain-text.ts';
import { joinSplitColumns } from './split-columns.ts';
import { text, type Inline } from './tree.ts';

const cellOf = (written: string): Inline[] => {
  if (written === '') return [];
  return written
    .split(/(\$[^$]*\$)/)
    .filter(Boolean)
    .map((part): Inline => (part.startsWith('$') ? { kind: 'math', tex: part.slice(1, -1) } : text(part)));
};

function joined(rows: string[][]): string[][] {
  const grid = rows.map((row) => row.map(cellOf));
  joinSplitColumns(grid);
  return grid.map((row) => row.map(plainText));
}

test('a number that is divided at its decimal point is one cell below its head', () => {
  const rows = [
    ['Star', 'V', '', 'N'],
    ['a', '3.', '5', '1'],
    ['b', '12.', '25', '2'],
    ['c', '<2', '', '3'],
  ];
  expect(joined(rows)).toEqual([
    ['Star', 'V', 'N'],
    ['a', '3.5', '1'],
    ['b', '12.25', '2'],
    ['c', '<2', '3'],
  ]);
});

test('a value and its error are one cell', () => {
  const rows = [
    ['Fe', ''],
    ['0.81 $\\pm$', '0.10'],
    ['$-0.10$ ±', '$0.1$'],
  ];
  expect(joined(rows)).toEqual([['Fe'], ['0.81 $\\pm$ 0.10'], ['$-0.10$ ± $0.1$']]);
});

test('the ends of a range are one cell, and spaces around a sign do not matter', () => {
  const rows = [
    ['A', '', 'B', ''],
    ['1 –', '3', '1.5$\\,\\pm\\,$', '0.2'],
    ['10–', '20', '', ''],
  ];
  expect(joined(rows)).toEqual([
    ['A', 'B'],
    ['1 – 3', '1.5$\\,\\pm\\,$ 0.2'],
    ['10– 20', ''],
  ]);
});

test.each([
  [
    'dashes for missing values',
    [
      ['A', ''],
      ['–', '5'],
      ['–', '6'],
    ],
  ],
  [
    'a head of its own',
    [
      ['A', 'B'],
      ['3.', '5'],
    ],
  ],
  [
    'a row with two numbers',
    [
      ['A', ''],
      ['3.', '5'],
      ['3', '5'],
    ],
  ],
  [
    'words',
    [
      ['A', ''],
      ['No.', 'five'],
      ['3.', ''],
    ],
  ],
  [
    'an empty first half',
    [
      ['A', ''],
      ['', '5'],
      ['3.', '4'],
    ],
  ],
])('columns stay separate for %s', (_, rows) => {
  expect(joined(rows)).toEqual(rows);
});
