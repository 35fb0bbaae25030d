import { expect, test } from '@jest/globals';
import { groupByLeading, joinHeader, type HeadLine, type TableRow } from '../src/layout/tables/table-rows.ts';
import { run } from './runs.ts';

function lineAt(baseline: number, ...texts: readonly string[]): HeadLine {
  const cells = texts.map((text, i) => (text === '' ? [] : [[run(text, 50 + 100 * i, baseline)]]));
  return { baseline, size: 10, cells, across: [] };
}

function textsOf(rows: readonly TableRow[]): string[][] {
  return rows.map((row) => row.cells.map((cell) => cell.flatMap((line) => line.map(({ text }) => text)).join(' ')));
}

/**
 * Returns three rows of two lines each. The distance between baselines is 10 points within a row, and 15 points between
 * rows.
 */
const rowsOf = (...pairs: readonly (readonly [readonly string[], readonly string[]])[]) =>
  pairs.flatMap(([first, second], i) => [lineAt(100 + 25 * i, ...first), lineAt(110 + 25 * i, ...second)]);

test('joins closer lines to one row if words continue in them and no column has two numbers', () => {
  const groupsOf = (second: string, number: string) => {
    const pair = [
      ['A model with a', '1.5'],
      [second, number],
    ] as const;
    return groupByLeading([rowsOf(pair, pair, pair)])
      ?.flat()
      .map((group) => group.length);
  };
  expect(groupsOf('slow wind', '')).toEqual([2, 2, 2]);
  expect(groupsOf('Another model', '')).toBeUndefined();
  expect(groupsOf('slow wind', '2.5')).toBeUndefined();
});

test('joins lines of a head that are closer than rows and have no line between them', () => {
  const head = (step: number) => [lineAt(100, 'Star', 'Mass'), lineAt(100 + step, 'Name', 'Sun')];
  expect(textsOf(joinHeader(head(10), 12))).toEqual([['Star Name', 'Mass Sun']]);
  expect(textsOf(joinHeader(head(12), 12))).toHaveLength(2);
  expect(textsOf(joinHeader(head(10), 12, [105]))).toHaveLength(2);
});

test('continues names of a head in lower case, but not with the units below them', () => {
  const [first, ...others] = [lineAt(100, 'Surface', 'Mass', 'Age'), lineAt(112, 'gravity', 'loss', '')];
  expect(textsOf(joinHeader([first, ...others], 12))).toEqual([['Surface gravity', 'Mass loss', 'Age']]);
  expect(textsOf(joinHeader([first, lineAt(112, '(dex)', '(kg)', '')], 12))).toHaveLength(2);
});
