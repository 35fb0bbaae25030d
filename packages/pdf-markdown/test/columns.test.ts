import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutRow, findGutters } from '../src/layout/columns/columns.ts';
import type { PageRows, Row } from '../src/layout/rows/page-rows.ts';
import { readingOrder } from '../src/layout/columns/reading-order.ts';
import { PLAIN_FONT } from '../src/reading/font-style.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, pageOf, rowOf, run } from './runs.ts';

/** Returns a page with two columns, which begin at `left` and are separated by a gutter. */
function twoColumns(number: number, left: number, gutter: number, width: number) {
  const letters = Math.floor(width / 5);
  const text = 'x'.repeat(letters);
  const rows = Array.from({ length: 40 }, (_, i) =>
    rowOf(run(text, left, 80 + 12 * i), run(text, left + 5 * letters + gutter, 80 + 12 * i)),
  );
  return pageOf(number, rows);
}

function oneColumn(number: number) {
  return pageOf(
    number,
    Array.from({ length: 40 }, (_, i) => rowOf(run('x'.repeat(95), 60, 80 + 12 * i))),
  );
}

test('finds the gutter of a page with two columns', () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 60 }), fc.integer({ min: 10, max: 30 }), (left, gutter) => {
      const width = Math.floor((612 - 2 * left - gutter) / 2 / 5) * 5;
      const [found] = findGutters([twoColumns(1, left, gutter, width)]);
      expect(found?.left).toBeCloseTo(left + width, 0);
      expect(found?.right).toBeCloseTo(left + width + gutter, 0);
    }),
  );
});

test('finds no gutter on a page with one column', () => {
  expect(findGutters([oneColumn(1)])).toEqual([undefined]);
});

test('finds no gutter on a one-column page that is mostly displays', () => {
  const displays = Array.from({ length: 20 }, (_, i) => [
    rowOf(run('x'.repeat(21), 90 + 3 * i, 80 + 30 * i), run('y'.repeat(21), 320 + 3 * i, 80 + 30 * i)),
    rowOf(run('x'.repeat(i % 10 === 0 ? 95 : 20), 60, 95 + 30 * i)),
  ]).flat();
  expect(findGutters([pageOf(1, displays)])).toEqual([undefined]);
});

test('uses the document’s gutter on a page with too little text to find one', () => {
  const mostlyFigure = pageOf(4, [
    rowOf(run('a caption over the whole width of the page, long enough to cross', 50, 100)),
    ...Array.from({ length: 6 }, (_, i) => rowOf(run('x'.repeat(49), 50, 130 + 12 * i))),
  ]);
  const pages = [1, 2, 3].map((number) => twoColumns(number, 50, 17, 245));
  const gutters = findGutters([...pages, mostlyFigure]);
  expect(gutters[3]).toEqual(gutters[0]);
});

test('finds the columns below a long abstract, even if their baselines differ', () => {
  const abstract = Array.from({ length: 30 }, (_, i) => rowOf(run('x'.repeat(95), 60, 80 + 10 * i)));
  const columns = Array.from({ length: 12 }, (_, i) => [
    rowOf(run('x'.repeat(49), 50, 400 + 12 * i)),
    rowOf(run('x'.repeat(49), 315, 405 + 12 * i)),
  ]).flat();
  const [gutter] = findGutters([pageOf(1, [...abstract, ...columns])]);
  expect(gutter).toEqual({ left: 295, right: 315 });
});

test('uses the gutter of pages with the same margins', () => {
  const narrow = (left: number) => [
    rowOf(run('x'.repeat(95), 60, 80)),
    ...twoColumns(1, left, 20, 240).rows.slice(0, 4),
  ];
  const mirrored = [1, 2, 3, 4].map((number) => twoColumns(number, number % 2 === 0 ? 70 : 40, 20, 240));
  const gutters = findGutters([...mirrored, pageOf(5, narrow(40)), pageOf(6, narrow(70))]);
  expect(gutters[4]).toEqual(gutters[0]);
  expect(gutters[5]).toEqual(gutters[1]);
  expect(gutters[0]).not.toEqual(gutters[1]);
});

