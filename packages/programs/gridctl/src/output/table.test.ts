import { expect, test } from '@jest/globals';
import { layoutFields, layoutTable } from './table.ts';
import { fitText, printable, textWidth } from './text-width.ts';

const wide = { width: undefined, colour: false };
const columns = [{ heading: 'NAME' }, { heading: 'N', align: 'right' as const }, { heading: 'ERROR' }];

test('columns are as wide as their widest cell, numbers are right-aligned, lines have no trailing spaces', () => {
  const { lines } = layoutTable(
    columns,
    [
      ['a', '1', ''],
      ['long-name', '1,234', 'broke'],
    ],
    wide,
  );
  expect(lines).toEqual(['NAME           N  ERROR', 'a              1', 'long-name  1,234  broke']);
});

test('wide letters, emoji and combining marks keep the columns aligned', () => {
  const { lines } = layoutTable(
    columns,
    [
      ['節点', '1', 'x'],
      ['e\u0301te\u0301', '2', 'y'],
      ['🔭', '3', 'z'],
    ],
    wide,
  );
  expect(lines.slice(1)).toEqual(['節点  1  x', 'e\u0301te\u0301   2  y', '🔭    3  z']);
  expect(lines.map((line) => textWidth(line.slice(0, line.search(/[xyzE]$|ERROR/))))).toEqual([9, 9, 9, 9]);
});

test('on a narrow terminal the widest columns shrink and no line is too long', () => {
  const row = ['t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0', '12', 'the engine stopped with a long sentence about it'];
  for (const width of [10, 24, 40, 60, 200]) {
    const { lines } = layoutTable(columns, [row], { width, colour: false });
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
  }
  const { lines } = layoutTable(columns, [row], { width: 40, colour: false });
  expect(lines[1]).toBe('t20000_g5.0_he-1…  12  the engine stopp…');
});

test('later pages keep the column widths of the first and have no heading', () => {
  const first = layoutTable(columns, [['long-name', '1', 'x']], wide);
  const second = layoutTable(columns, [['a', '2', 'y']], { ...wide, continues: first.widths });
  expect(second.lines).toEqual(['a          2  y']);
});

test('colour surrounds the padded cell and is used only if enabled', () => {
  const rows = [[{ text: 'failed', colour: 'red' as const }, '1', 'x']];
  expect(layoutTable(columns, rows, { width: undefined, colour: true }).lines[1]).toBe(
    '\u001b[31mfailed\u001b[0m  1  x',
  );
  expect(layoutTable(columns, rows, wide).lines[1]).toBe('failed  1  x');
});

test('fields are aligned by their labels', () => {
  expect(
    layoutFields(
      [
        ['status', 'idle'],
        ['updated', '-'],
      ],
      wide,
    ),
  ).toEqual(['status   idle', 'updated  -']);
});

test('text from the server cannot control the terminal', () => {
  expect(printable('a\u001b[2Jb\nc\td \u202egnp')).toBe('a\ufffd[2Jb c d \ufffdgnp');
  expect(printable('1\u200f2\u061c3\u200e4\u2028')).toBe('1\ufffd2\ufffd3\ufffd4\ufffd');
});

test('text is truncated by cells, not by letters', () => {
  expect(fitText('節点節点', 5)).toBe('節点…');
  expect(fitText('abc', 3)).toBe('abc');
  expect(fitText('abc', 0)).toBe('');
});
