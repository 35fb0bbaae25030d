import { enclose, median, overlapLength } from '../../geometry.ts';
import { cutRow as cutAtGutter, type CutRow, type Gutter } from '../columns/columns.ts';
import { areSmallCapitals } from '../headings/capitals.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount, splitAtGaps } from '../rows/rows.ts';
import { cutRow, extentOf, findColumns, type Columns, type Extent } from './table-columns.ts';
import { CAPTION, withoutRuns, type Extraction } from './tables.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { FULL_RULE, partHeights, type TableRegion } from './table-region.ts';

/** Spaces of at least this width separate cells in any row. Spaces in justified text are narrower. */
export const CELL_GAP = 0.9; // em
/** Minimum width of spaces that separate cells if the spaces are aligned in `FEWEST_OF_NARROW` rows. */
const NARROW_GAP = 0.42; // em
const FEWEST_OF_NARROW = 4;
/** Maximum distance between the lines of a caption. The first row of the table is not much further away. */
const CAPTION_STEP = 1.27; // em
const FIRST_ROW_WITHIN = 5; // em
/** Maximum distance between rows of a table. */
export const ROW_STEP = 2.4; // em
const SAME_SIZE = 0.07;
const SCRIPT_WITHIN = 0.4; // em
const FEWEST_ROWS = 3;
/** Minimum share of rows that have several cells or continue a cell. */
const IN_CELLS = 0.75;
/** Minimum share of rows that have several cells. */
const SEVERAL_SHARE = 0.3;
/** Maximum gap between runs of one column. The gap between the number and the title of a caption may be larger. */
const COLUMNS_APART = 4; // em
/** Minimum share of the column that a line of running text fills. The line begins at the margin. */
const TEXT_SHARE = 0.62;
const LARGEST_INDENT = 2.5; // em
const FEW_LETTERS = 20;
const SAME_START = 2; // points
/** Maximum distance in points between a table and its caption. It matches the distance used to match captions. */
const TABLE_WITHIN = 60;

/** A column of a page, or the page's whole width, with its runs. */
export interface Area extends Extent {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

/**
 * Extracts tables without rules, or with a single rule, from a page. Searches for a table below its caption, and then
 * above the caption. The cells in the rows of a table leave strips free. The rows end at a line of running text, a
 * wider gap or another font size.
 *
 * @param tables the page's tables with rules
 * @param gutter between the page's columns
 */
export function extractUnruled({ page, tables }: Extraction, gutter: Gutter | undefined): Extraction {
  if (!page.rows.some(({ runs }) => runs.some(({ text }) => /\b(?:tab|exhibit)/i.test(text)))) return { page, tables };
  const candidates = findTables(page, gutter);
  const used = new Set(tables.map((table) => nearestCaption(table, candidates)));
  const taken = new Set<PlacedRun>();
  const found: TableRegion[] = [];
  for (const one of candidates) {
    const runs = one.rows?.flatMap((row) => row.runs) ?? [];
    if (!one.rows || used.has(one) || runs.some((run) => taken.has(run))) continue;
    found.push(regionOf(page, one.rows));
    for (const run of runs) taken.add(run);
  }
  return { page: { ...page, rows: withoutRuns(page.rows, taken) }, tables: [...tables, ...found] };
}

interface Captioned {
  readonly caption: Row;
  /** The baseline of the last caption line. */
  readonly end: number;
  /** The rows of the caption's table, if found. */
  readonly rows: readonly Row[] | undefined;
}

/**
 * Finds the tables of all captions. A caption in a column may belong to a table across both columns, if that table has
 * more rows than the table in the column.
 */
function findTables(page: PageRows, gutter: Gutter | undefined): Captioned[] {
  const best = new Map<PlacedRun | undefined, Captioned>();
  for (const area of areasOf(page, gutter)) {
    for (const one of captionsIn(area, gutter)) {
      const known = best.get(one.caption.runs[0]);
      if (!known || (one.rows?.length ?? 0) > (known.rows?.length ?? 0)) best.set(one.caption.runs[0], one);
    }
  }
  return [...best.values()];
}

function captionsIn(area: Area, gutter: Gutter | undefined): Captioned[] {
  return area.rows.flatMap((caption, at) => {
    // Captions above adjacent tables are also adjacent.
    if (!isCaption(caption) || (area.isWhole && isCut(caption, gutter))) return [];
    const last = lastOfCaption(area, at);
    const rows = tableBelow(area, at, last, gutter) ?? tableAbove(area, at, gutter);
    return [{ caption, end: area.rows[last]?.baseline ?? caption.baseline, rows }];
  });
}

function nearestCaption({ box }: TableRegion, captions: readonly Captioned[]): Captioned | undefined {
  const distance = ({ caption: { runs, baseline }, end }: Captioned) => {
    const { left, right } = extentOf(runs);
    if (overlapLength(left, right, box.left, box.right) === 0) return Infinity;
    return Math.max(0, box.top - end, baseline - box.bottom);
  };
  const [nearest] = captions.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) < TABLE_WITHIN ? nearest : undefined;
}

