import { widthOfText, type Shape, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { extractAligned } from '../src/layout/tables/aligned-tables.ts';
import { CELL_GAP, columnsOfTable } from '../src/layout/tables/unruled-tables.ts';
import { blocksOf, FULL, LEFT, prose, RIGHT, setLines, textsOf } from './paper.ts';
import { linesOf, MATH, pageOf, rowOf } from './runs.ts';

const SIZE = 9;
const LEADING = 1.17 * SIZE;
const width = (text: string) => widthOfText(text, 'Times-Roman', SIZE);

interface Look {
  /** The table may have a line below its head, a shaded head, shaded rows, or three lines. */
  readonly drawn: 'nothing' | 'line' | 'head' | 'rows' | 'three';
  /** Vertical position of a cell that has fewer lines than its row. */
  readonly place: 'top' | 'middle' | 'bottom';
  /** Space above and below each row in points. Rows with several lines per cell need such space. */
  readonly space: number;
  readonly isWide: boolean;
}

interface Printed {
  readonly texts: Text[];
  readonly shapes: Shape[];
  readonly bottom: number;
}

/** Prints rows whose cells have one or more lines, as office programs do. The first row is the head. */
function print(rows: readonly (readonly string[])[], look: Look, area: { x: number; width: number }, top: number) {
  const lines = rows.map((row) => row.map((cell) => cell.split('/')));
  const widths = (lines[0] ?? []).map((_, i) =>
    Math.max(...lines.map((row) => Math.max(...(row[i] ?? []).map(width)))),
  );
  const least = widths.reduce((sum, one) => sum + one, 0);
  const gap = look.isWide ? (area.width - least) / widths.length : 14;
  const texts: Text[] = [];
  const shapes: Shape[] = [];
  const across = (y: number, height = 0.5) =>
    shapes.push({ left: area.x, top: y, width: least + gap * (widths.length - 1), height });
  let y = top;
  if (look.drawn === 'three') across(y);
  lines.forEach((row, r) => {
    const most = Math.max(...row.map((cell) => cell.length));
    const height = most * LEADING + 2 * look.space;
    if ((look.drawn === 'rows' && r % 2 === 1) || (look.drawn === 'head' && r === 0)) across(y, height);
    let left = area.x;
    row.forEach((cell, i) => {
      const free = { top: 0, middle: 0.5, bottom: 1 }[look.place] * (most - cell.length) * LEADING;
      cell.forEach((text, line) => {
        const x = i === 0 ? left : left + (widths[i] ?? 0) - width(text);
        texts.push({ text, x, y: y + look.space + 0.8 * SIZE + free + line * LEADING, size: SIZE });
      });
      left += (widths[i] ?? 0) + gap;
    });
    y += height;
    if (r === 0 && (look.drawn === 'line' || look.drawn === 'three')) across(y);
  });
  if (look.drawn === 'three') across(y);
  return { texts: texts.filter(({ text }) => text !== ''), shapes, bottom: y } satisfies Printed;
}

const look: fc.Arbitrary<Look> = fc.record({
  drawn: fc.constantFrom('nothing', 'line', 'head', 'rows', 'three'),
  place: fc.constantFrom('top', 'middle', 'bottom'),
  space: fc.constantFrom(3, 5),
  isWide: fc.boolean(),
});
const number = fc.oneof(
  fc.integer({ min: 1000, max: 99_999 }).map((value) => value.toLocaleString('en-US')),
  fc.integer({ min: 10, max: 999 }).map((value) => `${(value / 10).toFixed(1)}%`),
  fc.integer({ min: 100, max: 99_999 }).map((value) => `$${value}`),
);
const NAMES = [
  'Public schools',
  'Private schools/with a boarding house',
  'Colleges',
  'Universities/of the state and/of the church',
];
const HEADS = ['Kind', 'Pupils/in total', 'Share', 'Cost/per head'];
const table = fc
  .array(fc.tuple(number, number, number), { minLength: 4, maxLength: 9 })
  .map((rows) => [HEADS, ...rows.map((cells, i) => [NAMES[i % NAMES.length] ?? '', ...cells])]);

const cellsOf = (text: string | undefined) => text?.split('\n').map((row) => row.split('\t'));
const whole = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((cell) => cell.replaceAll('/', ' ')));

