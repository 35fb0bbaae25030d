import type { Box } from '../../block.ts';
import type { Gutter } from '../columns/columns.ts';
import { boxOfRuns } from '../lines/line.ts';
import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { CAPTION_START } from './side-captions.ts';

/** The caption of a figure that the text of its column flows around. */
export interface WrappedCaption {
  readonly lines: readonly (readonly PlacedRun[])[];
  /** Vertical position in points above the first line of text next to the figure. */
  readonly y: number;
}

/** Maximum distance in points from a drawing down to its caption. */
const BELOW_DRAWING = 30;
/** Points that a caption may extend beyond its drawing on either side. */
const BEYOND_DRAWING = 14;
const WIDER = 8; // points; less than the space between a caption and the text
/** Maximum distance between the lines of a caption. */
const LINE_STEP = 1.75; // em
/** Minimum space between a caption and the text next to it. */
const NARROWEST_STRIP = 0.8; // em

/**
 * Finds captions below drawings that have text of the same column next to them. A reader that goes row by row would mix
 * the caption with that text.
 */
export function findWrappedCaptions(
  rows: readonly Row[],
  drawings: readonly Box[],
  gutter: Gutter | undefined,
): WrappedCaption[] {
  if (drawings.length === 0) return [];
  return rows.flatMap((row, from) => {
    const first = row.runs.find((_, i) => CAPTION_START.test(textFrom(row.runs, i)));
    const drawing = first && drawings.find((box) => isBelow(first, box));
    if (!first || !drawing) return [];
    const lines = takeLines(rows.slice(from), drawing);
    if (lines.length === 0) return [];
    const caption = boxOfRuns(lines.flat());
    const beside = textBeside(rows, { ...caption, top: drawing.top }, gutter);
    return beside.some(({ baseline }) => baseline > caption.top)
      ? [{ lines, y: (beside[0]?.baseline ?? 0) - first.size }]
      : [];
  });
}

/** Returns the text of two runs. In a stretched line, a label and its number are separate runs. */
function textFrom(runs: readonly PlacedRun[], start: number): string {
  return runs
    .slice(start, start + 2)
    .map(({ text }) => text)
    .join(' ');
}

function isBelow({ left, baseline, size }: PlacedRun, box: Box): boolean {
  const isUnder = left > box.left - BEYOND_DRAWING && left < box.right;
  return isUnder && baseline - size > box.bottom - size && baseline - size < box.bottom + BELOW_DRAWING;
}

/** Returns the consecutive lines under a drawing, up to a line that continues beyond the drawing's sides. */
function takeLines(rows: readonly Row[], drawing: Box): PlacedRun[][] {
  const lines: PlacedRun[][] = [];
  let above: PlacedRun | undefined;
  for (const { runs } of rows) {
    const own = runs.filter((run) => {
      const middle = (run.left + run.right) / 2;
      return middle > drawing.left - WIDER && middle < drawing.right + WIDER;
    });
    const beside = runs.filter((run) => !own.includes(run));
    if (runs.some((run) => goesOnBeside(run, drawing)) || beside.some((run) => isNextTo(run, own))) break;
    const [first] = own;
    if (!first) continue;
    if (above && first.baseline - above.baseline > LINE_STEP * above.size) break;
    lines.push(own);
    above = first;
  }
  return lines;
}

/**
 * Returns whether a run is as close to a line's runs as words within a line. The run then belongs to a caption below
 * several drawings.
 */
function isNextTo(run: PlacedRun, own: readonly PlacedRun[]): boolean {
  return own.some((one) => Math.max(run.left - one.right, one.left - run.right) < NARROWEST_STRIP * run.size);
}

function goesOnBeside({ left, right }: PlacedRun, drawing: Box): boolean {
  const isUnder = left < drawing.right - WIDER && right > drawing.left + WIDER;
  return isUnder && (left < drawing.left - BEYOND_DRAWING || right > drawing.right + BEYOND_DRAWING);
}

/**
 * Returns the rows with text on either side of a region. The text is in the region's column and separate from the
 * region.
 */
function textBeside(rows: readonly Row[], box: Box, gutter: Gutter | undefined): Row[] {
  const isLeft = gutter !== undefined && box.right < gutter.right;
  const isInColumn = (run: PlacedRun) =>
    gutter === undefined || (isLeft ? run.left < gutter.left : run.right > gutter.right);
  const isBeside = (run: PlacedRun) => {
    const gap = Math.max(run.left - box.right, box.left - run.right);
    return isInColumn(run) && gap > NARROWEST_STRIP * run.size;
  };
  return rows.filter(
    ({ baseline, runs }) => baseline > box.top - (runs[0]?.size ?? 0) && baseline < box.bottom && runs.some(isBeside),
  );
}
