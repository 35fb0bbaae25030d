import type { Box } from '../../block.ts';
import { enclose, overlapLength } from '../../geometry.ts';
import type { Rule } from '../../reading/page-content.ts';
import { columnMarks } from '../columns/column-marks.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { squeezed } from '../columns/side-abstract.ts';
import { cutRow, extentOf, findColumns, isAcross } from './table-columns.ts';
import { letterCount, splitAtGaps } from '../rows/rows.ts';
import { areTextColumns } from '../columns/text-columns.ts';
import { partHeights, type TableRegion } from './table-region.ts';

const SHORTEST_TABLE_RULE = 60; // points
/** Minimum number of rows between rules. Fewer rows are a journal's banner or a box. */
const FEWEST_ROWS = 3;
/** The start of a table caption. */
export const CAPTION = /^\s*(?:extended data |supplementary )?(?:tab(?:le|\.)|tabelle|tableau|tabla|exhibit)\s/i;
const CAPTION_WITHIN = 90; // points
const SAME_EDGE = 5; // points
/** Maximum distance in points between the edge of a grid and the line that draws it. */
const AT_EDGE = 1;
/** Minimum gap in em between a caption and adjacent text in another column. */
const COLUMN_GAP = 1;
const LOWEST_TABLE = 12; // points
/** Maximum length of a line between two tables that is not running text. */
const TEXT_LINE = 25; // letters
const TEXT_LINES = 3;
/** Minimum number of lines with several cells. A line of a paragraph is one cell. */
const FEWEST_LINES = 2;
/** Maximum share of a table's lines that are spanning headings. */
const ACROSS_SHARE = 0.4;
/**
 * Maximum length of a cell in a table. A region with a longer cell is prose between two rules: a frame or an abstract.
 */
export const LONGEST_CELL = 130; // letters

export interface Extraction {
  readonly page: PageRows;
  readonly tables: readonly TableRegion[];
}

/** Extracts the tables from a page: stacked rules of equal width and the text between them. */
export function extractTables(page: PageRows): Extraction {
  const tables: TableRegion[] = [];
  let rest = page.rows;
  const rules = joinPieces(page.rules);
  const marks = columnMarks(rules, page.width);
  const stacks = stackRules(rules.filter((rule) => !marks.has(rule)))
    .flatMap((stack) => cutAtAlgorithms(stack, page.rows))
    .flatMap((stack) => cutAtText(stack, page.rows))
    .flatMap((stack) => cutBetween(stack, page.grids));
  for (const stack of stacks) {
    const table = regionOf(page, stack, rest) ?? openRegionOf(page, stack, rest);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(table.rows.flatMap((row) => row.runs));
    rest = withoutRuns(rest, taken);
  }
  return { page: { ...page, rows: rest }, tables };
}

/** Returns the rows without the given runs. Empty rows are omitted. */
export function withoutRuns(rows: readonly Row[], taken: ReadonlySet<PlacedRun>): Row[] {
  if (taken.size === 0) return [...rows];
  return rows
    .map((row) => ({ ...row, runs: row.runs.filter((run) => !taken.has(run)) }))
    .filter((row) => row.runs.length > 0);
}

/** Maximum difference between the heights of the pieces of one rule, and maximum gap between them. */
const SAME_HEIGHT = 1.2; // points
const PIECES_APART = 3; // points

/** Joins the pieces of rules, which are often drawn cell by cell. */
function joinPieces(rules: readonly Rule[]): Rule[] {
  const joined: Rule[] = [];
  for (const rule of rules.toSorted((a, b) => a.y - b.y || a.left - b.left)) {
    const at = joined.findIndex(
      (other) =>
        Math.abs(other.y - rule.y) < SAME_HEIGHT &&
        rule.left - other.right < PIECES_APART &&
        rule.left >= other.left - 1,
    );
    const other = joined[at];
    if (other) joined[at] = { ...other, right: Math.max(other.right, rule.right) };
    else joined.push(rule);
  }
  return joined;
}

