import { median } from '../../geometry.ts';
import type { Gutter } from '../columns/columns.ts';
import type { Word } from '../../reading/page-content.ts';
import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from '../rows/rows.ts';
import { cutRow, extentOf, type Columns } from './table-columns.ts';
import { LONGEST_CELL, withoutRuns, type Extraction } from './tables.ts';
import type { TableRegion } from './table-region.ts';
import {
  areasOf,
  CELL_GAP,
  columnsOfTable,
  isSameSize,
  regionOf,
  ROW_STEP,
  tableRows,
  type Area,
} from './unruled-tables.ts';

/**
 * Minimum number of rows with several cells in a table of two columns. An address or a signature has fewer such rows.
 */
const FEWEST_OF_TWO = 4;
const FEWEST_ROWS = 3;
/** Minimum share of numbers among the filled cells of a column, including the cells of the head. */
const NUMBERS_SHARE = 0.6;
const FEWEST_NUMBERS = 3;
/** A number with a currency, unit, error or note mark. */
const NUMBER = /^[^\p{L}\d()[\]]{0,3}\(?\d[\d.,:\s%±×()–—−-]*(?:%|\p{L}{1,3}|[*†‡§])?\s?\)?$/u;
/** A sign that stands for a missing number. */
const MISSING = /^(?:[–—−-]{1,3}|\.{1,3}|…|n\/?a)$/i;
/** The number of an equation, or of an entry in a list of references. */
const LABEL = /^(?:\([\p{L}\d.-]{1,6}\)|\[[\p{L}\d]{1,6}\]|[•◦▪–—-]|\d{1,3}[.)])$/u;
/**
 * Limits for a table of words: maximum number of letters in the cells of the middle columns, and minimum number of
 * columns.
 */
const LONGEST_WORDS = 20; // letters
const FEWEST_COLUMNS = 3;
/** Minimum share of words. The dots of a matrix are also aligned. */
const WORDS_SHARE = 0.8; // of the cells
const FEWEST_OF_WORDS = 4;
/** Maximum share of formulas. Formulas set below each other also have aligned parts. */
const MOST_FORMULAS = 0.25; // share of the letters
/** Minimum share of filled cells. The labels of a drawing fill fewer of their aligned places. */
const FILLED_SHARE = 0.5;
const LEADERS = /(?:\.\s?){5}/;

/**
 * Extracts tables from a page that have no caption and no rules around them. Only aligned cells identify such tables.
 * So one column must consist of numbers, or all cells must be short.
 */
export function extractAligned({ page, tables }: Extraction, gutter: Gutter | undefined): Extraction {
  const found: TableRegion[] = [];
  const taken = new Set<Word>();
  const candidates = areasOf(page, gutter).flatMap((area) => tablesIn(area, gutter));
  for (const { rows, words } of candidates.toSorted((a, b) => b.words.length - a.words.length)) {
    if (words.some((word) => taken.has(word))) continue;
    found.push(regionOf(page, rows));
    for (const word of words) taken.add(word);
  }
  if (found.length === 0) return { page, tables };
  const runs = new Set(found.flatMap((table) => table.rows.flatMap((row) => row.runs)));
  return { page: { ...page, rows: withoutRuns(page.rows, runs) }, tables: [...tables, ...found] };
}

interface Candidate {
  readonly rows: readonly Row[];
  readonly words: readonly Word[];
}

/** Finds the tables in one column of the page, or in the whole width of the page. */
function tablesIn(area: Area, gutter: Gutter | undefined): Candidate[] {
  const found: Candidate[] = [];
  let end = 0;
  area.rows.forEach((row, at) => {
    if (at < end || !mayBegin(row, gutter)) return;
    const body = tableRows(area.rows.slice(at), area, gutter);
    const columns = alignedColumns(body, gutter);
    if (!columns) return;
    const rows = [...headAbove(area, at, body, columns), ...body];
    found.push({ rows, words: rows.flatMap(({ runs }) => runs.flatMap(({ words }) => words)) });
    end = at + body.length;
  });
  return found;
}

