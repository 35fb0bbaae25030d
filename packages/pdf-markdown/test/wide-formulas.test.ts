import { describe, expect, test } from '@jest/globals';
import type { Row } from '../src/layout/rows/page-rows.ts';
import { readingOrder } from '../src/layout/columns/reading-order.ts';
import { extractTables } from '../src/layout/tables/tables.ts';
import { MATH, pageOf, rowOf, run } from './runs.ts';

const GUTTER = { left: 295, right: 315 };
const OPENS = { left: 50, right: 295 };
const CLOSES = { left: 315, right: 560 };

const text = (y: number) =>
  rowOf(run('values of a column', 50, y, { right: 295 }), run('values of another', 315, y, { right: 560 }));
const math = (signs: string, left: number, right: number, y: number) => run(signs, left, y, { right, font: MATH });
/** Returns a formula row with a gap at the gutter. */
const cut = (y: number) => rowOf(math('a+b', 200, 285, y), math('c+d', 320, 400, y));
/** Returns a row with print in the gutter, as wide as an overfull row of the left column. */
const inGutter = (y: number) => rowOf(math('a+b', 200, 298, y), math('c+d', 330, 450, y));

function columnsOf(rows: readonly Row[], rules: readonly { left: number; right: number; y: number }[] = []): string[] {
  const items = readingOrder(pageOf(1, rows, { rules }), [], GUTTER);
  return items.flatMap((item) => (item.kind === 'line' ? [item.line.column] : []));
}

describe('a formula across both columns between column text', () => {
  const above = [text(100), text(112)];
  const below = [text(190), text(202)];

  test('is whole if it is isolated and has print in the gutter', () => {
    const columns = columnsOf([...above, cut(136), inGutter(148), cut(160), ...below]);
    expect(columns.filter((column) => column === 'full')).toHaveLength(3);
    // Adjacent displays of the two columns have no print in the gutter.
    expect(columnsOf([...above, cut(136), cut(148), ...below])).not.toContain('full');
    // An overfull row of the left column is next to text of the right column.
    const beside = [136, 148, 160].map((y) => rowOf(...inGutter(y).runs.slice(0, 1), ...text(y).runs.slice(1)));
    expect(columnsOf([...above, ...beside, ...below])).not.toContain('full');
    // The number of a row is at the edge of its column.
    const numbered = rowOf(run('(7)', 280, 160, { right: 295 }));
    expect(columnsOf([...above, inGutter(148), numbered, ...below])).not.toContain('full');
    const short = rowOf(math('a+b', 200, 310, 148), math('c', 316, 330, 148));
    expect(columnsOf([...above, short, ...below])).not.toContain('full');
  });

  test('is whole between the rules of REVTeX', () => {
    const opening = { ...OPENS, y: 122 };
    const closing = { ...CLOSES, y: 168 };
    const whole = [...Array<string>(2).fill('left'), ...Array<string>(2).fill('right'), 'full', 'full'];
    const columns = columnsOf([...above, cut(136), cut(148), ...below], [opening, closing]);
    expect(columns.slice(0, 6)).toEqual(whole);
    // At the top or foot of a page, only one of the rules is present.
    expect(columnsOf([cut(136), cut(148), ...below], [closing]).slice(0, 2)).toEqual(['full', 'full']);
    expect(columnsOf([...above, cut(136), cut(148)], [opening]).slice(4)).toEqual(['full', 'full']);
    expect(columnsOf([...above, cut(136), cut(148)], [{ ...opening, right: 120 }])).not.toContain('full');
  });
});

test('the rules above and below full-width formulas do not form tables', () => {
  const cells = (y: number) => rowOf(run('star number', 320, y), run('period found', 430, y), run('radius', 520, y));
  const rows = [140, 152, 164, 176, 188].map(cells);
  const tablesOf = (...rules: { left: number; right: number; y: number }[]) =>
    extractTables(pageOf(1, rows, { rules })).tables.length;
  const closing = [
    { ...CLOSES, y: 125 },
    { ...CLOSES, y: 260 },
  ];
  expect(tablesOf(...closing, { ...OPENS, y: 210 })).toBe(0);
  // Rules that do not alternate belong to tables.
  expect(tablesOf(...closing, { ...OPENS, y: 270 })).toBe(1);
  expect(tablesOf(...closing)).toBe(1);
});
