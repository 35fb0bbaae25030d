import { widthOfText, writePdf, type Shape, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, LEFT, prose, RIGHT, setLines } from './paper.ts';

const PAGE = { width: 612, height: 792 };
const TOP = 90;

interface TableStyle {
  /** What is drawn between and behind the rows. */
  readonly lines: 'three' | 'double' | 'every' | 'grid' | 'shaded';
  /** `side`: printed sideways on a page of its own, `aside`: beside a column of upright text. */
  readonly place: 'left' | 'right' | 'full' | 'side' | 'aside';
  readonly caption: 'above' | 'flush' | 'below';
  readonly size: number;
  readonly isWide: boolean;
  /** A row of units, and one of names over several columns. */
  readonly hasUnits: boolean;
  readonly hasGroups: boolean;
}

const style: fc.Arbitrary<TableStyle> = fc.record({
  lines: fc.constantFrom('three', 'double', 'every', 'grid', 'shaded'),
  place: fc.constantFrom('left', 'right', 'full', 'side', 'aside'),
  caption: fc.constantFrom('above', 'flush', 'below'),
  size: fc.constantFrom(5.5, 7, 8, 9),
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
  // A column that is empty in most rows is known by its head only.
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

/** Prints a table below `y`, as wide as its column or its cells. */
function printTable(
  rows: readonly (readonly string[])[],
  how: TableStyle,
  area: { x: number; width: number },
): Printed {
  const widthsAt = (points: number) =>
    HEADS.slice(0, rows[0]?.length).map((head, column) =>
      Math.max(
        ...[head, UNITS[column] ?? '', ...rows.map((row) => row[column] ?? '')].map((one) => widthOf(one, points)),
      ),
    );
  const leastAt = (points: number) => widthsAt(points).reduce((sum, one) => sum + one + 1.2 * points, 1.2 * points);
  // Made to fit, as authors do with wide tables.
  const size = how.size * Math.min(1, area.width / leastAt(how.size));
  const [widths, least] = [widthsAt(size), leastAt(size)];
  const width = how.isWide ? Math.max(least, area.width) : least;
  const gap = (width - widths.reduce((sum, one) => sum + one, 0)) / (widths.length + 1);
  const left = area.x + (area.width - width) / 2;
  const starts = widths.map(
    (_, column) => left + gap + widths.slice(0, column).reduce((sum, one) => sum + one + gap, 0),
  );
  const texts: Text[] = [];
  const shapes: Shape[] = [];
  const across = (y: number) => shapes.push({ left, top: y - 0.2, width, height: 0.4 });
  const captionLeft = how.caption === 'flush' ? area.x : area.x + (area.width - widthOf(CAPTION, 8)) / 2;
  let y = TOP;
  if (how.caption !== 'below') texts.push({ text: CAPTION, x: captionLeft, y, size: 8 });
  y += 8;
  across(y);
  if (how.lines === 'double') across(y + 2);
  const upper = y;
  const step = 1.3 * size;
  const write = (cells: readonly string[]) => {
    y += step;
    cells.forEach((text, column) => texts.push({ text, x: starts[column] ?? 0, y, size }));
    if (how.lines === 'every' || how.lines === 'grid') across(y + 0.3 * size);
  };
  if (how.hasGroups) {
    y += step;
    texts.push({ text: 'Observed', x: starts[1] ?? 0, y, size });
  }
  write(HEADS.slice(0, widths.length));
  if (how.hasUnits) write(UNITS.slice(0, widths.length));
  if (how.lines !== 'every' && how.lines !== 'grid') across(y + 0.4 * size);
  rows.forEach((row, i) => {
    if (how.lines === 'shaded' && i % 2 === 1) shapes.push({ left, top: y + 0.4 * size, width, height: step });
    write(row);
  });
  y += 0.5 * size;
  across(y);
  if (how.lines === 'grid') {
    for (const x of [left, ...starts.slice(1).map((start) => start - gap / 2), left + width]) {
      shapes.push({ left: x, top: upper, width: 0.4, height: y - upper });
    }
  }
  if (how.caption === 'below') texts.push({ text: CAPTION, x: captionLeft, y: y + 12, size: 8 });
  return { texts: texts.filter(({ text }) => text !== ''), shapes, bottom: y + 16 };
}

function widthOf(text: string, size: number): number {
  return widthOfText(text, 'Times-Roman', size);
}

/** The same, printed from below upwards. */
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

test('reads any table back, row by row and cell by cell', async () => {
  await fc.assert(
    fc.asyncProperty(body, style, async (rows, how) => {
      const { blocks } = await parsePdf(writePdf(pagesOf(rows, how)));
      const tables = blocks.filter(({ kind }) => kind === 'table');
      expect(tables).toHaveLength(1);
      const lines = (tables[0]?.markdown ?? '').split('\n').filter((line) => line.startsWith('| '));
      const read = lines.map((line) => line.slice(2, -2).split(' | ').map(signs));
      expect(read.slice(-rows.length)).toEqual(rows.map((row) => row.map(signs)));
      expect(tables[0]?.label).toBe('Table 1');
    }),
    { numRuns: 40 },
  );
});
