import type { Box } from '../block.ts';
import { enclose, overlapLength } from '../geometry.ts';
import type { Rule } from '../reading/page-content.ts';
import type { PageRows } from './running-heads.ts';
import { letterCount, type PlacedRun, type Row } from './rows.ts';

/** What stands between a table's first and last rule. */
export interface TableRegion {
  readonly page: number;
  readonly box: Box;
  readonly rows: readonly Row[];
  /** Heights of the rules, from top to bottom, points. */
  readonly ruleHeights: readonly number[];
}

const SHORTEST_TABLE_RULE = 60; // points
/** Two rows between rules are a journal's banner, or a box. */
const FEWEST_ROWS = 3;
const CAPTION = /^\s*(?:extended data |supplementary )?tab(?:le|\.)\s/i;
const CAPTION_WITHIN = 90; // points
const SAME_EDGE = 5; // points
/** A region of this many letters in its widest cell is prose between two rules: a frame or an abstract. */
const LONGEST_CELL = 130; // letters

/** Takes the tables out of a page: stacked rules of equal width and the text between them. */
export function takeTables(page: PageRows): { readonly page: PageRows; readonly tables: TableRegion[] } {
  const tables: TableRegion[] = [];
  let rest = page.rows;
  for (const stack of stackRules(joinPieces(page.rules))) {
    const table = regionOf(page, stack, rest);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(table.rows.flatMap((row) => row.runs));
    rest = withoutRuns(rest, taken);
  }
  return { page: { ...page, rows: rest }, tables };
}

/** Rows without some of their runs, emptied rows left out. */
function withoutRuns(rows: readonly Row[], taken: ReadonlySet<PlacedRun>): Row[] {
  return rows
    .map((row) => ({ ...row, runs: row.runs.filter((run) => !taken.has(run)) }))
    .filter((row) => row.runs.length > 0);
}

/** One rule is often drawn cell by cell. */
function joinPieces(rules: readonly Rule[]): Rule[] {
  const joined: Rule[] = [];
  for (const rule of rules.toSorted((a, b) => a.y - b.y || a.left - b.left)) {
    const at = joined.findIndex(
      (other) => Math.abs(other.y - rule.y) < 1.2 && rule.left - other.right < 3 && rule.left >= other.left - 1,
    );
    const other = joined[at];
    if (other) joined[at] = { ...other, right: Math.max(other.right, rule.right) };
    else joined.push(rule);
  }
  return joined;
}

/** Groups rules of equal extent that lie over one another; a rule that is wider than a group ends it. */
function stackRules(rules: readonly Rule[]): Rule[][] {
  const stacks: Rule[][] = [];
  for (const rule of rules.filter((one) => one.right - one.left >= SHORTEST_TABLE_RULE)) {
    const stack = stacks.findLast(([first]) => first !== undefined && isSameExtent(first, rule));
    if (stack) stack.push(rule);
    else stacks.push([rule]);
  }
  return stacks.filter((stack) => stack.length >= 2);
}

function isSameExtent(a: Rule, b: Rule): boolean {
  return Math.abs(a.left - b.left) < SAME_EDGE && Math.abs(a.right - b.right) < SAME_EDGE;
}

function regionOf(
  { number: page, width: pageWidth }: PageRows,
  stack: readonly Rule[],
  rows: readonly Row[],
): TableRegion | undefined {
  const frame = enclose(stack.map(({ left, right, y }) => ({ left, right, top: y, bottom: y })));
  if (!frame || frame.bottom - frame.top < 12) return undefined;
  const inside = rows
    .filter((row) => row.baseline > frame.top && row.baseline < frame.bottom + 1)
    .map((row) => ({ ...row, runs: row.runs.filter((run) => isWithin(run, frame)) }))
    .filter((row) => row.runs.length > 0);
  if (inside.length < FEWEST_ROWS || !looksTabular(inside)) return undefined;
  if (!isCaptioned(frame, rows) && !isPlainlyTabular(frame, inside, pageWidth)) return undefined;
  return { page, box: frame, rows: inside, ruleHeights: stack.map((rule) => rule.y) };
}

function isWithin(run: PlacedRun, frame: Box): boolean {
  return (
    overlapLength(run.left, run.right, frame.left - SAME_EDGE, frame.right + SAME_EDGE) > 0.6 * (run.right - run.left)
  );
}

function isCaptioned(frame: Box, rows: readonly Row[]): boolean {
  return rows.some((row) => {
    const isNear = row.baseline > frame.top - CAPTION_WITHIN && row.baseline < frame.bottom + CAPTION_WITHIN;
    return isNear && row.runs.some((run) => CAPTION.test(run.text) && run.left > frame.left - CAPTION_WITHIN);
  });
}

/** Without a caption only what is wide and not made of formulas: bars of fractions also lie over one another. */
function isPlainlyTabular(frame: Box, rows: readonly Row[], pageWidth: number): boolean {
  const runs = rows.flatMap((row) => row.runs);
  const formulas = letterCount(runs.filter((run) => run.font.math || run.script !== undefined));
  return rows.length > FEWEST_ROWS && frame.right - frame.left > 0.3 * pageWidth && formulas < 0.4 * letterCount(runs);
}

/** Most rows have several cells, and no cell is a paragraph. */
function looksTabular(rows: readonly Row[]): boolean {
  const cells = rows.map((row) => countCells(row.runs));
  const several = cells.filter((count) => count >= 2).length;
  const longest = Math.max(...rows.flatMap((row) => row.runs.map((run) => run.text.length)));
  return several >= 0.4 * rows.length && several >= 1 && longest < LONGEST_CELL;
}

/** Runs of a row that a wide gap separates. */
export function countCells(runs: readonly PlacedRun[]): number {
  return runs.filter((run, i) => i === 0 || run.left - (runs[i - 1]?.right ?? 0) > 0.7 * run.size).length;
}
