import { writePdf, type Page, type Shape, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Box } from '../src/block.ts';
import { BorderReader } from '../src/reading/border-reader.ts';
import { readLattices } from '../src/reading/lattices.ts';
import { IDENTITY } from '../src/reading/matrix.ts';
import type { Lattice } from '../src/reading/page-content.ts';
import { takeLattices } from '../src/layout/tables/lattice-tables.ts';
import type { PlacedRun } from '../src/text/placed-run.ts';
import { OPS } from './operators.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { blocksOf, FULL, LEFT, prose, setLines, textsOf } from './paper.ts';
import { glyph } from './placed-glyphs.ts';
import { MATH, pageOf, run } from './runs.ts';

const LINE = 0.5; // points
const ROW = 18; // points

interface Grid {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly cells: readonly (readonly string[])[];
}

/** Draws the sides of each cell separately, as word processors do. */
function lined({ left, top, width, cells }: Grid): Shape[] {
  return cells.flatMap((row, r) =>
    row.flatMap((_, c) => {
      const [x, y] = [left + c * width, top + r * ROW];
      return [
        { left: x, top: y, width, height: LINE },
        { left: x, top: y + ROW, width, height: LINE },
        { left: x, top: y, width: LINE, height: ROW },
        { left: x + width, top: y, width: LINE, height: ROW },
      ];
    }),
  );
}

function filled({ left, top, width, cells }: Grid, size = 9): Text[] {
  return cells.flatMap((row, r) =>
    row.map((text, c) => ({ text, x: left + c * width + 3, y: top + r * ROW + 12, size })),
  );
}

const aboveAndBelow = (y: number) => [...setLines(prose(4), { ...FULL, y: 80 }), ...setLines(prose(4), { ...FULL, y })];

async function tablesOf(...pages: readonly Page[]): Promise<string[][][]> {
  const tables = textsOf(await blocksOf(...pages), 'table');
  return tables.map((text) => text.split('\n').map((row) => row.split('\t')));
}

test('reads any full grid without a caption cell by cell', async () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{2,7}( [a-z]{2,5})?$/);
  const grids = fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 5 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(word, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    );
  await fc.assert(
    fc.asyncProperty(grids, async (cells) => {
      const grid = { left: 80, top: 200, width: 85, cells };
      const page = { texts: [...aboveAndBelow(360), ...filled(grid)], shapes: lined(grid) };
      expect(await tablesOf(page)).toEqual([cells]);
    }),
    { numRuns: 12 },
  );
});

test('joins the lines of a cell, and reads cells over two columns or rows as one', async () => {
  const texts = [
    { text: 'Both directions', x: 190, y: 212, size: 9 },
    { text: 'North', x: 183, y: 232, size: 9 },
    { text: 'South', x: 283, y: 232, size: 9 },
    { text: 'Number of stations', x: 83, y: 252, size: 9 },
    { text: 'in the survey', x: 83, y: 262, size: 9 },
    { text: '12', x: 183, y: 252, size: 9 },
    { text: '15', x: 283, y: 252, size: 9 },
  ];
  const shapes = [
    ...[200, 240, 270].map((top) => ({ left: 80, top, width: 300, height: LINE })),
    { left: 180, top: 220, width: 200, height: LINE },
    ...[80, 180, 380].map((left) => ({ left, top: 200, width: LINE, height: 70 })),
    { left: 280, top: 220, width: LINE, height: 50 },
  ];
  const page = { texts: [...aboveAndBelow(320), ...texts], shapes };
  expect(await tablesOf(page)).toEqual([
    [
      ['', 'Both directions', ''],
      ['', 'North', 'South'],
      ['Number of stations in the survey', '12', '15'],
    ],
  ]);
});

test('separates rows that only their text distinguishes', async () => {
  const rows = ['Alpha', 'Beta', 'Gamma', 'Delta'];
  const texts = [
    { text: 'Star', x: 83, y: 212, size: 9 },
    { text: 'Mass', x: 183, y: 212, size: 9 },
    ...rows.flatMap((name, i) => [
      { text: name, x: 83, y: 232 + 11 * i, size: 9 },
      { text: `0.4${i}`, x: 183, y: 232 + 11 * i, size: 9 },
    ]),
  ];
  const shapes = [
    ...[200, 220, 275].map((top) => ({ left: 80, top, width: 200, height: LINE })),
    ...[80, 180, 280].map((left) => ({ left, top: 200, width: LINE, height: 75 })),
  ];
  expect(await tablesOf({ texts: [...aboveAndBelow(320), ...texts], shapes })).toEqual([
    [['Star', 'Mass'], ...rows.map((name, i) => [name, `0.4${i}`])],
  ]);
});

