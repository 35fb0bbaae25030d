import { widthOfText, writePdf, type Shape, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, LEFT, prose, RIGHT, setLines } from './paper.ts';

const PAGE = { width: 612, height: 792 };
const TOP = 90;

interface TableStyle {
  /** Lines and shading drawn around the rows. */
  readonly lines: 'three' | 'double' | 'every' | 'grid' | 'shaded' | 'head' | 'none';
  /** `side`: printed sideways on its own page. `aside`: printed next to a column of upright text. */
  readonly place: 'left' | 'right' | 'full' | 'side' | 'aside';
  readonly caption: 'above' | 'flush' | 'below';
  readonly align: 'left' | 'centre' | 'right' | 'decimal';
  readonly size: number;
  /** Minimum space between columns in em. Tables without lines use the spacing of TeX's standard classes. */
  readonly space: number;
  readonly isWide: boolean;
  /** `hasUnits` adds a row of units, `hasGroups` a row of names that span several columns. */
  readonly hasUnits: boolean;
  readonly hasGroups: boolean;
}

const style: fc.Arbitrary<TableStyle> = fc.record({
  lines: fc.constantFrom('three', 'double', 'every', 'grid', 'shaded', 'head', 'none'),
  place: fc.constantFrom('left', 'right', 'full', 'side', 'aside'),
  caption: fc.constantFrom('above', 'flush', 'below'),
  align: fc.constantFrom('left', 'centre', 'right', 'decimal'),
  size: fc.constantFrom(5.5, 7, 8, 9),
  space: fc.constantFrom(0.6, 1.2),
  isWide: fc.boolean(),
  hasUnits: fc.boolean(),
  hasGroups: fc.boolean(),
});