/** Fast path: returns whether a row has a gap as wide as the gap between cells. The page's gutter does not count. */
function mayBegin({ runs }: Row, gutter: Gutter | undefined): boolean {
  let right = Infinity;
  for (const { words, size } of runs)
    for (const word of words) {
      const isGutter = gutter && right <= gutter.left + 1 && word.left >= gutter.right - 1;
      if (word.left - right > CELL_GAP * size && !isGutter) return true;
      right = word.right;
    }
  return false;
}

/** Returns the columns of rows that form a table of numbers or short words. Returns undefined for other rows. */
function alignedColumns(rows: readonly Row[], gutter: Gutter | undefined): Columns | undefined {
  if (rows.length < FEWEST_ROWS) return undefined;
  const runs = rows.flatMap((row) => row.runs);
  const formulas = letterCount(runs.filter((run) => run.font.math || run.script !== undefined));
  if (formulas > MOST_FORMULAS * letterCount(runs)) return undefined;
  const columns = columnsOfTable(rows, CELL_GAP, gutter);
  return columns && isOfCells(rows, columns) ? columns : undefined;
}

function isOfCells(rows: readonly Row[], columns: Columns): boolean {
  const lines = rows.map((row) => cutRow(row, columns));
  const texts = lines.map((cells) => cells.map(textOf));
  if (texts.flat().some((text) => text.length >= LONGEST_CELL || LEADERS.test(text))) return false;
  if (texts.flat().length < FILLED_SHARE * rows.length * (columns.strips.length + 1)) return false;
  const isList = texts.filter(([first = '']) => LABEL.test(first)).length > rows.length / 2;
  return !isList && (hasNumbers(lines, columns) || hasShortWords(texts));
}

/** Returns whether a column after the first consists of numbers. */
function hasNumbers(lines: readonly (readonly PlacedRun[][])[], { strips }: Columns): boolean {
  const several = lines.filter((cells) => cells.length > 1);
  if (several.length < (strips.length === 1 ? FEWEST_OF_TWO : FEWEST_ROWS)) return false;
  const cells = several.flatMap((own) => own.slice(1));
  const byColumn = Map.groupBy(cells, (cell) => {
    const { left, right } = extentOf(cell);
    return strips.filter((strip) => strip.left + strip.right < left + right).length;
  });
  return [...byColumn.values()].some((own) => {
    const texts = own.map(textOf).filter((text) => !MISSING.test(text));
    const numbers = texts.filter((text) => NUMBER.test(text) && !LABEL.test(text));
    return numbers.length >= Math.max(FEWEST_NUMBERS, NUMBERS_SHARE * texts.length);
  });
}

function hasShortWords(texts: readonly (readonly string[])[]): boolean {
  const rows = texts.filter((cells) => cells.length >= FEWEST_COLUMNS);
  const letters = rows.flat().map((text) => text.match(/[\p{L}\d]/gu)?.length ?? 0);
  return (
    rows.length >= FEWEST_OF_WORDS &&
    rows.length > texts.length / 2 &&
    median(letters, 0) <= LONGEST_WORDS &&
    letters.filter((count) => count > 0).length >= WORDS_SHARE * letters.length
  );
}

/** Returns the heads above the first row with several cells: names that span columns, and the upper lines of names. */
function headAbove(area: Area, at: number, rows: readonly Row[], { strips }: Columns): Row[] {
  const { right } = extentOf(rows.flatMap(({ runs }) => runs));
  const start = strips[0]?.left ?? Infinity;
  const head: Row[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const [row, below] = [area.rows[i] as Row, head[0] ?? (rows[0] as Row)];
    const extent = extentOf(row.runs);
    const isNear = below.baseline - row.baseline < ROW_STEP * (row.runs[0]?.size ?? 0);
    if (!isNear || !isSameSize(row, below) || extent.left < start || extent.right > right + 1) break;
    head.unshift(row);
  }
  return head;
}

function textOf(runs: readonly PlacedRun[]): string {
  return runs.map((run) => run.text).join(' ');
}