test('splits columns without a line between them', async () => {
  const rows = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];
  const grid = { left: 80, top: 200, width: 150, cells: rows.map((name, i) => [name, `0.4${i}`]) };
  const third = rows.map((_, i) => ({ text: `1${i}.25`, x: 300, y: 212 + ROW * i, size: 9 }));
  const page = { texts: [...aboveAndBelow(340), ...filled(grid), ...third], shapes: lined(grid) };
  expect(await tablesOf(page)).toEqual([rows.map((name, i) => [name, `0.4${i}`, `1${i}.25`])]);
});

/** Prints numbers in columns with one line below the head and one after the first column. */
function crossed(cells: readonly (readonly string[])[], pitch: number): Page {
  const [first, ...others] = (cells[0] ?? []).map((_, c) => (c === 0 ? 203 : 226 + pitch * (c - 1)));
  const lefts = [first ?? 0, ...others];
  const texts = cells.flatMap((row, r) =>
    row.map((text, c) => ({ text, x: lefts[c] ?? 0, y: 212 + 13 * r, size: 10 })),
  );
  const shapes = [
    { left: 200, top: 216, width: 26 + pitch * others.length, height: LINE },
    { left: 222, top: 202, width: LINE, height: 13 * cells.length + 3 },
  ];
  return { texts: [...aboveAndBelow(340), ...texts], shapes };
}

test('reads a table whose only lines cross below its head and after its first column', async () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const tables = fc
    .record({ rows: fc.integer({ min: 4, max: 7 }), columns: fc.integer({ min: 3, max: 6 }) })
    .chain(({ rows, columns }) =>
      fc.array(fc.array(digit, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    )
    .map((rows) => [
      ['S', ...(rows[0] ?? []).map((_, i) => 'abcdef'[i] ?? '')],
      ...rows.map((row, i) => [`p${i}`, ...row]),
    ]);
  await fc.assert(
    fc.asyncProperty(tables, fc.constantFrom(14.5, 16, 22), async (cells, pitch) => {
      expect(await tablesOf(crossed(cells, pitch))).toEqual([cells]);
    }),
    { numRuns: 12 },
  );
});

test('reads lines in brackets as a matrix, and lines that meet at a corner as axes', async () => {
  const runs = ['a', 'b', 'c', 'd'].map((text, i) => run(text, 100 + 20 * (i % 2), i < 2 ? 112 : 132));
  const lattice: Lattice = {
    box: { left: 95, top: 100, right: 135, bottom: 140 },
    cells: [0, 1, 2, 3].map((i) => ({
      row: Math.floor(i / 2),
      column: i % 2,
      rowSpan: 1,
      columnSpan: 1,
      box: { left: 95 + 20 * (i % 2), right: 115 + 20 * (i % 2), top: i < 2 ? 100 : 120, bottom: i < 2 ? 120 : 140 },
    })),
  };
  const bracket = (sign: string, x: number) =>
    run(sign, x, 100, { font: MATH, glyphs: [glyph(sign, x, { alphabet: 'roman', extensible: 40 })] });
  const taken = (...brackets: readonly PlacedRun[]) => {
    const { rows: _, ...page } = pageOf(1, []);
    return takeLattices({ ...page, runs: [...runs, ...brackets], lattices: [lattice] }).tables.length;
  };
  expect([taken(), taken(bracket('(', 89)), taken(bracket(')', 137)), taken(bracket('(', 60))]).toEqual([1, 0, 0, 1]);
  const across = { left: 100, right: 200, top: 200, bottom: 200 + LINE };
  const down = { left: 100, right: 100 + LINE, top: 100, bottom: 200 };
  const cellsIn = (...borders: readonly Box[]) =>
    readLattices({ borders, sides: [], curves: [], forms: [] }, IDENTITY, { width: 600, height: 800 }).map(
      ({ cells }) => cells.length,
    );
  expect(cellsIn(across, down)).toEqual([]);
  expect(cellsIn(across, { ...down, left: 130, right: 130 + LINE, bottom: 300 })).toEqual([4]);
});

test('finds the sides of shaded cells although a line of the same length is elsewhere', () => {
  const across = [100, 120, 140].map((top) => ({ left: 100, right: 200, top, bottom: top + LINE }));
  const upright = [100, 150, 200].map((left) => ({ left, right: left + LINE, top: 100, bottom: 140 }));
  const borders = [{ left: 100, right: 200, top: 300, bottom: 300 + LINE }];
  const drawn = { borders, sides: [...across, ...upright], curves: [], forms: [] };
  const lattices = readLattices(drawn, IDENTITY, { width: 600, height: 800 });
  expect(lattices.map(({ cells }) => cells.length)).toEqual([4]);
});

test('mistakes neither a frame around text nor boxes with columns of text for a table', async () => {
  const shapes = lined({ left: 40, top: 60, width: 266, cells: [['', '']] }).map((shape) => ({
    ...shape,
    ...(shape.height === ROW ? { height: 500 } : shape.top === 60 ? {} : { top: 560 }),
  }));
  const texts = [LEFT, { x: 317, width: 245 }].flatMap((column, i) => setLines(prose(20, i), { ...column, y: 80 }));
  expect(await tablesOf({ texts, shapes })).toEqual([]);
});

test('leaves the lines of a plot in its drawing', async () => {
  const cells = [1, 2, 3].map((row) => [1, 2, 3].map((column) => `0.${row}${column}`));
  const grid = { left: 10, top: 10, width: 60, cells };
  const drawing = { width: 200, height: 80, shapes: lined(grid), texts: filled(grid, 8) };
  const texts = [
    ...setLines(prose(4), { ...FULL, y: 80 }),
    ...setLines(`Figure 1. Winds of all stars. ${prose(1)}`, { ...FULL, y: 300, size: 9 }),
    ...setLines(prose(8), { ...FULL, y: 360 }),
  ];
  expect(await tablesOf({ texts, drawings: [{ drawing, left: 80, top: 200 }] })).toEqual([]);
});

test('finds no lattice if curves are among the lines', () => {
  const reader = new BorderReader(OPS);
  const clip = { left: 0, top: 0, right: 600, bottom: 800 };
  const path = (...points: number[]) => {
    const numbers = points.flatMap((x, i) => (i % 2 === 0 ? [i === 0 ? 0 : 1, x, points[i + 1] ?? 0] : []));
    const [xs, ys] = [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)];
    const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    reader.constructPath([99, [numbers], bounds], IDENTITY, clip);
  };
  for (const at of [100, 150, 200]) {
    path(100, at, 300, at);
    path(at + (at - 100), 100, at + (at - 100), 200);
  }
  const read = () =>
    readLattices({ borders: reader.borders, sides: reader.sides, curves: reader.curves, forms: [] }, IDENTITY, {
      width: 600,
      height: 800,
    });
  expect(read().map(({ cells }) => cells.length)).toEqual([4]);
  for (const y of [110, 120, 130]) path(110, y, 180, y + 40, 280, y + 10);
  expect(read()).toEqual([]);
});

