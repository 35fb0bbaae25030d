import type { Box } from '../block.ts';
import { contains, overlapLength, touch } from '../geometry.ts';
import type { PageContent } from '../reading/page-content.ts';
import { findAlgorithms } from './paragraphs/algorithms.ts';
import { captionStart } from './captions/captions.ts';
import { findGutters } from './columns/columns.ts';
import { dropFigureText, growDrawings } from './figures/figure-text.ts';
import { findFootnotes } from './paragraphs/footnotes.ts';
import { groupLines, type Group } from './paragraphs/groups.ts';
import { makeLine, type Line } from './lines/line.ts';
import { extractAligned } from './tables/aligned-tables.ts';
import { takeLattices } from './tables/lattice-tables.ts';
import { measure, type Metrics } from './lines/metrics.ts';
import { missingText, type Placed } from './missing-text.ts';
import { readNumbers } from './headings/numbering.ts';
import type { PageRows } from './rows/page-rows.ts';
import { readingOrder, type FlowItem } from './columns/reading-order.ts';
import { buildRows } from './rows/rows.ts';
import { removeRunningHeads } from './running-heads/running-heads.ts';
import { captionRows } from './captions/side-captions.ts';
import { takeSidebars } from './columns/sidebars.ts';
import { extractTables } from './tables/tables.ts';
import { extractUnruled } from './tables/unruled-tables.ts';
import type { TableRegion } from './tables/table-region.ts';

const LABEL_LETTERS = 60;
const LABEL_WITHIN = 32; // points

/** A piece of a document, in reading order. */
export type Piece =
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'footnote'; readonly group: Group }
  | { readonly kind: 'table'; readonly table: TableRegion };

export interface Arrangement {
  readonly pieces: readonly Piece[];
  /** All lines of the document. The vocabulary is gathered from these lines. */
  readonly lines: readonly Line[];
  readonly metrics: Metrics;
  /** The pages without the text of drawings. The regions of the drawings now include that text. */
  readonly pages: readonly PageContent[];
}

/** Arranges the glyphs of pages into paragraphs, footnotes and tables in reading order. */
export function arrange(contents: readonly PageContent[]): Arrangement {
  const lined = contents.map(takeLattices);
  const { pages, rows, flow } = readPageFlows(
    dropFigureText(lined.map(({ page }) => page)),
    lined.map(({ tables }) => tables),
  );
  const lines = flow.flatMap((item) => (item.kind === 'line' ? [item.line] : []));
  const metrics = measure(lines);
  const rules = new Map(pages.map((page) => [page.number, page.rules]));
  const rulesOf = (page: number) => rules.get(page) ?? [];
  const notes = findFootnotes(lines, metrics, rulesOf);
  const text = lines.filter((line) => !notes.has(line));
  const algorithms = findAlgorithms(text, metrics, rulesOf);
  const taken = new Set(algorithms.flatMap((group) => group.lines));
  const body = groupLines(
    text.filter((line) => !taken.has(line)),
    metrics,
  );
  const drawings = new Map(pages.map((page) => [page.number, page.drawings]));
  const labels = new Set(
    body.filter((group) => isDrawingLabel(group, drawings.get(group.lines[0]?.page ?? 0) ?? [], metrics)),
  );
  const footnotes = groupLines(
    lines.filter((line) => notes.has(line)),
    metrics,
  );
  const pieces: Piece[] = [
    ...[...body.filter((group) => !labels.has(group)), ...algorithms].map(
      (group) => ({ kind: 'group', group }) as const,
    ),
    ...footnotes.map((group) => ({ kind: 'footnote', group }) as const),
    ...flow.flatMap((item): Piece[] => (item.kind === 'table' ? [{ kind: 'table', table: item.table }] : [])),
  ];
  const placed = [...pieces.map(placedBy), ...[...labels].map(asPiece).map(placedBy)];
  const arranged = insertMissing(inFlowOrder(pieces, flow), missingText(rows, placed).map(asPiece));
  // A document is not empty if it consists of a running head or a label.
  const whole = arranged.length > 0 ? arranged : missingText(contents.map(inRows), []).map(asPiece);
  return {
    pieces: whole,
    lines,
    metrics,
    pages: withLabels(pages, labels),
  };
}

function asPiece(group: Group): Piece {
  return { kind: 'group', group };
}

function inRows({ runs, ...page }: PageContent): PageRows {
  return { ...page, rows: buildRows(runs) };
}

