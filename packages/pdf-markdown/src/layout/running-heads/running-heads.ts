import { RULE_BELOW, WIDE_RULE, withoutHeadRules } from './head-rules.ts';
import { removeLineNumbers } from './line-numbers.ts';
import type { PageRows, Row } from '../rows/page-rows.ts';
import { splitAtGaps } from '../rows/rows.ts';

/** Number of rows at the top and bottom of a page that may be running heads and feet. */
const EDGE_ROWS = 3;
const REPEATED_ON = 3; // pages
/**
 * Minimum number of pages that have the same row at the very edge, at the same position, if the row is a running head
 * of a short paper.
 */
const REPEATED_AT_EDGE = 2;
const SAME_HEIGHT = 6; // points

/** Removes running heads and feet, page numbers, and the line numbers of referee copies. */
export function removeRunningHeads(pages: readonly PageRows[]): PageRows[] {
  const numbered = removeLineNumbers(pages);
  const seen = countEdgeRows(numbered);
  const offset = numberOffset(numbered);
  const inWideMargins = numberedPlaces(numbered);
  const places = headPlaces(numbered);
  const found = numbered.map((page) => {
    const edges = edgeRows(page);
    const heads = new Set(
      [...edges.keys()].filter(
        (row) =>
          isPageNumber(row, page, edges.get(row) ?? 0, offset) ||
          (edges.get(row) === 0 && places.has(placeOf(row, page)) && isAlone(row, page) && !isOfText(row)) ||
          isTypesetterMark(row, page) ||
          isNumbered(row, edges.get(row) ?? 0, page, offset) ||
          numberedAt(row, page).some((place) => inWideMargins.has(place)) ||
          isRepeated(row, edges.get(row) ?? 0, page, seen),
      ),
    );
    for (const row of page.rows.slice(0, BANNER_ROWS)) if (isImprint(row, page)) heads.add(row);
    return { page, heads };
  });
  const prints = usualPrints(found);
  return found.map(({ page, heads }) => {
    const isHead = (row: Row) =>
      heads.has(row) || (prints.has(printAt(row, page)) && isAlone(row, page) && !isOfText(row));
    const [first, ...others] = page.rows;
    const rows = others.filter((row) => !heads.has(row));
    return {
      ...page,
      rules: withoutHeadRules(page, (row) => (row === first ? isHead(row) : heads.has(row))),
      rows: first === undefined || isHead(first) ? rows : [first, ...rows],
    };
  });
}

interface PageHeads {
  readonly page: PageRows;
  readonly heads: ReadonlySet<Row>;
}

/**
 * Returns the positions and prints of heads on at least `REPEATED_ON` pages. They identify further heads, such as a
 * section title without its page number on a single page.
 */
function usualPrints(found: readonly PageHeads[]): ReadonlySet<string> {
  const prints = found.flatMap(({ page, heads }) =>
    page.rows.slice(0, 1).flatMap((row) => (heads.has(row) ? [printAt(row, page)] : [])),
  );
  const groups = Map.groupBy(prints, (print) => print);
  return new Set([...groups].flatMap(([print, own]) => (own.length >= REPEATED_ON ? [print] : [])));
}

function printAt(row: Row, page: PageRows): string {
  const [run] = row.runs;
  return `${placeOf(row, page)} ${run?.fontKey} ${run?.size.toFixed(1)}`;
}

/** Returns the position of a row at the very edge of a page. Heads with different texts are at the same height. */
function placeOf(row: Row, page: PageRows): string {
  return `${row === page.rows[0] ? 'top' : 'bottom'}@${Math.round(row.baseline / SAME_PLACE)}`;
}

const SAME_PLACE = 2; // points

/**
 * Returns the heights at which the first or last row is isolated, in smaller print or above a rule. This must apply to
 * every page with a row there. The first line of text is also always at one height, but close to the second line.
 * Headings are not smaller than the text.
 */
function headPlaces(pages: readonly PageRows[]): ReadonlySet<string> {
  const places = new Map<string, boolean[]>();
  for (const page of pages) {
    for (const row of new Set([page.rows[0], page.rows.at(-1)])) {
      if (!row || !isInMargin(row, page)) continue;
      const place = placeOf(row, page);
      places.set(place, [
        ...(places.get(place) ?? []),
        isAlone(row, page) && (isSmaller(row, page) || isAboveRule(row, page)),
      ]);
    }
  }
  return new Set(
    [...places].flatMap(([place, alone]) => (alone.length >= REPEATED_ON && alone.every(Boolean) ? [place] : [])),
  );
}

const SAME_EDGE = 2; // points

