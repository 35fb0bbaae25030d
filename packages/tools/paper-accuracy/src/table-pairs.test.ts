import { expect, test } from '@jest/globals';
import { comparePairs, pairsOf, tablesOfMarkdown, tablesOfXml } from './table-pairs.ts';

test('pairs a cell with the next filled cells to its right and below it', () => {
  const [table = []] = tablesOfMarkdown('| Star | | Mass |\n| --- | --- | --- |\n| HD 1 | | 0.47 |');
  expect(pairsOf(table)).toEqual(['right|STAR|MASS', 'below|STAR|HD1', 'below|MASS|047', 'right|HD1|047']);
});

test('reads cells over several columns, and several regions of a table', () => {
  const cell = (attributes: string, text: string) => `<cell ${attributes}><content>${text}</content></cell>`;
  const xml = `<document><table><region row-increment="0">${cell("start-row='0' start-col='0' end-col='1'", 'A &amp; B')}${cell(
    "start-row='1' start-col='0'",
    'c',
  )}${cell("start-row='1' start-col='1'", 'd')}</region><region>${cell("start-row='0' start-col='0'", 'e')}</region></table></document>`;
  expect(pairsOf(tablesOfXml(xml)[0] ?? []).toSorted()).toEqual(['below|AB|C', 'below|AB|D', 'below|C|E', 'right|C|D']);
});

test('an equal table has all pairs, a part has some, and an empty text has none', () => {
  const tables = tablesOfMarkdown('| a | b |\n| c | d |');
  expect(comparePairs(tables, tables)).toEqual({ recall: 1, precision: 1 });
  expect(comparePairs(tables, tablesOfMarkdown('| a | b |'))).toEqual({ recall: 0.25, precision: 1 });
  expect(comparePairs(tables, [])).toEqual({ recall: 0, precision: 0 });
});
