import type { Position } from '../block.ts';
import { enclose, overlapLength } from '../geometry.ts';
import type { Rule } from '../reading/page-content.ts';
import type { PageRows } from './running-heads.ts';
import type { PlacedRun, Row } from './rows.ts';

/** What stands between a table's first and last rule. */
export interface TableRegion {
  readonly page: number;
  readonly box: Position;
  readonly rows: readonly Row[];
  /** Heights of the rules, from top to bottom, points. */
  readonly ruleHeights: readonly number[];
}

const SHORTEST_TABLE_RULE = 60; // points
/** Two rows between rules are a journal's banner, or a box. */
const FEWEST_ROWS = 3;
const SAME_EDGE = 5; // points
/** A region of this many letters in its widest cell is prose between two rules: a frame or an abstract. */
const LONGEST_CELL = 130; // letters

/** Takes the tables out of a page: stacked rules of equal width and the text between them. */
export function takeTables(page: PageRows): { readonly page: PageRows; readonly tables: TableRegion[] } {
  const tables: TableRegion[] = [];
  let rest = page.rows;
  for (const stack of stackRules(joinPieces(page.rules))) {
    const table = regionOf(page.number, stack, rest);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(table.rows.flatMap((row) => row.runs));
    rest = withoutRuns(rest, taken);
  }
  return { page: { ...page, rows: rest }, tables };
}

/** Rows without some of their runs, emptied rows left out. */
export function withoutRuns(rows: readonly Row[], taken: ReadonlySet<PlacedRun>): Row[] {
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

function regionOf(page: number, stack: readonly Rule[], rows: readonly Row[]): TableRegion | undefined {
  const frame = enclose(stack.map(({ left, right, y }) => ({ left, right, top: y, bottom: y })));
  if (!frame || frame.bottom - frame.top < 12) return undefined;
  const inside = rows
    .filter((row) => row.baseline > frame.top && row.baseline < frame.bottom + 1)
    .map((row) => ({ ...row, runs: row.runs.filter((run) => isWithin(run, frame)) }))
    .filter((row) => row.runs.length > 0);
  if (inside.length < FEWEST_ROWS || !looksTabular(inside)) return undefined;
  return { page, box: frame, rows: inside, ruleHeights: stack.map((rule) => rule.y) };
}

function isWithin(run: PlacedRun, frame: Position): boolean {
  return (
    overlapLength(run.left, run.right, frame.left - SAME_EDGE, frame.right + SAME_EDGE) > 0.6 * (run.right - run.left)
  );
}

/** Most rows have several cells, and no cell is a paragraph. */
function looksTabular(rows: readonly Row[]): boolean {
  const cells = rows.map((row) => countCells(row.runs));
  const several = cells.filter((count) => count >= 2).length;
  const longest = Math.max(...rows.flatMap((row) => row.runs.map((run) => run.text.length)));
  return several >= 0.4 * rows.length && several >= 1 && longest < LONGEST_CELL;
}

function countCells(runs: readonly PlacedRun[]): number {
  return runs.filter((run, i) => i === 0 || run.left - (runs[i - 1]?.right ?? 0) > 0.7 * run.size).length;
}

/** Text of the table's cells, row by row; all rows have the same number of cells. */
export interface TableGrid {
  readonly header: number;
  readonly cells: readonly (readonly (readonly PlacedRun[])[])[];
}

/** Cuts a table into columns at the strips that (nearly) all rows leave free. */
export function readGrid(table: TableRegion): TableGrid {
  const edges = columnEdges(table);
  const cells = table.rows.map((row) => {
    const own: PlacedRun[][] = Array.from({ length: edges.length + 1 }, () => []);
    for (const run of row.runs.flatMap((one) => splitRun(one, edges))) {
      const middle = (run.left + run.right) / 2;
      own[edges.filter((edge) => edge < middle).length]?.push(run);
    }
    return own;
  });
  const second = table.ruleHeights.find((y) => y > (table.rows[0]?.baseline ?? 0)) ?? 0;
  const header = table.rows.filter((row) => row.baseline < second).length;
  return { cells, header: header < table.rows.length ? header : 0 };
}

/** Free strips, as the x of their middles. Headings over several columns and notes may cross them. */
function columnEdges(table: TableRegion): number[] {
  const { left, right } = table.box;
  const width = Math.ceil(right - left) + 1;
  const covered = Array.from({ length: width }, () => 0);
  const rows = table.rows.filter((row) => countCells(row.runs) >= 2);
  for (const row of rows) {
    const taken = new Set<number>();
    for (const run of row.runs.flatMap(splitWords)) {
      const from = Math.max(0, Math.floor(run.left - left - 0.5));
      for (let x = from; x <= Math.min(width - 1, Math.ceil(run.right - left + 0.5)); x++) taken.add(x);
    }
    for (const x of taken) covered[x] = (covered[x] ?? 0) + 1;
  }
  const allowed = rows.length >= 6 ? Math.floor(0.12 * rows.length) : 0;
  const narrowest = narrowestStrip(table.rows);
  return freeStrips(covered, allowed, narrowest).map((x) => x + left);
}

/** Words within a cell are as near as this; columns are farther apart. Points. */
function narrowestStrip(rows: readonly Row[]): number {
  const sizes = rows.flatMap((row) => row.runs.map((run) => run.size)).toSorted((a, b) => a - b);
  return 0.55 * (sizes[sizes.length >> 1] ?? 9);
}

function freeStrips(covered: readonly number[], allowed: number, narrowest: number): number[] {
  const strips: number[] = [];
  let start = -1;
  let begun = false;
  covered.forEach((count, x) => {
    if (count > allowed) {
      if (begun && start >= 0 && x - start >= narrowest) strips.push((start + x) / 2);
      begun = true;
      start = -1;
    } else if (start < 0) start = x;
  });
  return strips;
}

/** A run with wide spaces in it holds several cells. */
function splitRun(run: PlacedRun, edges: readonly number[]): PlacedRun[] {
  return edges.some((edge) => edge > run.left + 1 && edge < run.right - 1) ? splitWords(run) : [run];
}

/** The words of a run, placed as if all letters were equally wide. */
function splitWords(run: PlacedRun): PlacedRun[] {
  const words = run.text.split(' ');
  if (words.length === 1) return [run];
  const letter = (run.right - run.left) / Math.max(1, run.text.length);
  let at = 0;
  return words.flatMap((word) => {
    const left = run.left + at * letter;
    at += word.length + 1;
    return word === '' ? [] : [{ ...run, text: word, left, right: left + word.length * letter }];
  });
}