/** Returns the full width of a page, followed by its columns. */
export function areasOf(page: PageRows, gutter: Gutter | undefined): Area[] {
  const whole = { ...extentOf(page.rows.flatMap(({ runs }) => runs)), rows: page.rows, isWhole: true };
  if (!gutter) return [whole];
  const middle = (gutter.left + gutter.right) / 2;
  const cuts = page.rows.map((row) => cutAtGutter(row, gutter));
  const within = (side: 'left' | 'right') =>
    page.rows.flatMap((row, i) => {
      const cut = cuts[i] as CutRow;
      const runs = 'full' in cut ? partWithin(row, side, middle) : cut[side];
      return runs.length > 0 ? [{ ...row, runs }] : [];
    });
  return [
    whole,
    { left: whole.left, right: gutter.left, rows: within('left'), isWhole: false },
    { left: gutter.right, right: whole.right, rows: within('right'), isWhole: false },
  ];
}

/** Returns whether text is on both sides of the gutter and no text is in the gutter. */
function isCut(row: Row, gutter: Gutter | undefined): boolean {
  const cut = gutter && cutAtGutter(row, gutter);
  return cut !== undefined && !('full' in cut) && cut.left.length > 0 && cut.right.length > 0;
}

/**
 * Returns the text on one side of the middle of an uncut row. Returns an empty list if the row has text in the middle.
 */
function partWithin({ runs }: Row, side: 'left' | 'right', middle: number): readonly PlacedRun[] {
  if (runs.some((run) => run.left < middle && run.right > middle)) return [];
  return runs.filter((run) => (side === 'left' ? run.right <= middle : run.left >= middle));
}

/** Returns whether a row begins a table caption. The label must not be the subject of a sentence. */
function isCaption(row: Row): boolean {
  const { text } = printOf(row);
  const [word] = CAPTION.exec(text) ?? [];
  if (word === undefined || splitAtGaps(row.runs, COLUMNS_APART).length > 1) return false;
  return /^(?:(?:[A-Z]{1,3}[.-]?)?\d[\d.-]*|[IVX]+)(?:[.:|—–-]|\s+[^\p{Ll}\s]|\s*$)/u.test(
    text.slice(word.length).trim(),
  );
}

function lastOfCaption({ rows }: Area, at: number): number {
  let last = at;
  while (isCaptionLine(rows[last], rows[last + 1])) last++;
  return last;
}

function isCaptionLine(line: Row | undefined, next: Row | undefined): boolean {
  if (!line || !next || splitAtGaps(next.runs, CELL_GAP).length > 1) return false;
  const isLike = isSameSize(line, next) || areSmallCapitals(printOf(line), printOf(next));
  return next.baseline - line.baseline < CAPTION_STEP * Math.max(sizeOf(line), sizeOf(next)) && isLike;
}

/**
 * Returns the rows of a table below its caption. Rows with narrow spaces look like lines of the caption if they are as
 * close as such lines.
 */
