import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { removeLineNumbers } from '../src/layout/running-heads/line-numbers.ts';
import type { Row } from '../src/layout/rows/page-rows.ts';
import { pageOf, rowOf, run } from './runs.ts';

const LINES = 30;
const SMALL = { size: 6 };
/** Returns a line number. TeX aligns line numbers on the right. */
const number = (value: number, right: number, baseline: number) =>
  run(String(value), right - 3 * String(value).length, baseline, SMALL);

/** Returns a two-column page. The pair holds the right edges of each column's line numbers. */
function twoColumns(first: number, [left, right]: readonly [number, number], outOfStep = 0): Row[] {
  const column = (x: number, edge: number, from: number, shift: number) =>
    Array.from({ length: LINES }, (_, i) => {
      const baseline = 100 + shift + 12 * i;
      const runs = [run('words of a column that goes on', x, baseline), number(from + i, edge, baseline)];
      return rowOf(...runs.toSorted((a, b) => a.left - b.left));
    });
  const rows = [...column(60, left, first, 0), ...column(330, right, first + LINES, outOfStep)];
  const byBaseline = Map.groupBy(rows, (row) => row.baseline).values();
  return [...byBaseline]
    .map((own) => rowOf(...own.flatMap(({ runs }) => runs).toSorted((a, b) => a.left - b.left)))
    .toSorted((a, b) => a.baseline - b.baseline);
}

const textsOf = (rows: readonly Row[]) => rows.flatMap(({ runs }) => runs.map(({ text }) => text));

test.each([
  ['at the outer margins', [50, 572]],
  ['left of each column', [50, 320]],
] as const)('removes the line numbers of two columns %s', (_, places) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 5), (first, outOfStep) => {
      const pages = [pageOf(1, twoColumns(first, places, outOfStep))];
      const [page] = removeLineNumbers(pages);
      expect(new Set(textsOf(page?.rows ?? []))).toEqual(new Set(['words of a column that goes on']));
    }),
  );
});

test('removes numbers between columns if half of the lines are indented, centred or touch the numbers', () => {
  const anyLine = fc.record({
    indent: fc.constantFrom(0, 0, 0, 12, 60),
    isClose: fc.boolean(),
    drop: fc.constantFrom(0, 3),
  });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 24, maxLength: 40 }), (lines) => {
      fc.pre(lines.filter(({ indent }) => indent === 0).length >= lines.length / 2);
      const rows = lines.map(({ indent, isClose, drop }, i) => {
        const baseline = 100 + 12 * i;
        const count = number(120 + i, 320, baseline + drop);
        const script = isClose ? { ...count, script: 'sub' as const } : count;
        const left = run('words of the left column', 60, baseline, isClose ? { right: count.left - 0.5 } : {});
        return rowOf(left, script, run('and of the right', 328 + indent, baseline));
      });
      const [page] = removeLineNumbers([pageOf(1, rows)]);
      expect(new Set(textsOf(page?.rows ?? []))).toEqual(new Set(['words of the left column', 'and of the right']));
    }),
  );
});

test("removes the right column's line numbers if they are not level with the left column's lines", () => {
  const rows = Array.from({ length: 24 }, (_, i) => {
    const baseline = 100 + 12 * i;
    const left = run('words of the left column', 60, baseline - 3, { right: 318 });
    // Close to the left column, the number looks like a script of that column.
    const count = { ...number(120 + i, 320, baseline), script: 'sub' as const };
    return [rowOf(left, count), rowOf(run('and of the right', 338, baseline))];
  });
  const [page] = removeLineNumbers([pageOf(1, rows.flat())]);
  expect(new Set(textsOf(page?.rows ?? []))).toEqual(new Set(['words of the left column', 'and of the right']));
});

test('removes line numbers of the right column that touch the first lines of references', () => {
  const rows = Array.from({ length: 30 }, (_, i) => {
    const baseline = 100 + 12 * i;
    const isFirst = i % 3 === 0;
    const left = run('words of the left column', 60, baseline, { right: 300 });
    return rowOf(left, number(120 + i, 328, baseline), run('and of the right', isFirst ? 328.5 : 338, baseline));
  });
  const [page] = removeLineNumbers([pageOf(1, rows)]);
  expect(new Set(textsOf(page?.rows ?? []))).toEqual(new Set(['words of the left column', 'and of the right']));
});

test('removes the line numbers of a short page of a numbered document', () => {
  const few = Array.from({ length: 4 }, (_, i) =>
    rowOf(number(70 + i, 50, 100 + 12 * i), run('words', 60, 100 + 12 * i)),
  );
  const [, last] = removeLineNumbers([pageOf(1, twoColumns(1, [50, 572])), pageOf(2, few)]);
  expect(textsOf(last?.rows ?? [])).toEqual(['words', 'words', 'words', 'words']);
});

test('removes numbers of every fifth line with wide spacing, if the next page continues them', () => {
  const page = (first: number) =>
    Array.from({ length: 30 }, (_, i) => {
      const baseline = 100 + 20 * i;
      const line = run('words of a line', 60, baseline);
      return rowOf(...(i % 5 === 4 ? [number(first + i, 50, baseline), line] : [line]));
    });
  const [first, second] = removeLineNumbers([pageOf(1, page(1)), pageOf(2, page(31))]);
  expect(new Set(textsOf([...(first?.rows ?? []), ...(second?.rows ?? [])]))).toEqual(new Set(['words of a line']));
  expect(textsOf(removeLineNumbers([pageOf(1, page(1))])[0]?.rows ?? [])).toContain('5');
  expect(textsOf(removeLineNumbers([pageOf(1, page(1)), pageOf(2, page(41))])[0]?.rows ?? [])).toContain('5');
});

