import { expect, test } from '@jest/globals';
import { removeRunningHeads } from '../src/layout/running-heads.ts';
import { pageOf, rowOf, run } from './runs.ts';

const textOf = (pages: ReturnType<typeof removeRunningHeads>) =>
  pages.map((page) => page.rows.map((row) => row.runs.map((one) => one.text).join(' ')));

const body = (number: number) =>
  Array.from({ length: 8 }, (_, i) =>
    rowOf(run(`line ${'abcdefgh'[i]} of page ${number} with words`, 50, 150 + 12 * i)),
  );

test('removes text that repeats at the same edge of several pages, apart from numbers', () => {
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

test('keeps lines of text that are the same on several pages', () => {
  const alike = () => rowOf(run('where the symbols have their usual meaning', 50, 300));
  const pages = [1, 2, 3].map((number) => pageOf(number, [alike(), ...body(number)]));
  expect(textOf(removeRunningHeads(pages)).map((rows) => rows.length)).toEqual([9, 9, 9]);
});

test('removes the line numbers of a referee copy, but not a column of numbers in the text', () => {
  const numbered = Array.from({ length: 20 }, (_, i) =>
    rowOf(run(String(i + 21), 30, 150 + 12 * i, { size: 6 }), run('12 stars and more words', 50, 150 + 12 * i)),
  );
  const [rows] = textOf(removeRunningHeads([pageOf(1, numbered)]));
  expect(rows).toEqual(numbered.map(() => '12 stars and more words'));
});