/**
 * Returns whether the first row is above a rule as wide as the text. Books print chapter and section titles in this
 * way.
 */
function isAboveRule({ runs, baseline }: Row, { rows, rules, width }: PageRows): boolean {
  const left = Math.min(...runs.map((run) => run.left));
  const right = Math.max(...runs.map((run) => run.right));
  const reach = RULE_BELOW * (runs[0]?.size ?? 0);
  return (
    baseline === rows[0]?.baseline &&
    rules.some(
      (rule) =>
        rule.y > baseline &&
        rule.y < baseline + reach &&
        rule.right - rule.left > WIDE_RULE * width &&
        rule.left < left + SAME_EDGE &&
        rule.right > right - SAME_EDGE,
    )
  );
}

const SMALLER = 0.95;

function isSmaller(row: Row, { rows }: PageRows): boolean {
  const next = row === rows[0] ? rows[1] : rows.at(-2);
  const sizeOf = (one: Row | undefined) => Math.max(0, ...(one?.runs ?? []).map((run) => run.size));
  return sizeOf(row) < SMALLER * sizeOf(next);
}

/** Returns the text of a row with `#` in place of every number, because running heads contain page numbers. */
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

/**
 * Returns the rows at the top and bottom of a page. The value of each row is the number of rows between the row and the
 * edge.
 */
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
      // Uses two keys with a distance of half a step, because the position of a head may be rounded up or down.
      for (const key of new Set([rowKey(row), rowKey({ ...row, baseline: row.baseline + SAME_HEIGHT / 2 })])) {
        seen.set(key, (seen.get(key) ?? new Set()).add(page.number));
      }
    }
  }
  return seen;
}

const LABEL = /^(?:table|tab\.|figure|fig\.)\s*(?:[a-z]?[.-]?\d|[ivx]+\b)/i;

/**
 * Returns whether a row is text. Table captions begin alike and may be at the top of several pages, separate from their
 * tables. Footnotes begin with a raised mark. Addresses in footnotes may differ only in their numbers.
 */
function isOfText(row: Row): boolean {
  return LABEL.test(textOf(row)) || row.runs[0]?.script === 'sup';
}

function isRepeated(row: Row, depth: number, page: PageRows, seen: Map<string, Set<number>>): boolean {
  const pattern = patternOf(row);
  if (isOfText(row)) return false;
  if (pattern.replaceAll('#', '').length < 2 || !isInMargin(row, page)) return false;
  const pages = Math.max(
    seen.get(rowKey(row))?.size ?? 0,
    seen.get(rowKey({ ...row, baseline: row.baseline + SAME_HEIGHT / 2 }))?.size ?? 0,
  );
  return pages >= REPEATED_ON || (pages >= REPEATED_AT_EDGE && depth === 0);
}

/**
 * Minimum gap in em between a page number and the rest of its head. The gap between a section number and its title is
 * smaller.
 */
const NUMBER_GAP = 2;

/** Returns the numbers at the start and at the end of a row. */
function numbersOf(row: Row): number[] {
  const parts = splitAtGaps(row.runs, NUMBER_GAP).map((runs) =>
    runs
      .map((run) => run.text)
      .join('')
      .trim(),
  );
  return [parts[0], parts.at(-1)].filter((text) => text !== undefined && /^\d{1,5}$/.test(text)).map(Number);
}

/** Returns the difference between the printed page numbers and the numbers of the pages in the file. */
function numberOffset(pages: readonly PageRows[]): number | undefined {
  const counts = new Map<number, Set<number>>();
  for (const page of pages) {
    for (const row of [page.rows[0], page.rows.at(-1)]) {
      if (!row || !isInMargin(row, page)) continue;
      for (const value of numbersOf(row)) {
        const offset = value - page.number;
        counts.set(offset, (counts.get(offset) ?? new Set()).add(page.number));
      }
    }
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b.size - a.size);
  return best && best[1].size >= REPEATED_ON ? best[0] : undefined;
}

/**
 * Returns the positions that have a page number next to a head on several pages. The distance from the page edge does
 * not matter, because a book may be printed in the middle of larger sheets.
 */
function numberedPlaces(pages: readonly PageRows[]): ReadonlySet<string> {
  const places = Map.groupBy(
    pages.flatMap((page) => (page.rows[0] ? numberedAt(page.rows[0], page) : [])),
    (place) => place,
  );
  return new Set([...places].flatMap(([place, own]) => (own.length >= REPEATED_ON ? [place] : [])));
}

/**
 * Returns a key for each number in a head: the position of the head, and the difference between the number and the page
 * number.
 */