test('removes the number of a running head where numbering restarts on every page', () => {
  const head = rowOf(number(5, 50, 60), run('A running head', 60, 60));
  const page = (first: number) =>
    Array.from({ length: 30 }, (_, i) => rowOf(number(first + i, 50, 100 + 12 * i), run('words', 60, 100 + 12 * i)));
  const pages = [[head, ...page(1)], [head, ...page(31)], [head]];
  const removed = removeLineNumbers(pages.map((rows, i) => pageOf(i + 1, rows)));
  expect(new Set(textsOf(removed.flatMap(({ rows }) => rows)))).toEqual(new Set(['A running head', 'words']));
});

test('removes evenly spaced numbers outside the text, wherever its lines are', () => {
  const anyLeading = fc.double({ min: 9, max: 24, noNaN: true });
  fc.assert(
    fc.property(fc.array(anyLeading, { minLength: 16, maxLength: 40 }), fc.boolean(), (leadings, isRight) => {
      const baselines = leadings.reduce<number[]>((all, leading) => [...all, (all.at(-1) ?? 95) + leading], []);
      const lines = baselines.map((baseline) => rowOf(run('a line of the text', 100, baseline)));
      const end = baselines.at(-1) ?? 0;
      const numbers = Array.from({ length: Math.ceil((end - 95) / 11) }, (_, i) =>
        rowOf(number(41 + i, isRight ? 560 : 60, 95 + 11 * i)),
      );
      const rows = [...lines, ...numbers].toSorted((a, b) => a.baseline - b.baseline);
      expect(removeLineNumbers([pageOf(1, rows)])[0]?.rows).toEqual(lines);
    }),
  );
});

test('keeps unevenly spaced numbers outside the text', () => {
  const lines = Array.from({ length: 20 }, (_, i) => rowOf(run('a line of the text', 100, 104 + 12 * i)));
  const items = Array.from({ length: 12 }, (_, i) => rowOf(number(i + 1, 60, 100 + 15 * i + (i % 3) * 6)));
  const rows = [...lines, ...items].toSorted((a, b) => a.baseline - b.baseline);
  expect(removeLineNumbers([pageOf(1, rows)])[0]?.rows).toEqual(rows);
});

test('keeps the running numbers of a table', () => {
  const rows = Array.from({ length: 20 }, (_, i) =>
    rowOf(run('star', 60, 100 + 12 * i), run(String(i + 1), 150, 100 + 12 * i), run('4.5', 200, 100 + 12 * i)),
  );
  expect(removeLineNumbers([pageOf(1, rows)])[0]?.rows).toEqual(rows);
});

test('keeps the running numbers in the first column of a table with rules, also next to line numbers', () => {
  const cells = Array.from({ length: 12 }, (_, i) =>
    rowOf(number(i + 1, 66, 300 + 12 * i), run('star with a number', 80, 300 + 12 * i)),
  );
  const text = twoColumns(1, [50, 572]).slice(0, 12);
  const rules = [290, 450].map((y) => ({ y, left: 60, right: 290 }));
  const [page] = removeLineNumbers([pageOf(1, [...text, ...cells], { rules })]);
  expect(page?.rows.slice(-12)).toEqual(cells);
  expect(textsOf(page?.rows.slice(0, 12) ?? [])).toEqual(Array(24).fill('words of a column that goes on'));
});

test('keeps numbers that do not count up', () => {
  const rows = Array.from({ length: 20 }, (_, i) =>
    rowOf(number((i * 37) % 50, 50, 100 + 12 * i), run('words', 60, 100 + 12 * i)),
  );
  expect(removeLineNumbers([pageOf(1, rows)])[0]?.rows).toEqual(rows);
});

test('keeps the years in the first column of a table with rules, also with another year below it at the same edge', () => {
  const rows = Array.from({ length: 12 }, (_, i) =>
    rowOf(run(String(1991 + 2 * i), 60, 100 + 12 * i), run('words on a year', 100, 100 + 12 * i)),
  );
  const note = rowOf(run('2011', 61, 260), run('was a leap of prices', 90, 260));
  const rules = [90, 240].map((y) => ({ y, left: 55, right: 290 }));
  expect(removeLineNumbers([pageOf(1, [...rows, note], { rules })])[0]?.rows).toEqual([...rows, note]);
});

test('keeps the years in the first column of tables on several pages', () => {
  const page = (number: number) =>
    pageOf(
      number,
      Array.from({ length: 14 }, (_, i) =>
        rowOf(run(String(1996 + i), 50, 100 + 12 * i), run(`${i} stars`, 120, 100 + 12 * i)),
      ),
    );
  const years = removeLineNumbers([page(1), page(2)]).flatMap(({ rows }) => rows.map((row) => row.runs[0]?.text));
  expect(years).toHaveLength(28);
  expect(years[0]).toBe('1996');
});
