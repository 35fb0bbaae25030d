import { mode, quantile } from '../../geometry.ts';
import type { Line } from './line.ts';

/** Usual sizes and distances in a document, weighted by the number of letters. */
export interface Metrics {
  /** Font size of the body text in points. */
  readonly bodySize: number;
  /** Returns the distance in points between baselines within a paragraph of this font size. */
  leading(size: number): number;
  /** Returns the edges of the column of a line in points. */
  edges(line: Line): { readonly left: number; readonly right: number };
}

/** Ratio of baseline distance to font size, for sizes too rare to measure. */
const USUAL_LEADING = 1.2;
const LEADING_STEP = 0.25; // points
/** Possible distances between lines in paragraphs: from solid to double spacing. */
const STEPS = { least: 0.9, most: 2.6 }; // em
const FEWEST_STEPS = 4;
/** Minimum length of lines that show the right edge of a column. Most such lines reach the edge. */
const LONG_LINE = 25; // letters
const FULL_LINES = 0.8; // quantile

export function measure(lines: readonly Line[]): Metrics {
  const bodySize = mode(
    lines.map((line) => [line.size, line.text.length]),
    0.25,
    10,
  );
  const leadings = measureLeadings(lines);
  // In a manuscript with wide spacing, text in rare sizes is spaced as widely as other text.
  const spread = Math.max(USUAL_LEADING, (leadings.get(sizeKey(bodySize)) ?? 0) / bodySize);
  const edges = measureEdges(lines);
  return {
    bodySize,
    leading: (size) => leadings.get(sizeKey(size)) ?? spread * size,
    edges: (line) => edges.get(columnKey(line)) ?? line.box,
  };
}

function sizeKey(size: number): number {
  return Math.round(size * 2);
}

function columnKey(line: Line): string {
  return `${line.page} ${line.column}`;
}

function measureLeadings(lines: readonly Line[]): Map<number, number> {
  const steps = new Map<number, [number, number][]>();
  lines.forEach((line, i) => {
    const next = lines[i + 1];
    if (!next || columnKey(next) !== columnKey(line) || sizeKey(next.size) !== sizeKey(line.size)) return;
    const step = next.baseline - line.baseline;
    if (step < STEPS.least * line.size || step > STEPS.most * line.size) return;
    const known = steps.get(sizeKey(line.size)) ?? [];
    known.push([step, Math.min(line.text.length, next.text.length)]);
    steps.set(sizeKey(line.size), known);
  });
  return new Map(
    [...steps]
      .filter(([, own]) => own.length >= FEWEST_STEPS)
      .map(([key, own]) => [key, mode(own, LEADING_STEP, key / 2)]),
  );
}

/**
 * Measures the edges of each column. Lines are weighted by length, so that paragraphs determine the margin instead of
 * formulas and headings.
 */
function measureEdges(lines: readonly Line[]): Map<string, { left: number; right: number }> {
  const columns = new Map<string, Line[]>();
  for (const line of lines) {
    const own = columns.get(columnKey(line)) ?? [];
    own.push(line);
    columns.set(columnKey(line), own);
  }
  return new Map(
    [...columns].map(([key, own]) => {
      const left = mode(
        own.map((line) => [line.box.left, line.text.length]),
        1,
        0,
      );
      const long = own.filter((line) => line.text.length > LONG_LINE).map((line) => line.box.right);
      return [key, { left, right: quantile(long, FULL_LINES, Math.max(...own.map((line) => line.box.right))) }];
    }),
  );
}