/** Groups stacked rules of equal extent. A rule that extends beyond a group ends the group. */
function stackRules(rules: readonly Rule[]): Rule[][] {
  const stacks: Rule[][] = [];
  let open: Rule[][] = [];
  for (const rule of rules.filter((one) => one.right - one.left >= SHORTEST_TABLE_RULE)) {
    const stack = open.findLast(([first]) => first !== undefined && isSameExtent(first, rule));
    open = open.filter((one) => one === stack || !sticksOut(rule, one[0] as Rule));
    if (stack) stack.push(rule);
    else {
      open.push([rule]);
      stacks.push(open.at(-1) as Rule[]);
    }
  }
  return stacks.filter((stack) => stack.length >= 2);
}

/** Returns whether a rule is wider than another rule and above or below most of it. */
function sticksOut(rule: Rule, other: Rule): boolean {
  const isInside = rule.left > other.left - SAME_EDGE && rule.right < other.right + SAME_EDGE;
  const shared = overlapLength(rule.left, rule.right, other.left, other.right);
  return !isInside && shared > (other.right - other.left) / 2;
}

function isSameExtent(a: Rule, b: Rule): boolean {
  return Math.abs(a.left - b.left) < SAME_EDGE && Math.abs(a.right - b.right) < SAME_EDGE;
}

const ALGORITHM = /^\s*algorithm\s+[A-Z]?\d/i;
/** The number of an algorithm's rules: above and below the title, and below the steps. */
const RULES_OF_ALGORITHM = 3;

/** Cuts out the rules of algorithms. These rules have the width of the tables above and below. */
function cutAtAlgorithms(stack: readonly Rule[], rows: readonly Row[]): Rule[][] {
  const at = stack.findIndex((rule, i) => {
    const below = stack[i + 1];
    const inside = below ? rowsWithin(frameOf([rule, below]), rows) : [];
    return isAlgorithm(inside);
  });
  if (at < 0) return [[...stack]];
  const end = at + RULES_OF_ALGORITHM;
  return [stack.slice(0, at), stack.slice(at, end), ...cutAtAlgorithms(stack.slice(end), rows)];
}

/** Splits stacked tables of the same width at a caption or running text between their rules. */
function cutAtText(stack: readonly Rule[], rows: readonly Row[]): Rule[][] {
  const stacks: Rule[][] = [];
  stack.forEach((rule, i) => {
    const above = stack[i - 1];
    if (above && !hasText(frameOf([above, rule]), rows)) stacks.at(-1)?.push(rule);
    else stacks.push([rule]);
  });
  return stacks.filter((one) => one.length >= 2);
}

/** Splits stacked grids of the same width, such as frames around examples. */
function cutBetween(stack: readonly Rule[], grids: readonly Box[]): Rule[][] {
  const gridOf = (rule: Rule | undefined) =>
    rule &&
    grids.findIndex(({ top, bottom, left, right }) => {
      const isInside = rule.left > left - SAME_EDGE && rule.right < right + SAME_EDGE;
      return isInside && rule.y > top - AT_EDGE && rule.y < bottom + AT_EDGE;
    });
  const parts: Rule[][] = [];
  stack.forEach((rule, i) => {
    const [above, own] = [gridOf(stack[i - 1]) ?? -1, gridOf(rule) ?? -1];
    if (i > 0 && (above === own || above < 0 || own < 0)) parts.at(-1)?.push(rule);
    else parts.push([rule]);
  });
  return parts.filter((one) => one.length >= 2);
}

function hasText(frame: Box, rows: readonly Row[]): boolean {
  const lines = rows
    .filter((row) => row.baseline > frame.top && row.baseline < frame.bottom)
    .flatMap((row) => splitAtGaps(row.runs, COLUMN_GAP))
    .filter((runs) => runs.some((run) => isInFrame(run, frame) || isAcross(run, frame)));
  if (lines.some((runs) => CAPTION.test(textOf(runs)))) return true;
  const full = lines.filter((runs) => letterCount(runs) >= TEXT_LINE && fills(runs, frame));
  return full.length >= TEXT_LINES && full.length > lines.length / 2;
}

