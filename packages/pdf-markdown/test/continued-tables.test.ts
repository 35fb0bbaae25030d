import { writePdf, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import type { Block } from '../src/index.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, prose, setLines } from './paper.ts';

const HEAD = ['Star', 'Mass', 'Age'];
const rowsFrom = (first: number) => Array.from({ length: 5 }, (_, i) => [`HD ${first + i}`, `${i}.5`, `${first + i}`]);

function tablePage(caption: string | undefined, rows: readonly (readonly string[])[], note?: string): Page {
  const texts: Text[] = [];
  const cells = (row: readonly string[], y: number) =>
    row.forEach((text, i) => texts.push({ text, x: FULL.x + 10 + 150 * i, y, size: 9 }));
  const rule = (y: number) => ({ left: FULL.x, top: y, width: 400, height: 0.4 });
  if (caption !== undefined) texts.push({ text: caption, x: FULL.x, y: 90, size: 9 });
  cells(HEAD, 112);
  rows.forEach((row, i) => cells(row, 132 + 13 * i));
  const end = 138 + 13 * rows.length;
  if (note !== undefined) texts.push({ text: note, x: FULL.x, y: end + 12, size: 9 });
  texts.push(...setLines(prose(9), { ...FULL, y: end + 60 }));
  return { texts, shapes: [rule(100), rule(118), rule(end)] };
}

async function tablesOf(...pages: Page[]): Promise<Block[]> {
  const { blocks } = await parsePdf(writePdf(pages));
  expect(blocks.some(({ text }) => /continued/i.test(text))).toBe(false);
  return blocks.filter(({ kind }) => kind === 'table');
}

const linesOf = (table: Block | undefined) => table?.markdown.split('\n').filter((line) => /^\| (?!---)/.test(line));
const shown = (rows: readonly (readonly string[])[]) => rows.map((row) => `| ${row.join(' | ')} |`);
const CAPTION = 'Table 2. Stars of the sample.';

test.each([['Table 2 (continued)'], ['Table 2. Continued.'], ['Table 2 – continued'], [undefined]])(
  'a table that continues below %j is one table, with one head',
  async (again) => {
    const [first, second] = [rowsFrom(100), rowsFrom(200)];
    const tables = await tablesOf(
      tablePage(CAPTION, first, 'Table 2 continued on next page'),
      tablePage(again, second),
    );
    expect(tables.map(({ label }) => label)).toEqual(['Table 2']);
    expect(linesOf(tables[0])).toEqual([...shown([HEAD]), ...shown([...first, ...second])]);
  },
);

/** Returns a page with only rows of a table, between its lines. */
function rowsPage(rows: readonly (readonly string[])[], width: number): Page {
  const texts = rows.flatMap((row, i) =>
    row.map((text, c) => ({ text, x: FULL.x + 10 + 150 * c, y: 100 + 13 * i, size: 9 })),
  );
  const rule = (top: number) => ({ left: FULL.x, top, width, height: 0.4 });
  return { texts, shapes: [rule(88), rule(101.5), rule(106 + 13 * rows.length)] };
}

test.each([
  [400, [10]],
  [330, [5, 5]],
])(
  'a table that fills its page continues on the next page without a head if the next part is as wide: %d points',
  async (width, rows) => {
    const text = { texts: setLines(prose(9), { ...FULL, y: 100 }) };
    // Rows that differ only in numbers would be running heads.
    const others = rowsFrom(200).map(([, ...cells], i) => [`Gliese ${i}`, ...cells]);
    const tables = await tablesOf(rowsPage(rowsFrom(100), 400), rowsPage(others, width), text);
    expect(tables.map((table) => linesOf(table)?.length)).toEqual(rows);
  },
);

test('tables with different labels stay separate although their heads are the same', async () => {
  const tables = await tablesOf(tablePage(CAPTION, rowsFrom(100)), tablePage('Table 3. More stars.', rowsFrom(200)));
  expect(tables.map(({ label }) => label)).toEqual(['Table 2', 'Table 3']);
  expect(tables.map((table) => linesOf(table)?.length)).toEqual([6, 6]);
});

test('references below a table are not notes of the table', async () => {
  const entries = [5, 6, 7].map((n) => `[${n}] A. Adams, A paper with a long title, Phys. Rev. ${n}, 12${n} (1999).`);
  const list = (from: number, of: readonly string[]) =>
    of.map((text, i) => ({ text, x: FULL.x, y: from + 10 * i, size: 8 }));
  const first = [1, 2, 3, 4].map((n) => `[${n}] B. Brown, A paper with a title, Nature ${n}, 3${n} (2001).`);
  const { texts = [], shapes = [] } = tablePage(CAPTION, rowsFrom(100));
  const isTable = ({ y }: Text) => y < 210;
  const { blocks } = await parsePdf(
    writePdf([
      {
        texts: [
          ...setLines(prose(9), { ...FULL, y: 100 }),
          { text: 'REFERENCES', x: 270, y: 500, font: 'Times-Bold' },
          ...list(520, first),
        ],
      },
      { texts: [...texts.filter(isTable), ...list(225, entries)], shapes },
    ]),
  );
  expect(blocks.flatMap(({ kind, label }) => (kind === 'reference' ? [label] : []))).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => `[${n}]`),
  );
});