const cell = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.integer({ min: -999, max: 9999 }).map((value) => (value / 100).toFixed(2).replace('-', '−')),
  fc.integer({ min: 100, max: 999 }).map((value) => `${(value / 100).toFixed(2)} ± 0.0${value % 9}`),
  fc.constantFrom('', '…', 'O5 V', 'B1 III', 'yes'),
);
const body = fc
  .tuple(fc.integer({ min: 3, max: 6 }), fc.integer({ min: 4, max: 12 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  )
  .map((rows) => rows.map(([, ...others], i) => [`HD ${9000 + 17 * i}`, ...others]))
  // A mostly empty column is recognised only by its head.
  .filter((rows) =>
    (rows[0] ?? []).every((_, column) => rows.filter((row) => row[column] !== '').length > rows.length / 2),
  );

const HEADS = ['Star', 'Mass', 'Teff', 'Age', 'Flux', 'Period'];
const UNITS = ['', '(Msun)', '(K)', '(Gyr)', '(mJy)', '(d)'];
const CAPTION = 'Table 1. Parameters of the programme stars of this work.';

interface Printed {
  readonly texts: Text[];
  readonly shapes: Shape[];
  readonly bottom: number;
}

/**
 * Styles that draw lines above and below the table (`FRAMED`), below its head (`BELOW_HEAD`), and below each row
 * (`BELOW_ROWS`).
 */
const FRAMED: ReadonlySet<string> = new Set(['three', 'double', 'every', 'grid', 'shaded']);
const BELOW_HEAD: ReadonlySet<string> = new Set(['three', 'double', 'shaded', 'head']);
const BELOW_ROWS: ReadonlySet<string> = new Set(['every', 'grid']);

interface Area {
  readonly x: number;
  readonly width: number;
}

/** Places the columns of a table that is as wide as its area or its cells. */
function placeColumns(rows: readonly (readonly string[])[], how: TableStyle, area: Area) {
  const widthsAt = (points: number) =>
    HEADS.slice(0, rows[0]?.length).map((head, column) =>
      Math.max(
        ...[head, UNITS[column] ?? '', ...rows.map((row) => row[column] ?? '')].map((one) => widthOf(one, points)),
      ),
    );
  const space = FRAMED.has(how.lines) ? how.space : 1.2;
  const leastAt = (points: number) => widthsAt(points).reduce((sum, one) => sum + one + space * points, space * points);
  // Shrinks the print to fit, as authors do with wide tables.
  const size = how.size * Math.min(1, area.width / leastAt(how.size));
  const [widths, least] = [widthsAt(size), leastAt(size)];
  const width = how.isWide ? Math.max(least, area.width) : least;
  const gap = (width - widths.reduce((sum, one) => sum + one, 0)) / (widths.length + 1);
  const left = area.x + (area.width - width) / 2;
  const starts = widths.map(
    (_, column) => left + gap + widths.slice(0, column).reduce((sum, one) => sum + one + gap, 0),
  );
  return { size, left, width, widths, starts, gap };
}

function printTable(rows: readonly (readonly string[])[], how: TableStyle, area: Area): Printed {
  const { size, left, width, widths, starts, gap } = placeColumns(rows, how, area);
  const texts: Text[] = [];
  const shapes: Shape[] = [];
  const across = (y: number) => shapes.push({ left, top: y - 0.2, width, height: 0.4 });
  const captionLeft = how.caption === 'flush' ? area.x : area.x + (area.width - widthOf(CAPTION, 8)) / 2;
  let y = TOP;
  if (how.caption !== 'below') texts.push({ text: CAPTION, x: captionLeft, y, size: 8 });
  y += 8;
  if (FRAMED.has(how.lines)) across(y);
  if (how.lines === 'double') across(y + 2);
  const upper = y;
  const step = 1.3 * size;
  const write = (cells: readonly string[]) => {
    y += step;
    cells.forEach((text, column) => {
      const x = (starts[column] ?? 0) + shiftOf(text, how.align, widths[column] ?? 0, size);
      texts.push({ text, x, y, size });
    });
    if (BELOW_ROWS.has(how.lines)) across(y + 0.3 * size);
  };
  if (how.hasGroups) {
    y += step;
    texts.push({ text: 'Observed', x: starts[1] ?? 0, y, size });
  }
  write(HEADS.slice(0, widths.length));
  if (how.hasUnits) write(UNITS.slice(0, widths.length));
  if (BELOW_HEAD.has(how.lines)) across(y + 0.4 * size);
  rows.forEach((row, i) => {
    if (how.lines === 'shaded' && i % 2 === 1) shapes.push({ left, top: y + 0.4 * size, width, height: step });
    write(row);
  });
  y += 0.5 * size;
  if (FRAMED.has(how.lines)) across(y);
  if (how.lines === 'grid') {
    for (const x of [left, ...starts.slice(1).map((start) => start - gap / 2), left + width]) {
      shapes.push({ left: x, top: upper, width: 0.4, height: y - upper });
    }
  }
  if (how.caption === 'below') texts.push({ text: CAPTION, x: captionLeft, y: y + 12, size: 8 });
  return { texts: texts.filter(({ text }) => text !== ''), shapes, bottom: y + 16 };
}

/**
 * Returns the distance of a cell's text from the left edge of its column. In columns aligned at decimal points, other
 * text is centred.
 */
function shiftOf(text: string, align: TableStyle['align'], width: number, size: number): number {
  const free = width - widthOf(text, size);
  if (align === 'left') return 0;
  if (align === 'right') return free;
  const [, whole] = /^(−?\d+)\.\d/.exec(text) ?? [];
  return align === 'centre' || whole === undefined
    ? free / 2
    : Math.min(free, Math.max(0, 0.5 * width - widthOf(whole, size)));
}

function widthOf(text: string, size: number): number {
  return widthOfText(text, 'Times-Roman', size);
}

/** Rotates a table so that it reads from bottom to top. */
function sideways({ texts, shapes }: Printed): Pick<Printed, 'texts' | 'shapes'> {
  return {
    texts: texts.map((text) => ({ ...text, x: text.y, y: PAGE.height - text.x, turns: 3 })),
    shapes: shapes.map(({ left, top, width, height }) => ({
      left: top,
      top: PAGE.height - left - width,
      width: height,
      height: width,
    })),
  };
}

function pagesOf(rows: readonly (readonly string[])[], how: TableStyle) {
  const columns = (from: { left: number; right: number }) => [
    ...setLines(prose(6), { ...LEFT, y: from.left }),
    ...setLines(prose(6, 3), { ...RIGHT, y: from.right }),
  ];
  if (how.place === 'side' || how.place === 'aside') {
    const { texts, shapes } = sideways(printTable(rows, how, { x: 60, width: 672 }));
    const upright = setLines(prose(20), { ...RIGHT, y: 100 });
    const printed = { texts: how.place === 'side' ? texts : [...texts, ...upright], shapes, ...PAGE };
    return [{ texts: columns({ left: 100, right: 100 }), ...PAGE }, printed];
  }
  const area = { left: LEFT, right: RIGHT, full: FULL }[how.place];
  const table = printTable(rows, how, area);
  const from = {
    left: how.place === 'right' ? TOP : table.bottom + 20,
    right: how.place === 'left' ? TOP : table.bottom + 20,
  };
  const texts = [...table.texts, ...columns(from)];
  return [{ texts, shapes: table.shapes, ...PAGE }];
}

const signs = (text: string) => (text.replaceAll(/\\[a-z]+/g, '').match(/[a-zA-Z\d.]/g) ?? []).join('');

/**
 * Replaces the caption by a caption as wide as the column. The number must be unique, because two tables with the same
 * number would be joined as parts of one.
 */
function recaptioned(printed: Printed, number: number): Printed {
  const caption = `Table ${number}. Parameters of the programme stars of this work, and their errors.`;
  return { ...printed, texts: printed.texts.map((one) => (one.text === CAPTION ? { ...one, text: caption } : one)) };
}

/** Returns the body cells of a table, without its head. */
function bodyOf(markdown: string, rows: number): string[][] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(-rows).map((line) => line.slice(2, -2).split(' | ').map(signs));
}

test('reads any table back, row by row and cell by cell', async () => {
  await fc.assert(
    fc.asyncProperty(body, style, async (rows, how) => {
      const { blocks } = await parsePdf(writePdf(pagesOf(rows, how)));
      const tables = blocks.filter(({ kind }) => kind === 'table');
      expect(tables).toHaveLength(1);
      expect(bodyOf(tables[0]?.markdown ?? '', rows.length)).toEqual(rows.map((row) => row.map(signs)));
      expect(tables[0]?.label).toBe('Table 1');
    }),
    { numRuns: 50 },
  );
});

test('reads any table without a caption', async () => {
  const upright = style.map((how): TableStyle => ({ ...how, place: how.isWide ? 'full' : 'left' }));
  await fc.assert(
    fc.asyncProperty(body, upright, async (rows, how) => {
      const pages = pagesOf(rows, how).map((page) => ({
        ...page,
        texts: page.texts.filter(({ text }) => text !== CAPTION),
      }));
      const { blocks } = await parsePdf(writePdf(pages));
      const tables = blocks.filter(({ kind }) => kind === 'table');
      expect(tables).toHaveLength(1);
      expect(bodyOf(tables[0]?.markdown ?? '', rows.length)).toEqual(rows.map((row) => row.map(signs)));
    }),
    { numRuns: 30 },
  );
});

test('reads tables without rules next to each other', async () => {
  await fc.assert(
    fc.asyncProperty(body, body, style, async (left, right, any) => {
      const how = { ...any, lines: 'none', caption: 'flush' } as const;
      const printed = [LEFT, RIGHT].map((area, i) => recaptioned(printTable(i === 0 ? left : right, how, area), i + 1));
      const [one, other] = printed.map(({ bottom }) => bottom + 20);
      const text = [
        ...setLines(prose(6), { ...LEFT, y: one ?? 0 }),
        ...setLines(prose(6, 3), { ...RIGHT, y: other ?? 0 }),
      ];
      const { blocks } = await parsePdf(
        writePdf([{ texts: [...printed.flatMap(({ texts }) => texts), ...text], ...PAGE }]),
      );
      const tables = blocks.filter(({ kind }) => kind === 'table');
      expect(tables).toHaveLength(2);
      const read = [left, right].map((rows, i) => bodyOf(tables[i]?.markdown ?? '', rows.length));
      expect(read).toEqual([left, right].map((rows) => rows.map((row) => row.map(signs))));
    }),
    { numRuns: 20 },
  );
});

test('reads a table without rules if a nested script in its head is below its row', async () => {
  const rows = ['HD 9000', 'HD 9017', 'HD 9034', 'HD 9051'].flatMap((text, i): Text[] => [
    { text, x: 60, y: 128 + 12 * i },
    { text: String(98736 - 1017 * i), x: 160, y: 128 + 12 * i },
  ]);
  const head: Text[] = [
    { text: 'Star', x: 60, y: 116 },
    { text: 'N', x: 160, y: 116 },
    { text: 'G', x: 167.3, y: 117.6, size: 7 },
    { text: 'RP', x: 172.5, y: 119, size: 5 },
    { text: '< 16', x: 179.2, y: 117.6, size: 7 },
  ];
  const caption = { text: 'Table 1. Stars', x: 60, y: 100 };
  const text = setLines(prose(9), { ...LEFT, y: 200 });
  const { blocks } = await parsePdf(writePdf([{ texts: [caption, ...head, ...rows, ...text] }]));
  const [table] = blocks.filter(({ kind }) => kind === 'table');
  expect(bodyOf(table?.markdown ?? '', 4)).toEqual(
    ['HD 9000', 'HD 9017', 'HD 9034', 'HD 9051'].map((name, i) => [name, String(98736 - 1017 * i)].map(signs)),
  );
});