test('reads any table of aligned numbers without a caption, with rows of several lines', async () => {
  await fc.assert(
    fc.asyncProperty(table, look, fc.boolean(), async (rows, how, isBeside) => {
      const area = isBeside ? LEFT : FULL;
      const above = setLines(prose(3), { ...area, y: 80 });
      const printed = print(rows, how, area, (above.at(-1)?.y ?? 0) + 20);
      const texts = [...above, ...printed.texts, ...setLines(prose(3, 2), { ...area, y: printed.bottom + 24 })];
      if (isBeside) texts.push(...setLines(prose(15, 1), { ...RIGHT, y: 80 }));
      const tables = textsOf(await blocksOf({ texts, shapes: printed.shapes }), 'table');
      expect(tables.map(cellsOf)).toEqual([whole(rows)]);
    }),
    { numRuns: 40 },
  );
});

test('reads a table of short words in three columns, and a name above its numbers', async () => {
  const words = [['Star', 'Type', 'Class'], ...['a', 'b', 'c', 'd'].map((name) => [`HD ${name}`, 'dwarf', 'sdB'])];
  const how = { drawn: 'nothing', place: 'top', space: 1, isWide: false } as const;
  const page = (printed: Printed) => ({
    texts: [...setLines(prose(3), { ...FULL, y: 80 }), ...printed.texts, ...setLines(prose(3), { ...FULL, y: 330 })],
  });
  expect(textsOf(await blocksOf(page(print(words, how, FULL, 150))), 'table').map(cellsOf)).toEqual([words]);
  const numbers = [HEADS, ...['a', 'b', 'c', 'd'].map((name, i) => [`School ${name}`, `${i}12`, `${i}.5`, `${i}9`])];
  const printed = print(whole(numbers), how, FULL, 170);
  const above = { text: 'Last year', x: (printed.texts[2]?.x ?? 0) - 20, y: 166, size: SIZE };
  const [read] = textsOf(await blocksOf(page({ ...printed, texts: [above, ...printed.texts] })), 'table').map(cellsOf);
  expect(read?.map((row) => row.filter(Boolean))).toEqual([['Last year'], ...whole(numbers)]);
});

const lineAt = (y: number, ...parts: readonly (readonly [string, number])[]): Text[] =>
  parts.map(([text, x]) => ({ text, x, y }));

test.each<[string, Text[]]>([
  ['numbered formulas', [0, 1, 2, 3, 4].flatMap((i) => lineAt(200 + 20 * i, ['a = b + c', 200], [`(${i + 1})`, 540]))],
  ['a list', [0, 1, 2, 3, 4].flatMap((i) => lineAt(200 + 14 * i, [`${i + 1}.`, 60], [`1${i}0`, 90]))],
  ['an address', lineAt(200, ['Telephone', 60], ['12345', 160]).concat(lineAt(212, ['Fax', 60], ['12346', 160]))],
  [
    'the labels of axes',
    [0, 1, 2, 3, 4].flatMap((i) => lineAt(200 + 20 * i, [`${i}0`, 60], ...(i % 2 ? [] : [[`0.${i}`, 400] as const]))),
  ],
  [
    'dots of a matrix',
    [0, 1, 2, 3, 4].flatMap((i) => lineAt(200 + 14 * i, ...[60, 90, 120, 150].map((x) => ['.', x] as const))),
  ],
  [
    'a contents list',
    [0, 1, 2, 3, 4].flatMap((i) => lineAt(200 + 14 * i, [`Part ${i} . . . . . . . .`, 60], [`${i}`, 540])),
  ],
])('does not mistake %s for a table', async (_, texts) => {
  const around = [...setLines(prose(4), { ...FULL, y: 80 }), ...setLines(prose(4), { ...FULL, y: 360 })];
  expect(textsOf(await blocksOf({ texts: [...around, ...texts] }), 'table')).toEqual([]);
});

