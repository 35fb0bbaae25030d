import { expect, test } from '@jest/globals';
import { removeRunningHeads } from '../src/layout/running-heads/running-heads.ts';
import { pageOf, rowOf, run } from './runs.ts';

const textOf = (pages: ReturnType<typeof removeRunningHeads>) =>
  pages.map((page) => page.rows.map((row) => row.runs.map((one) => one.text).join(' ')));

const body = (number: number) =>
  Array.from({ length: 8 }, (_, i) =>
    rowOf(run(`line ${'abcdefgh'[i]} of page ${number} with words`, 50, 150 + 12 * i)),
  );

test('removes text that repeats at the same edge of several pages except for numbers', () => {
  const pages = [1, 2, 3].map((number) =>
    pageOf(number, [
      rowOf(run(`MNRAS 000, ${number}`, 400, 40)),
      ...body(number),
      rowOf(run('© The Authors', 50, 760)),
    ]),
  );
  expect(textOf(removeRunningHeads(pages))).toEqual(
    pages.map((page) => body(page.number).map((row) => row.runs[0]?.text)),
  );
});

test('removes separate page numbers in the margin', () => {
  const pages = [pageOf(1, [...body(1), rowOf(run('- 17 -', 300, 770))])];
  expect(textOf(removeRunningHeads(pages))[0]).toHaveLength(8);
});

test('keeps a number in the text', () => {
  const pages = [pageOf(1, [rowOf(run('17', 300, 300)), ...body(1)])];
  expect(textOf(removeRunningHeads(pages))[0]?.[0]).toBe('17');
});

test('keeps identical lines of text on several pages', () => {
  const alike = () => rowOf(run('where the symbols have their usual meaning', 50, 300));
  const pages = [1, 2, 3].map((number) => pageOf(number, [alike(), ...body(number)]));
  expect(textOf(removeRunningHeads(pages)).map((rows) => rows.length)).toEqual([9, 9, 9]);
});

test('keeps a subscript of the last formula of a page', () => {
  const rows = [...body(1), rowOf(run('φ = C', 100, 740)), rowOf(run('3', 105, 744, { size: 7 }))];
  expect(removeRunningHeads([pageOf(1, rows)])[0]?.rows).toEqual(rows);
});

test('removes a head next to its page number that is on one page only', () => {
  const pages = [1, 2, 3, 4].map((number) =>
    pageOf(number, [
      rowOf(
        run(['A title', 'A. Author', 'A short title', 'A. Author'][number - 1] ?? '', 250, 60),
        run(String(number + 6), 540, 60),
      ),
      ...body(number),
    ]),
  );
  expect(textOf(removeRunningHeads(pages)).map((rows) => rows.length)).toEqual([8, 8, 8, 8]);
});

test('removes a head that is wider than its page and so has no number, and keeps a heading there', () => {
  const print = { fontKey: 'slanted' };
  const wide = 'A section whose title is too long for the head of any page of this book, whatever its size';
  const head = (number: number) =>
    number === 4
      ? rowOf(run(wide, 50, 60, print))
      : rowOf(run('A section', 50, 60, print), run(String(number), 540, 60));
  const pagesWith = (last: ReturnType<typeof rowOf>) =>
    [1, 2, 3, 4].map((number) => pageOf(number, [head(number), ...body(number)])).concat(pageOf(5, [last, ...body(5)]));
  const plain = rowOf(run('A heading of the text', 50, 60));
  expect(textOf(removeRunningHeads(pagesWith(plain))).map((rows) => rows.length)).toEqual([8, 8, 8, 8, 9]);
});

test('keeps a section heading at the top of a page, whatever its number', () => {
  const titles = ['Introduction', 'Data', 'Results', 'Conclusions'];
  const pages = [1, 2, 3, 4].map((number) =>
    pageOf(number, [
      rowOf(run(`${number}`, 50, 90), run(titles[number - 1] ?? '', 65, 90)),
      ...body(number),
      rowOf(run(String(number), 300, 760)),
    ]),
  );
  expect(textOf(removeRunningHeads(pages)).map((rows) => rows[0])).toEqual([
    '1 Introduction',
    '2 Data',
    '3 Results',
    '4 Conclusions',
  ]);
});

test.each([
  ['Draft version', 'D', 'RAFT VERSION', 'March 3, 2026'],
  ['a class', 'Typeset using L', 'A', 'TEX', 'twocolumn style in AASTeX631'],
  ['the address of an article', 'https://doi.org/10.3847/1538-4357/aaaaaa'],
  ['a volume', 'MNRAS', '512, 1–14 (2022)', 'Preprint 3 May 2022'],
  ['rights', '© 2026. The Author(s). Published by a society.'],
  ['a manuscript', 'Astronomy & Astrophysics manuscript no. output', '©ESO 2026'],
])('removes what is printed above the title: %s', (_, ...texts) => {
  const parts = texts.map((text, i) => run(text, 60 + 100 * i, 50));
  const pages = [pageOf(1, [rowOf(...parts), ...body(1)])];
  expect(textOf(removeRunningHeads(pages))[0]).toHaveLength(8);
});