/**
 * Maximum space before and after a line of running text, as shares of the frame width. Lines that are not justified end
 * earlier.
 */
const FREE_BEFORE = 0.05;
const FREE_AFTER = 0.15;

/** Returns whether runs fill a frame. Lines of running text are as wide as a column. Cells are within the table. */
function fills(runs: readonly PlacedRun[], frame: Box): boolean {
  const { left, right } = extentOf(runs);
  const width = frame.right - frame.left;
  const sticksOut = left < frame.left - SAME_EDGE || right > frame.right + SAME_EDGE;
  return sticksOut || (left < frame.left + FREE_BEFORE * width && right > frame.right - FREE_AFTER * width);
}

function textOf(runs: readonly PlacedRun[]): string {
  return runs.map((run) => run.text).join(' ');
}

function frameOf(rules: readonly Rule[]): Box {
  const boxes = rules.map(({ left, right, y }) => ({ left, right, top: y, bottom: y }));
  return enclose(boxes) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}

function rowsWithin(frame: Box, rows: readonly Row[]): Row[] {
  return rows
    .filter((row) => row.baseline > frame.top && row.baseline < frame.bottom + 1)
    .map((row) => ({ ...row, runs: row.runs.filter((run) => isInFrame(run, frame)) }))
    .filter((row) => row.runs.length > 0);
}

function regionOf(
  { number: page, width: pageWidth, grids, rules }: PageRows,
  stack: readonly Rule[],
  rows: readonly Row[],
): TableRegion | undefined {
  const frame = frameOf(stack);
  if (frame.bottom - frame.top < LOWEST_TABLE) return undefined;
  const inside = rowsWithin(frame, rows);
  if (inside.length < FEWEST_ROWS || hasAbstract(inside) || isAlgorithm(inside)) return undefined;
  const isGrid = grids.some(
    (grid) => Math.max(Math.abs(grid.top - frame.top), Math.abs(grid.bottom - frame.bottom)) < AT_EDGE,
  );
  const fewest = isGrid ? FEWEST_ROWS : FEWEST_ROWS + 1;
  const isTable =
    isCaptioned(frame, rows) || isPlainlyTabular(frame, inside, pageWidth) || hasManyRules(stack, inside, fewest);
  if (!isTable || !looksTabular(inside)) return undefined;
  return {
    page,
    box: frame,
    rows: inside,
    ruleHeights: stack.map((rule) => rule.y),
    partHeights: partHeights(rules, frame),
  };
}

const MOST_OF_HEAD = 3; // rows
/** Maximum distance between rows of a table. */
const ROW_STEP = 2.4; // em
/** Minimum number of columns in a table without a rule below. With fewer columns, the region may be something else. */
const FEWEST_COLUMNS = 3;
const IN_CELLS = 0.9; // share of the rows

/**
 * Returns the region of a table that continues on the next page and has rules only around its head. The rows of the
 * table are the rows below the second rule that keep to the columns of the head.
 */
function openRegionOf(
  { number: page }: PageRows,
  stack: readonly Rule[],
  rows: readonly Row[],
): TableRegion | undefined {
  const frame = frameOf(stack);
  const head = rowsWithin(frame, rows);
  if (stack.length !== 2 || head.length === 0 || head.length > MOST_OF_HEAD || isCaptioned(frame, rows))
    return undefined;
  const body: Row[] = [];
  let above = frame.bottom;
  for (const row of rowsWithin({ ...frame, top: frame.bottom, bottom: Infinity }, rows)) {
    if (row.baseline - above > ROW_STEP * (row.runs[0]?.size ?? 0)) break;
    body.push(row);
    above = row.baseline;
  }
  if (body.length < FEWEST_ROWS) return undefined;
  const all = [...head, ...body];
  const columns = findColumns(all);
  const several = all.filter((row) => cutRow(row, columns).length >= FEWEST_COLUMNS).length;
  if (several < IN_CELLS * all.length || !looksTabular(all)) return undefined;
  return { page, box: { ...frame, bottom: above + 1 }, rows: all, ruleHeights: stack.map((rule) => rule.y) };
}