test('does not mistake the strip between two columns of a table for a gutter', async () => {
  const rows = Array.from({ length: 14 }, (_, i) => [
    `Region of the district ${i}`,
    `${i}12`,
    'A longer explanation of this row in words',
  ]);
  const how = { drawn: 'nothing', place: 'top', space: 2, isWide: true } as const;
  const printed = print([['Region', 'Number', 'Remark'], ...rows], how, FULL, 150);
  const texts = [...setLines(prose(2), { ...FULL, y: 80 }), ...printed.texts];
  const tables = textsOf(await blocksOf({ texts }), 'table');
  expect(tables.map((text) => cellsOf(text)?.slice(1))).toEqual([rows]);
});

const rowsAt = (rows: readonly (readonly string[])[], pitch = 110) =>
  linesOf(
    ...rows.map((row, i) => {
      const cells = row.flatMap((text, c) => (text === '' ? [] : [[text, 50 + pitch * c] as const]));
      return [200 + 14 * i, ...cells] as const;
    }),
  );
const found = (rows: ReturnType<typeof rowsAt>, gutter?: Parameters<typeof extractAligned>[1]) =>
  extractAligned({ page: pageOf(1, rows), tables: [] }, gutter).tables.map((table) => table.rows.length);
const eight = [0, 1, 2, 3, 4, 5, 6, 7];

test('reads aligned numbers as a table, but not formulas, labels of a drawing or a few numbers among words', () => {
  const table = eight.map((i) => [`Region ${i}`, `1${i}5`, `${i}.25`]);
  expect(found(rowsAt(table))).toEqual([8]);
  // Formulas make up most of the print.
  const formulas = rowsAt(eight.map((i) => ['a + b + c + d', `1${i}`, `${i}.5`])).map((row) =>
    rowOf(...row.runs.map((one, i) => (i === 0 ? { ...one, font: MATH } : one))),
  );
  expect(found(formulas)).toEqual([]);
  // Labels of a drawing fill few of their aligned places.
  const labels = Array.from({ length: 12 }, (_, i) => [
    `Label ${i}`,
    ...[0, 1, 2, 3].map((c) => (i % 4 === c ? `${i}.5` : '')),
  ]);
  expect(found(rowsAt(labels))).toEqual([]);
  // A few numbers among words do not make a column of numbers.
  expect(found(rowsAt(eight.map((i) => [`Entry ${i}`, i < 3 ? `1${i}5` : `Remark ${i}`])))).toEqual([]);
  expect(found(rowsAt(eight.map((i) => [`Entry ${i}`, i < 6 ? `1${i}5` : `Remark ${i}`])))).toEqual([8]);
});

test('reads short words in three columns as a table, and long cells as text', () => {
  const words = (more: string) => eight.map((i) => [`Star ${i}${more}`, `Type ${i}${more}`, `Class ${i}${more}`]);
  expect(found(rowsAt(words(''), 180))).toEqual([8]);
  expect(found(rowsAt(words(' with a long explanation'), 180))).toEqual([]);
});

test('finds a table in a column of the page only once', () => {
  const table = eight.map((i) => [`Region ${i}`, `1${i}5`, `${i}.25`]);
  expect(found(rowsAt(table, 70), { left: 290, right: 310 })).toEqual([8]);
});

test('needs several cells in a share of the rows', () => {
  const rows = (several: number) =>
    rowsAt(Array.from({ length: 10 }, (_, i) => (i < several ? ['Long name', `1${i}`] : ['A name', ''])));
  expect(columnsOfTable(rows(4), CELL_GAP, undefined)).toBeDefined();
  expect(columnsOfTable(rows(2), CELL_GAP, undefined)).toBeUndefined();
});