test('reads the text of every cell of a file exactly once', async () => {
  const cells = Array.from({ length: 5 }, (_, r) => ['a', 'b', 'c'].map((name) => `${name}${r} value`));
  const grid = { left: 80, top: 200, width: 85, cells };
  const page = { texts: [...aboveAndBelow(360), ...filled(grid)], shapes: lined(grid) };
  const { blocks } = await parsePdf(writePdf([page]));
  const text = blocks.map((block) => block.text).join('\n');
  for (const cell of cells.flat()) expect(text.split(cell)).toHaveLength(2);
});

test('reads a lined table whose shaded head is inset, and whose lines are at other places in some rows', async () => {
  const cells = [
    ['Crime', 'Murder', 'Theft of cars'],
    ['2005', '28', '11,890'],
    ['2006', '25', '9,811'],
    ['Total', '53', '21,701'],
  ];
  const grid = { left: 80, top: 200, width: 85, cells };
  const inset = [0, 1, 2].map((c) => ({ left: 88 + 85 * c, top: 201, width: 70, height: ROW - 2 }));
  // The line before the second column of the last row is further to the right.
  const moved = lined(grid).map((line) =>
    line.left === 165 && line.width === LINE && line.top > 250 ? { ...line, left: 174 } : line,
  );
  const texts = filled(grid).map((text) => (text.text === '53' ? { ...text, x: 180 } : text));
  const page = { texts: [...aboveAndBelow(360), ...texts], shapes: [...moved, ...inset] };
  expect(await tablesOf(page)).toEqual([cells]);
});

test('joins cells of several lines next to cells centred between the lines', async () => {
  const lines = ['Non-profit', 'schools of', 'the whole', 'state'];
  const texts = [
    ...lines.map((text, i) => ({ text, x: 183, y: 212 + 10 * i, size: 9 })),
    ...['Negligent', 'cases'].map((text, i) => ({ text, x: 283, y: 222 + 10 * i, size: 9 })),
    { text: 'Year', x: 83, y: 227, size: 9 },
    ...['2005', '12', '15'].map((text, i) => ({ text, x: 83 + 100 * i, y: 262, size: 9 })),
  ];
  const shapes = [
    ...[200, 250, 270].map((top) => ({ left: 80, top, width: 300, height: LINE })),
    ...[80, 180, 280, 380].map((left) => ({ left, top: 200, width: LINE, height: 70 })),
  ];
  expect(await tablesOf({ texts: [...aboveAndBelow(320), ...texts], shapes })).toEqual([
    [
      ['Year', lines.join(' '), 'Negligent cases'],
      ['2005', '12', '15'],
    ],
  ]);
});