test('does not split one-column appendices', () => {
  const pages = [twoColumns(1, 50, 17, 245), twoColumns(2, 50, 17, 245), oneColumn(3)];
  expect(findGutters(pages)[2]).toBeUndefined();
});

const gutter = { left: 295, right: 312 };

test('cuts a row at the gutter', () => {
  const [left, right] = [run('left', 50, 100, { right: 294 }), run('right', 312, 100)];
  expect(cutRow(rowOf(left, right), gutter)).toEqual({ left: [left], right: [right] });
});

test('does not cut a line across both columns, even if one of its spaces is at the gutter', () => {
  const crossing = rowOf(run('over both columns', 100, 100, { right: 500 }));
  expect(cutRow(crossing, gutter)).toEqual({ full: crossing.runs });
  const parting = rowOf(run('words that', 100, 100, { right: 302 }), run('go on', 305, 100, { right: 480 }));
  expect(cutRow(parting, gutter)).toEqual({ full: parting.runs });
});

test('keeps an overfull line in its column', () => {
  const [left, right] = [run('overfull', 50, 100, { right: 304 }), run('right', 312, 100)];
  expect(cutRow(rowOf(left, right), gutter)).toEqual({ left: [left], right: [right] });
});

test('treats a short centred line as a heading across both columns', () => {
  const heading = rowOf(run('ABSTRACT', 280, 100, { right: 325 }));
  expect(cutRow(heading, gutter)).toEqual({ full: heading.runs });
});

test('does not cut a formula between two full-width lines at the gutter', () => {
  const gutter = { left: 295, right: 315 };
  const wide = (y: number) =>
    rowOf(run('values over the whole width of the page agree with those before', 50, y, { right: 560 }));
  const formula = (y: number) =>
    rowOf(run('p=q', 235, y, { right: 296, font: MATH }), run('(1)', 316, y, { right: 560 }));
  const columnsOf = (...rows: ReturnType<typeof wide>[]) =>
    readingOrder(pageOf(1, rows), [], gutter).flatMap((item) => (item.kind === 'line' ? [item.line.column] : []));
  expect(columnsOf(wide(100), formula(124), wide(148))).toEqual(['full', 'full', 'full']);
  // The row is cut if it is between lines of columns.
  const columns = (y: number) =>
    rowOf(run('values of a column', 50, y, { right: 295 }), run('values of another', 315, y, { right: 560 }));
  expect(columnsOf(columns(100), formula(124), columns(148))).toEqual([
    'left',
    'left',
    'left',
    'right',
    'right',
    'right',
  ]);
});

describe('a formula below a short line of text across both columns', () => {
  const gutter = { left: 295, right: 315 };
  const short = (y: number) => rowOf(run('Then we have by parts', 50, y, { right: 160 }));
  const columnsOf = (...rows: Row[]) =>
    readingOrder(pageOf(1, rows), [], gutter).flatMap((item) => (item.kind === 'line' ? [item.line.column] : []));
  const cut = (y: number) => rowOf(run('a=b', 235, y, { right: 294, font: MATH }), run('c', 318, y, { font: MATH }));
  const row = (y: number) => rowOf(run('p=q+r+s+t+u', 200, y, { right: 420, font: MATH }));
  const columns = rowOf(
    run('values of a column', 50, 160, { right: 295 }),
    run('of another', 315, 160, { right: 560 }),
  );

  test('is full-width if one of its rows is', () => {
    expect(columnsOf(short(100), cut(124), row(140), short(160))).toEqual(['left', 'full', 'full', 'left']);
    // The formula is cut at the gutter if both columns have text below it.
    const ends = ['left', 'left', 'right', 'full', 'left', 'right'];
    expect(columnsOf(short(100), cut(124), row(140), columns)).toEqual(ends);
    expect(columnsOf(short(100), cut(124), cut(140), short(160))).toContain('right');
    // The page may end below the formula.
    expect(columnsOf(short(112), row(124), cut(140))).toEqual(['left', 'full', 'full']);
    expect(columnsOf(short(112), cut(124), cut(140))).toContain('right');
  });

  test('is full-width if its fraction bar is', () => {
    const bars = [{ left: 280, right: 330, y: 137 }];
    const over = run('c', 318, 140, { font: MATH, glyphs: [{ ...glyph('c', 318), bars }] });
    const fraction = rowOf(run('a=b', 235, 140, { right: 294, font: MATH }), over);
    expect(columnsOf(short(100), fraction, cut(156), short(180))).not.toContain('right');
  });

  test('stays with the note of its brace', () => {
    const note = rowOf(run('term one', 235, 112, { right: 260, size: 7 }));
    const brace = rowOf(run('⏞⏟⏟⏞', 220, 120, { right: 290, font: MATH }));
    expect(columnsOf(short(96), note, brace, row(130), short(154))).toEqual(['left', 'full', 'full', 'full', 'left']);
  });
});

