import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { splitAtGaps } from '../rows/rows.ts';
import { extentOf, type Extent } from '../tables/table-columns.ts';

/** Captions next to each other in the same rows. */
export interface SideCaptions {
  /** Index of the first of the `rows` rows that the captions fill. */
  readonly from: number;
  readonly rows: number;
  /** The runs of each caption, row by row, from left to right. */
  readonly captions: readonly (readonly (readonly PlacedRun[])[])[];
}

/** The start of a figure or table caption. */
export const CAPTION_START = /^\s*(?:fig(?:ure)?|tab(?:le)?)\.?\s*[A-Z]?\d{1,3}\b/i;
/** Fast path: rejects most rows. */
const MAY_BE_CAPTION = /^\s*(?:fig|tab|$)/i;
const LABEL = /^(?:fig(?:ure)?|tab(?:le)?)\.?$/i;
/** Minimum space between two captions. */
const NARROWEST_STRIP = 0.8; // em
/** Maximum distance between the lines of a caption. */
const LINE_STEP = 1.75; // em

/** Finds figure or table captions next to each other. A reader that goes row by row would mix their lines. */
export function findSideCaptions(rows: readonly Row[]): SideCaptions[] {
  const found: SideCaptions[] = [];
  for (let from = 0; from < rows.length; from++) {
    const starts = captionStarts(rows[from] as Row);
    if (starts.length < 2) continue;
    const captions = takeRows(rows.slice(from), starts);
    const taken = Math.max(...captions.map((lines) => lines.length));
    found.push({ from, rows: taken, captions: captions.map((lines) => lines.filter((line) => line.length > 0)) });
    from += taken - 1;
  }
  return found;
}

/** Returns only the rows of captions: each row that begins a caption, and the rows close below it. */
export function captionRows(rows: readonly Row[]): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    const [first] = row.runs;
    const last = found.at(-1);
    const isNext = last !== undefined && row.baseline - last.baseline < LINE_STEP * (first?.size ?? 0);
    if (isNext || CAPTION_START.test(row.runs.map((run) => run.text).join(' '))) found.push(row);
  }
  return found;
}

/** Returns the parts of a row if each of them begins a caption. */
function captionStarts(row: Row): PlacedRun[][] {
  if (!MAY_BE_CAPTION.test(row.runs[0]?.text ?? '')) return [];
  const parts = splitAtGaps(row.runs, NARROWEST_STRIP);
  const texts = parts.map((part) => part.map((run) => run.text).join(' '));
  const starts: PlacedRun[][] = [];
  for (const [i, part] of parts.entries()) {
    const text = texts[i] ?? '';
    // In a stretched line, a label and its number are separate runs.
    const start = LABEL.test(text) ? `${text} ${texts[i + 1] ?? ''}` : text;
    if (CAPTION_START.test(start)) starts.push([...part]);
    else if (starts.length === 0) return [];
    else for (const one of part) starts.at(-1)?.push(one);
  }
  return starts;
}

/**
 * Returns the captions' lines, up to the first row that crosses a strip between two captions. After the end of a
 * caption, its lines are empty.
 */
function takeRows(rows: readonly Row[], starts: readonly (readonly PlacedRun[])[]): PlacedRun[][][] {
  const captions = starts.map((start) => [[...start]]);
  const extents: Extent[] = starts.map(extentOf);
  let above = rows[0];
  for (const row of rows.slice(1)) {
    const size = row.runs[0]?.size ?? 0;
    if (!above || row.baseline - above.baseline > LINE_STEP * size) break;
    const parts = divide(row.runs, extents);
    if (!parts) break;
    parts.forEach((part, k) => {
      captions[k]?.push(part);
      if (part.length > 0) extents[k] = enclosing(extents[k] as Extent, extentOf(part));
    });
    above = row;
  }
  return captions;
}

/** Divides runs between the captions. Returns undefined if the runs cross a strip between two captions. */
function divide(runs: readonly PlacedRun[], extents: readonly Extent[]): PlacedRun[][] | undefined {
  const parts: PlacedRun[][] = extents.map(() => []);
  for (const run of runs) {
    const middle = (run.left + run.right) / 2;
    const after = extents.findIndex((extent, k) => {
      const next = extents[k + 1];
      return next === undefined || middle < (extent.right + next.left) / 2;
    });
    parts[after]?.push(run);
  }
  const next = parts.map((part, k) => (part.length > 0 ? enclosing(extents[k] as Extent, extentOf(part)) : extents[k]));
  const isFree = next.every((extent, k) => {
    const beside = next[k + 1];
    return !extent || !beside || beside.left - extent.right > NARROWEST_STRIP * (runs[0]?.size ?? 0);
  });
  return isFree ? parts : undefined;
}

function enclosing(a: Extent, b: Extent): Extent {
  return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right) };
}