function isAlgorithm([title]: readonly Row[]): boolean {
  return title !== undefined && ALGORITHM.test(textOf(title.runs));
}

/**
 * Returns whether the rows contain an abstract. Elsevier prints rules around the abstract and the article data. These
 * rules do not form a table.
 */
function hasAbstract(rows: readonly Row[]): boolean {
  return rows.some(({ runs }) => /^(?:articleinfo)?abstract$/i.test(squeezed(runs)));
}

/**
 * Minimum share of a run's width within a frame, if the run belongs to the frame. A run may contain the text of two
 * columns.
 */
const INSIDE_SHARE = 0.6;

function isInFrame(run: PlacedRun, frame: Box): boolean {
  return (
    overlapLength(run.left, run.right, frame.left - SAME_EDGE, frame.right + SAME_EDGE) >
    INSIDE_SHARE * (run.right - run.left)
  );
}

function isCaptioned(frame: Box, rows: readonly Row[]): boolean {
  const near = rows.filter(
    (row) => row.baseline > frame.top - CAPTION_WITHIN && row.baseline < frame.bottom + CAPTION_WITHIN,
  );
  return near.some((row) =>
    splitAtGaps(row.runs, COLUMN_GAP).some((runs) => {
      const { left, right } = extentOf(runs);
      const isBeside = overlapLength(left, right, frame.left - SAME_EDGE, frame.right + SAME_EDGE) > 0;
      return isBeside && CAPTION.test(textOf(runs));
    }),
  );
}

/**
 * Minimum number of rules in a table without a caption above. The rules have the same ends, and rows with several cells
 * are between the rules.
 */
const MANY_RULES = 3;
const SEVERAL_CELLS = 0.7; // share of the rows

function hasManyRules(stack: readonly Rule[], rows: readonly Row[], fewest: number): boolean {
  if (stack.length < MANY_RULES || rows.length < fewest) return false;
  const columns = findColumns(rows);
  const several = rows.filter((row) => cutRow(row, columns).length > 1).length;
  return several >= SEVERAL_CELLS * rows.length;
}

/** Minimum width of a table without a caption, as a share of the page width. Fractions are narrower. */
const WIDE_SHARE = 0.3;
/** Maximum share of letters in formulas in a table without a caption. */
const FORMULAS_SHARE = 0.4;

/**
 * Returns whether a region without a caption is a table. Fraction bars may also be stacked, so the region must be wide
 * and have few formulas.
 */
function isPlainlyTabular(frame: Box, rows: readonly Row[], pageWidth: number): boolean {
  const runs = rows.flatMap((row) => row.runs);
  const formulas = letterCount(runs.filter((run) => run.font.math || run.script !== undefined));
  return (
    rows.length > FEWEST_ROWS &&
    frame.right - frame.left > WIDE_SHARE * pageWidth &&
    formulas < FORMULAS_SHARE * letterCount(runs)
  );
}

/** Returns whether most lines keep to columns, and no cell or column is running text. */
function looksTabular(rows: readonly Row[]): boolean {
  if (rows.some((row) => row.runs.some((run) => run.text.length >= LONGEST_CELL))) return false;
  const columns = findColumns(rows);
  const lines = rows.map((row) => cutRow(row, columns).map(extentOf));
  const several = lines.filter((cells) => cells.length > 1).length;
  const across = lines.filter((cells) => cells.some((cell) => columns.strips.some((strip) => isAcross(cell, strip))));
  if (areTextColumns(rows, columns)) return false;
  return several >= FEWEST_LINES && across.length <= ACROSS_SHARE * rows.length;
}