function numberedAt(row: Row, page: PageRows): string[] {
  if (row !== page.rows[0] || row.baseline > OUTER_PART * page.height) return [];
  return numbersOf(row).map((value) => `${placeOf(row, page)} ${value - page.number}`);
}

/**
 * Returns whether a head contains its page number. The head may occur on one page only, for example the title on the
 * third of four pages.
 */
function isNumbered(row: Row, depth: number, page: PageRows, offset: number | undefined): boolean {
  return offset !== undefined && depth === 0 && isInMargin(row, page) && numbersOf(row).includes(page.number + offset);
}

/** Maximum distance between heads and the page edge in classes with wide margins, as a share of the page height. */
const MARGIN = 0.14;

function isInMargin(row: Row, page: PageRows): boolean {
  return row.baseline < MARGIN * page.height || row.baseline > (1 - MARGIN) * page.height;
}

const NUMBER = /^[–—-]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[–—-]?$/i;
const NUMBER_IN_WORDS = /^.{0,24}\bpage \d+( of \d+)?\.?$/i;
/**
 * Maximum distance between an isolated page number and the page edge, as a share of the page height. It allows for wide
 * margins.
 */
const OUTER_PART = 0.22;

/** Returns whether a row is a page number: "12", "- 3 -", "Page 3 of 12", "Article number, page 3 of 12". */
function isPageNumber(row: Row, page: PageRows, depth: number, offset: number | undefined): boolean {
  const text = textOf(row);
  // A number close to text may be the last line of the text, or an exponent of a displayed formula.
  const isExpected = offset === undefined || Number(text) === page.number + offset;
  if (isInMargin(row, page))
    return (
      (NUMBER.test(text) && (isAlone(row, page) || (depth === 0 && isExpected && !isWithinLine(row, page)))) ||
      NUMBER_IN_WORDS.test(text)
    );
  const isOuter = row.baseline < OUTER_PART * page.height || row.baseline > (1 - OUTER_PART) * page.height;
  return isOuter && depth === 0 && /^[–—-]?\s*\d{1,4}\s*[–—-]?$/.test(text) && isAlone(row, page);
}

/** Distances between neighbouring rows: minimum distance outside paragraphs, and maximum distance within lines. */
const ALONE = 1.9; // em
const WITHIN_LINE = 0.9; // em

/** Returns whether the neighbouring rows are further away than within a paragraph or formula. */
function isAlone(row: Row, page: PageRows): boolean {
  return nearestRow(row, page) >= ALONE;
}

/** Returns whether a number is a script of the formula above it. */
function isWithinLine(row: Row, page: PageRows): boolean {
  return nearestRow(row, page) < WITHIN_LINE;
}

/** Returns the distance to the nearest row, in em of the larger print. */
function nearestRow(row: Row, { rows }: PageRows): number {
  const sizeOf = ({ runs }: Row) => runs[0]?.size ?? 10;
  const others = rows.filter((other) => other !== row);
  return Math.min(
    ...others.map((other) => Math.abs(other.baseline - row.baseline) / Math.max(sizeOf(row), sizeOf(other))),
  );
}

/** Text that LaTeX classes add at the top or bottom of a manuscript. */
const TYPESETTER_MARK = /^(?:draftversion|typesetusing|preprinttypesetusing)|manuscriptno\.|usingmnraslatexstylefile/i;
/** Text that journals print above the title: volume and pages, the address of the article, and the copyright. */
const IMPRINT =
  /^(?:https?:\/\/)?(?:dx\.)?doi(?:\.org|:)|^©|^\(c\)\d{4}|^arxiv:\d|allrightsreserved|^(?:theastrophysicaljournal|theastronomicaljournal|astronomy[&a]|monthlynoticesof|physicalreview|mnras|a&a|apjl?|apjs|aj|pasp|pasj)\D{0,40}\d+[,:]|^preparedfor|^articlenumber/i;
const BANNER_ROWS = 6;
/** Maximum distance of a first page's banner from the top of the page, as a share of the page height. */
const BANNER = 0.2;

function isTypesetterMark(row: Row, page: PageRows): boolean {
  return page.number === 1 && TYPESETTER_MARK.test(squeezed(row));
}

function isImprint(row: Row, page: PageRows): boolean {
  const text = squeezed(row);
  return page.number === 1 && row.baseline < BANNER * page.height && (TYPESETTER_MARK.test(text) || IMPRINT.test(text));
}

/** Returns the text without spaces. Small capitals are often capitals of two sizes in separate runs. */
function squeezed(row: Row): string {
  return textOf(row).replaceAll(' ', '');
}

function textOf(row: Row): string {
  return row.runs
    .map((run) => run.text)
    .join(' ')
    .trim();
}