test('removes heads that differ between pages if small print is isolated at the same height', () => {
  const heads = ['A. Adams', 'Winds of hot subdwarfs', 'Journal of Winds 12, 345'];
  const pages = (size: number) =>
    heads.map((text, i) => pageOf(i + 1, [rowOf(run(text, 50, 50, { size })), ...body(i + 1)]));
  expect(removeRunningHeads(pages(8)).map(({ rows }) => rows.length)).toEqual([8, 8, 8]);
  // Heads in the size of the text may be headings.
  expect(removeRunningHeads(pages(10)).map(({ rows }) => rows.length)).toEqual([9, 9, 9]);
});

test('keeps a number on the last line of a page if the page has another number', () => {
  const lines = (page: number) =>
    Array.from({ length: 8 }, (_, i) => rowOf(run(`${'abcdefgh'[i]}${'stuv'[page - 1]} and words`, 50, 640 + 12 * i)));
  const pages = [1, 2, 3, 4].map((number) =>
    pageOf(number, [
      rowOf(run(String(number + 100), 300, 40)),
      ...lines(number),
      ...(number === 4 ? [rowOf(run('1822', 60, 736))] : []),
    ]),
  );
  expect(removeRunningHeads(pages).map(({ rows }) => rows.length)).toEqual([8, 8, 8, 9]);
});

test('keeps isolated table captions at the top of several pages', () => {
  const pages = [1, 2, 3].map((number) =>
    pageOf(number, [
      rowOf(run(`Table A${number} Stars of field ${'xyz'[number]}`, 150, 60, { size: 9 })),
      ...body(number),
    ]),
  );
  expect(removeRunningHeads(pages).map(({ rows }) => rows.length)).toEqual([9, 9, 9]);
});

test('keeps footnotes that differ only in their numbers', () => {
  const mark = (number: number) => run(String(number), 50, 740, { size: 6, script: 'sup' });
  const pages = [1, 2, 3].map((number) =>
    pageOf(number, [
      ...body(number),
      rowOf(mark(number), run(`https://example.org/release-${number}/`, 54, 743, { size: 8 })),
    ]),
  );
  expect(removeRunningHeads(pages).map(({ rows }) => rows.length)).toEqual([9, 9, 9]);
});

test('removes chapter and section titles above a rule, which differ between pages', () => {
  const titles = ['CHAPTER 2. DATA 2.1. SPECTRA', '2.2. PHOTOMETRY CHAPTER 2. DATA', 'CHAPTER 3. RESULTS 3.1. WINDS'];
  const pages = (right: number, lines = titles) =>
    lines.map((text, i) =>
      pageOf(i + 1, [rowOf(run(text, 50, 60)), ...body(i + 1)], { rules: [{ left: 50, right, y: 64 }] }),
    );
  expect(removeRunningHeads(pages(550)).map(({ rows }) => rows.length)).toEqual([8, 8, 8]);
  // A rule below part of the line belongs to a fraction or a table.
  expect(removeRunningHeads(pages(120)).map(({ rows }) => rows.length)).toEqual([9, 9, 9]);
  const captions = [1, 2, 3].map((number) => `Table ${number}. Stars of field ${'xyz'[number - 1]}`);
  expect(removeRunningHeads(pages(550, captions)).map(({ rows }) => rows.length)).toEqual([9, 9, 9]);
});

test('drops the rules below a running head and above a foot', () => {
  const wide = [66, 100, 747].map((y) => ({ left: 50, right: 560, y }));
  const rules = [...wide, { left: 250, right: 310, y: 68 }];
  const heightsOf = (head: (page: number) => string) => {
    const rowsOf = (page: number) => [
      rowOf(run(head(page), 250, 60)),
      ...body(page),
      rowOf(run(String(page), 300, 760)),
    ];
    return removeRunningHeads([1, 2, 3].map((page) => pageOf(page, rowsOf(page), { rules })))[1]?.rules.map(
      ({ y }) => y,
    );
  };
  expect(heightsOf(() => 'Winds of stars')).toEqual([100, 68]);
  // A caption is not a running head.
  expect(heightsOf((page) => `Table ${page}. Stars of field ${'xyz'[page - 1]}`)).toEqual([66, 100, 68]);
});

test('removes heads next to the page numbers of pages printed in the middle of larger sheets', () => {
  const titles = ['WINDS', 'THE DATA', 'A BOOK', 'SPECTRA', 'STARS'];
  const left = (heights: readonly number[], numberOf: (page: number) => number) => {
    const pages = titles.map((title, i) => {
      const [y, number] = [heights[i] ?? 0, String(numberOf(i + 1))];
      const head = i % 2 === 0 ? [run(number, 140, y), run(title, 250, y)] : [run(title, 140, y), run(number, 400, y)];
      return pageOf(i + 1, [rowOf(...head), ...body(i + 1)]);
    });
    return removeRunningHeads(pages).map(({ rows }) => rows.length);
  };
  const alike = [130, 130, 130, 130, 130];
  expect(left(alike, (page) => page + 20)).toEqual([8, 8, 8, 8, 8]);
  // The first rows of tables are at other heights, or contain other numbers.
  expect(left([120, 125, 130, 135, 140], (page) => page + 20)).toEqual([9, 9, 9, 9, 9]);
  expect(left(alike, (page) => 10 * page)).toEqual([9, 9, 9, 9, 9]);
  const within = [200, 200, 200, 200, 200];
  expect(left(within, (page) => page + 20)).toEqual([9, 9, 9, 9, 9]);
});