test('does not cut a formula that is wider than the left column', () => {
  const gutter = { left: 285, right: 305 };
  const formula = [
    run('a+b+c+d', 60, 100, { font: MATH, right: 280 }),
    run('x+y', 283, 100, { font: MATH, right: 310 }),
  ];
  const text = run('x'.repeat(40), 305, 100, { right: 550 });
  expect(cutRow(rowOf(...formula), gutter)).toEqual({ left: formula, right: [] });
  // Text at the edge of the right column belongs to that column.
  const [wide, beside] = [run('a+b+c', 60, 100, { font: MATH, right: 300 }), run('p+q', 305, 100, { font: MATH })];
  expect(cutRow(rowOf(wide, beside), gutter)).toEqual({ left: [wide], right: [beside] });
  const stop = run('.', 298, 100, { font: MATH, right: 300 });
  const short = run('a+b+c', 60, 100, { font: MATH, right: 297 });
  expect(cutRow(rowOf(short, stop, text), gutter)).toEqual({ left: [short, stop], right: [text] });
  // The brackets contain a fraction whose parts are on other rows.
  const before = run('a+b(', 60, 100, { font: MATH, right: 250 });
  const after = run(')', 287, 100, { font: MATH, right: 297 });
  expect(cutRow(rowOf(before, after, stop, text), gutter)).toEqual({ left: [before, after, stop], right: [text] });
  // The limit of a sum at the start of the right column does not belong to the left column.
  const full = run('x'.repeat(45), 60, 100, { right: 285 });
  const limit = run('n', 313, 100, { font: MATH, right: 317 });
  expect(cutRow(rowOf(full, limit), gutter)).toEqual({ left: [full], right: [limit] });
  expect(cutRow(rowOf(run('a+b', 60, 100, { font: MATH, right: 90 }), text), gutter)).toMatchObject({ right: [text] });
});

test('does not cut a full-width line with a formula where a word begins at the edge of the right column', () => {
  const gutter = { left: 300, right: 312 };
  const caption = rowOf(
    run('Figures of harmonics with', 60, 100, { right: 286 }),
    run('n=', 288, 100, { font: MATH, right: 302 }),
    run('1,', 305, 100, { font: MATH, right: 310.5 }),
    run('m=0,', 312.5, 100, { font: MATH, right: 340 }),
    run('and others', 343, 100, { right: 540 }),
  );
  expect(cutRow(caption, gutter)).toEqual({ full: caption.runs });
});

test('keeps an overlong line of code in the left column', () => {
  const gutter = { left: 295, right: 315 };
  const column = (text: string, x: number, y: number) => run(text, x, y, { right: x + 245 });
  const mono = { ...PLAIN_FONT, mono: true };
  const rows = [
    rowOf(column('text above', 50, 100), column('first of the right', 315, 100)),
    rowOf(run('open("a name too long for its column")', 50, 112, { right: 430, font: mono })),
    rowOf(column('second of the right', 315, 115)),
    rowOf(column('text below', 50, 127), column('third of the right', 315, 127)),
  ];
  const textsOf = (page: PageRows) =>
    readingOrder(page, [], gutter).flatMap((item) => (item.kind === 'line' ? [item.line.text] : []));
  expect(textsOf(pageOf(1, rows))).toEqual([
    'text above',
    'open("a name too long for its column")',
    'text below',
    'first of the right',
    'second of the right',
    'third of the right',
  ]);
  // Without adjacent text in the right column, the line spans both columns.
  expect(textsOf(pageOf(1, [rows[0] as Row, rows[1] as Row, rows[3] as Row]))[2]).toBe(
    'open("a name too long for its column")',
  );
});
