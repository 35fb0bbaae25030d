import type { PageContent } from '../reading/page-content.ts';
import { letterCount, type Row } from './rows.ts';

/** A page with its text in rows. */
export interface PageRows extends Pick<PageContent, 'number' | 'turns' | 'width' | 'height' | 'rules' | 'drawings'> {
  readonly rows: readonly Row[];
}

/** Running heads and feet are among this many rows at the top or bottom of the page. */
const EDGE_ROWS = 3;
const REPEATED_ON = 3; // pages
/** On a short paper, a row at the same place of two pages is a running head only at the very edge. */
const REPEATED_AT_EDGE = 2;
const SAME_HEIGHT = 6; // points
const LINE_NUMBERS_OF_A_PAGE = 12;

/** Removes running heads and feet, page numbers, and the line numbers of referee copies. */
export function removeRunningHeads(pages: readonly PageRows[]): PageRows[] {
  const numbered = pages.map(removeLineNumbers);
  const seen = countEdgeRows(numbered);
  return numbered.map((page) => {
    const edges = edgeRows(page);
    const heads = new Set(
      [...edges.keys()].filter(
        (row) =>
          isPageNumber(row, page, edges.get(row) ?? 0) ||
          isTypesetterMark(row, page) ||
          isRepeated(row, edges.get(row) ?? 0, page, seen),
      ),
    );
    return { ...page, rows: page.rows.filter((row) => !heads.has(row)) };
  });
}

/** The text of a row with every number replaced by `#`, because running heads contain page numbers. */
function patternOf(row: Row): string {
  return row.runs
    .map((run) => run.text)
    .join('')
    .toLowerCase()
    .replaceAll(/\d+/g, '#')
    .replaceAll(/[\s.,|–-]+/g, '');
}

function rowKey(row: Row): string {
  return `${patternOf(row)}@${Math.round(row.baseline / SAME_HEIGHT)}`;
}

/** The rows at the top and bottom of a page, with the number of rows between them and the edge. */
function edgeRows(page: PageRows): Map<Row, number> {
  const edges = new Map<Row, number>();
  const { rows } = page;
  for (let depth = 0; depth < EDGE_ROWS; depth++) {
    for (const row of [rows[depth], rows[rows.length - 1 - depth]]) {
      if (row && !edges.has(row)) edges.set(row, depth);
    }
  }
  return edges;
}

function countEdgeRows(pages: readonly PageRows[]): Map<string, Set<number>> {
  const seen = new Map<string, Set<number>>();
  for (const page of pages) {
    for (const row of edgeRows(page).keys()) {
      // Both half a step up and down, because the same head may be rounded to either side.
      for (const key of new Set([rowKey(row), rowKey({ ...row, baseline: row.baseline + SAME_HEIGHT / 2 })])) {
        seen.set(key, (seen.get(key) ?? new Set()).add(page.number));
      }
    }
  }
  return seen;
}

function isRepeated(row: Row, depth: number, page: PageRows, seen: Map<string, Set<number>>): boolean {
  const pattern = patternOf(row);
  if (pattern.replaceAll('#', '').length < 2 || !isInMargin(row, page)) return false;
  const pages = Math.max(
    seen.get(rowKey(row))?.size ?? 0,
    seen.get(rowKey({ ...row, baseline: row.baseline + SAME_HEIGHT / 2 }))?.size ?? 0,
  );
  return pages >= REPEATED_ON || (pages >= REPEATED_AT_EDGE && depth === 0);
}

function isInMargin(row: Row, page: PageRows): boolean {
  return row.baseline < 0.13 * page.height || row.baseline > 0.87 * page.height;
}

const NUMBER = /^[–—-]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[–—-]?$/i;
const NUMBER_IN_WORDS = /^.{0,24}\bpage \d+( of \d+)?\.?$/i;
/** A number alone this close to the edge of a page is a page number, even with wide margins. */
const OUTER_PART = 0.22; // of the page's height

/** "12", "- 3 -", "Page 3 of 12", "Article number, page 3 of 12". */
function isPageNumber(row: Row, page: PageRows, depth: number): boolean {
  const text = textOf(row);
  if (isInMargin(row, page)) return NUMBER.test(text) || NUMBER_IN_WORDS.test(text);
  const isOuter = row.baseline < OUTER_PART * page.height || row.baseline > (1 - OUTER_PART) * page.height;
  return isOuter && depth === 0 && /^[–—-]?\s*\d{1,4}\s*[–—-]?$/.test(text) && isAlone(row, page);
}

/** Whether the neighbouring rows are farther away than within a paragraph or formula. */
function isAlone(row: Row, page: PageRows): boolean {
  const size = row.runs[0]?.size ?? 10;
  return !page.rows.some((other) => other !== row && Math.abs(other.baseline - row.baseline) < 1.9 * size);
}

/** Text that LaTeX classes print above a manuscript was not written by its authors. */
function isTypesetterMark(row: Row, page: PageRows): boolean {
  return page.number === 1 && /typeset using|^draft version/i.test(textOf(row));
}

function textOf(row: Row): string {
  return row.runs
    .map((run) => run.text)
    .join(' ')
    .trim();
}

/** Removes the line numbers of a referee copy: a column of small numbers in the margin that increase by one or five. */
function removeLineNumbers(page: PageRows): PageRows {
  const lefts = page.rows.flatMap((row) => row.runs.slice(0, 1).map((run) => run.left));
  const textLeft = lefts.toSorted((a, b) => a - b)[Math.floor(lefts.length / 2)] ?? 0;
  const marginal = page.rows.flatMap((row) =>
    row.runs.filter((run) => /^\d{1,4}$/.test(run.text.trim()) && isOutside(run.right, run.left, textLeft, page.width)),
  );
  const values = marginal.map((run) => Number(run.text));
  const growing = values.filter((value, i) => i > 0 && value > (values[i - 1] ?? 0)).length;
  if (marginal.length < LINE_NUMBERS_OF_A_PAGE || growing < 0.8 * (marginal.length - 1)) return page;
  const numbers = new Set(marginal);
  const rows = page.rows.map((row) => ({ ...row, runs: row.runs.filter((run) => !numbers.has(run)) }));
  return { ...page, rows: rows.filter((row) => letterCount(row.runs) > 0) };
}

function isOutside(right: number, left: number, textLeft: number, width: number): boolean {
  return right < Math.max(textLeft + 14, 0.1 * width) || left > 0.9 * width;
}