function placedBy(piece: Piece): Placed {
  if (piece.kind === 'table') return { page: piece.table.page, runs: piece.table.rows.flatMap((row) => row.runs) };
  const { lines } = piece.group;
  return { page: lines[0]?.page ?? 0, runs: lines.flatMap((line) => line.runs) };
}

/** Inserts each missing piece before the first piece below it on its page. */
function insertMissing(pieces: readonly Piece[], missing: readonly Piece[]): Piece[] {
  const all = [...pieces];
  for (const piece of missing) {
    const own = placeOf(piece);
    const at = all.findIndex((other) => {
      const { page, top } = placeOf(other);
      return page > own.page || (page === own.page && top > own.top);
    });
    all.splice(at < 0 ? all.length : at, 0, piece);
  }
  return all;
}

function placeOf(piece: Piece): { readonly page: number; readonly top: number } {
  if (piece.kind === 'table') return { page: piece.table.page, top: piece.table.box.top };
  const [first] = piece.group.lines;
  return { page: first?.page ?? 0, top: first?.box.top ?? 0 };
}

function inFlowOrder(pieces: readonly Piece[], flow: readonly FlowItem[]): Piece[] {
  const order = new Map(flow.map((item, i) => [item.kind === 'line' ? item.line : item.table, i]));
  const at = (piece: Piece) => order.get(piece.kind === 'table' ? piece.table : (piece.group.lines[0] as Line)) ?? 0;
  return pieces.toSorted((a, b) => at(a) - at(b));
}

function withLabels(pages: readonly PageContent[], labels: ReadonlySet<Group>): PageContent[] {
  const lines = [...labels].flatMap((group) => group.lines);
  return pages.map((page) => {
    const own = lines.filter((line) => line.page === page.number).map((line) => line.box);
    return { ...page, drawings: growDrawings(page.drawings, own) };
  });
}

/**
 * Returns whether short lines are labels: inside a drawing in a font that is also used elsewhere, or next to a drawing
 * in small print.
 */
function isDrawingLabel({ lines }: Group, drawings: readonly Box[], metrics: Metrics): boolean {
  const letters = lines.reduce((sum, line) => sum + line.text.length, 0);
  if (
    letters >= LABEL_LETTERS ||
    lines.some((line) => captionStart(line, metrics) || readNumbers(line.text).length > 0)
  )
    return false;
  const isSmall = lines.every((line) => line.size < 0.96 * metrics.bodySize);
  return lines.every((line) => {
    const { left, right } = metrics.edges(line);
    // A drawing in the other column has no labels in this column.
    const isBeside = (box: Box) =>
      overlapLength(box.left, box.right, left, right) > 0 && touch(line.box, box, LABEL_WITHIN);
    return drawings.some((box) => contains(box, line.box) || (isSmall && isBeside(box)));
  });
}

/**
 * Keeps only the captions of text printed sideways on an upright page. All other sideways text is labels of drawings.
 * Text in tables is kept.
 */
function withoutLabels(page: PageRows): PageRows {
  if (Number.isInteger(page.number) || page.turns === 0) return page;
  const { tables } = extractUnruled(extractTables(page), undefined);
  return tables.length > 0 ? page : { ...page, rows: captionRows(page.rows) };
}

/** Reads the flow of each page. The contents of a page's grids decide whether the grids are tables or drawings. */
function readPageFlows(
  pages: readonly PageContent[],
  lined: readonly (readonly TableRegion[])[],
): { pages: PageContent[]; rows: PageRows[]; flow: FlowItem[] } {
  const rows = removeRunningHeads(pages.map(inRows)).map(withoutLabels);
  const sidebars = rows.map(takeSidebars);
  const ruled = sidebars.map(({ page }) => extractTables(page));
  const gutters = findGutters(ruled.map(({ page }) => page));
  const taken = ruled.map((one, i) => extractAligned(extractUnruled(one, gutters[i]), gutters[i]));
  return {
    pages: pages.map((page, i) => {
      const tables = taken[i]?.tables ?? [];
      const drawn = page.grids.filter((grid) => !tables.some((table) => touch(table.box, grid)));
      return { ...page, drawings: [...page.drawings, ...drawn] };
    }),
    rows,
    flow: taken.flatMap(({ page, tables }, i) => [
      ...readingOrder(page, [...(lined[i] ?? []), ...tables], gutters[i]),
      ...(sidebars[i]?.side ?? []).map(
        ({ runs }) => ({ kind: 'line', line: makeLine(page.number, 'side', runs) }) as const,
      ),
    ]),
  };
}