function tableBelow(area: Area, at: number, last: number, gutter: Gutter | undefined): Row[] | undefined {
  const from = (end: number) => tableIn(area, area.rows[end], area.rows.slice(end + 1), gutter);
  const below = from(last);
  if (below) return below;
  for (let end = at; end < last; end++) {
    const rows = from(end);
    if (rows?.[0] && cutRow(rows[0], findColumns(rows)).length > 1) return rows;
  }
  return undefined;
}

/** Returns the rows of a table above its caption. The search goes upwards. */
function tableAbove(area: Area, at: number, gutter: Gutter | undefined): Row[] | undefined {
  return tableIn(area, area.rows[at], area.rows.slice(0, at).toReversed(), gutter)?.toReversed();
}

/**
 * Returns the rows of a table that begins next to a caption.
 *
 * @param caption the line of the caption that is closest to the table
 * @param rows from the caption on, downwards or upwards
 */
function tableIn(
  area: Area,
  caption: Row | undefined,
  rows: readonly Row[],
  gutter: Gutter | undefined,
): Row[] | undefined {
  const [first] = rows;
  if (!first || !caption) return undefined;
  if (Math.abs(first.baseline - caption.baseline) > FIRST_ROW_WITHIN * sizeOf(first)) return undefined;
  const taken = tableRows(rows, area, gutter);
  return [CELL_GAP, NARROW_GAP].some((gap) => columnsOfTable(taken, gap, gutter) !== undefined) ? taken : undefined;
}

/** Returns the leading rows that look like the rows of one table, without the rows after its last cells. */
export function tableRows(rows: readonly Row[], area: Area, gutter: Gutter | undefined): Row[] {
  const [first] = rows;
  const all: Row[] = [];
  for (const row of rows) {
    const before = all.at(-1);
    if (before && Math.abs(row.baseline - before.baseline) > ROW_STEP * sizeOf(row)) break;
    const isOther = first && !isSameSize(row, first) && !(before && isScriptOf(row, before));
    if (isOther || isCaption(row) || isText(row, area, all, gutter)) break;
    all.push(row);
  }
  let last = all.findLastIndex((row) => isInCells(row, all, NARROW_GAP));
  while (isFirstCell(all[last + 1], all.slice(0, last + 1))) last++;
  return all.slice(0, last + 1);
}

/** Returns whether a row is a script of another row. Text after a nested script may be a separate row. */
function isScriptOf(row: Row, other: Row): boolean {
  return row.baseline - other.baseline < SCRIPT_WITHIN * sizeOf(other) && sizeOf(row) < SCRIPT_SIZE * sizeOf(other);
}

/** Returns whether the row is running text. Running text begins at the margin and is nearly as long as the column. */
function isText(row: Row, area: Area, above: readonly Row[], gutter: Gutter | undefined): boolean {
  if (gutter && area.isWhole) {
    const { left, right } = area;
    const sides = [
      { left, right: gutter.left },
      { left: gutter.right, right },
    ];
    if (sides.some((side) => fills(row, side))) return true;
  }
  return fills(row, area) && !continuesCell(row, above);
}

function fills(row: Row, { left, right }: Extent): boolean {
  return splitAtGaps(row.runs, CELL_GAP).some((part) => {
    const extent = extentOf(part);
    const isAtMargin = Math.abs(extent.left - left) < LARGEST_INDENT * sizeOf(row);
    return isAtMargin && extent.right - extent.left > TEXT_SHARE * (right - left) && hasWords(part);
  });
}

/** Returns whether at least half of the part, and more than a name, consists of lower-case words. */
function hasWords(part: readonly PlacedRun[]): boolean {
  const words = part.flatMap((run) => run.words);
  return (
    letterCount(part) > FEW_LETTERS && words.filter(({ text }) => /\p{Ll}{2}/u.test(text)).length >= words.length / 2
  );
}

/** Returns whether the row is the continuation of a cell that is not the first cell of its row. */
function continuesCell(row: Row, all: readonly Row[], gap = CELL_GAP): boolean {
  const { left } = extentOf(row.runs);
  return all.some((other) => cellsOf(other, gap).some((cell, i) => i > 0 && Math.abs(cell.left - left) < SAME_START));
}

function isInCells(row: Row, all: readonly Row[], gap: number): boolean {
  return cellsOf(row, gap).length > 1 || continuesCell(row, all, gap);
}

/** Returns whether the row contains only a first cell, for example because its other cells are empty. */
function isFirstCell(row: Row | undefined, rows: readonly Row[]): boolean {
  if (!row) return false;
  const { left, right } = extentOf(row.runs);
  return rows.some((other) => {
    const [first] = cellsOf(other, NARROW_GAP);
    return first !== undefined && Math.abs(first.left - left) < SAME_START && right < first.right + SAME_START;
  });
}

/** Returns the columns of a table. Returns undefined if the rows have no columns, or only the columns of the page. */
export function columnsOfTable(rows: readonly Row[], gap: number, gutter: Gutter | undefined): Columns | undefined {
  if (rows.length < (gap < CELL_GAP ? FEWEST_OF_NARROW : FEWEST_ROWS)) return undefined;
  const inCells = rows.filter((row) => isInCells(row, rows, gap) || isFirstCell(row, rows)).length;
  if (inCells < IN_CELLS * rows.length) return undefined;
  const columns = findColumns(rows);
  const strips = columns.strips.filter(({ left, right }) => !gutter || left > gutter.left || right < gutter.right);
  const several = rows.filter((row) => cutRow(row, columns).length > 1).length;
  return strips.length > 0 && several >= Math.max(2, SEVERAL_SHARE * rows.length) ? columns : undefined;
}

/**
 * The cells of rows by gap. The cache avoids repeated work, because each row is compared with all other rows of its
 * table.
 */
const cells = { wide: new WeakMap<Row, readonly Extent[]>(), narrow: new WeakMap<Row, readonly Extent[]>() };

/** Returns the cells of a row. The row is separated at words, because cells with narrow gaps are drawn as one run. */
function cellsOf(row: Row, gap: number): readonly Extent[] {
  const known = gap < CELL_GAP ? cells.narrow : cells.wide;
  let own = known.get(row);
  if (own === undefined) known.set(row, (own = splitAtWords(row, gap)));
  return own;
}

function splitAtWords({ runs }: Row, gap: number): Extent[] {
  const found: { left: number; right: number }[] = [];
  let [end, size] = [-Infinity, 0];
  for (const run of runs)
    for (const word of run.words.length === 1 ? [run] : run.words) {
      const last = found.at(-1);
      if (last && word.left - end <= gap * Math.max(run.size, size)) {
        last.left = Math.min(last.left, word.left);
        last.right = Math.max(last.right, word.right);
      } else found.push({ left: word.left, right: word.right });
      end = Math.max(end, word.right);
      size = run.size;
    }
  return found;
}

export function regionOf({ number: page, rules }: PageRows, rows: readonly Row[]): TableRegion {
  const boxes = rows.flatMap((row) =>
    row.runs.map(({ left, right, baseline, size }) => ({
      left,
      right,
      top: baseline - size,
      bottom: baseline + 0.3 * size,
    })),
  );
  const box = enclose(boxes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const width = box.right - box.left;
  const inside = rules.filter(
    ({ left, right, y }) =>
      y > box.top && y < box.bottom && overlapLength(left, right, box.left, box.right) > FULL_RULE * width,
  );
  return { page, box, rows, ruleHeights: inside.map(({ y }) => y), partHeights: partHeights(rules, box) };
}

function printOf(row: Row): { size: number; text: string } {
  return { size: sizeOf(row), text: row.runs.map((run) => run.text).join(' ') };
}

export function isSameSize(a: Row, b: Row): boolean {
  return Math.abs(sizeOf(a) - sizeOf(b)) < SAME_SIZE * sizeOf(b);
}

function sizeOf({ runs }: Row): number {
  const own = runs.filter((run) => !run.script);
  return median(
    own.map((run) => run.size),
    9,
  );
}
