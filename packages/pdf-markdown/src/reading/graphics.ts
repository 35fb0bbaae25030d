import type { Box } from '../block.ts';
import type { Bar } from '../formulas/glyph-box.ts';
import { contains, enclose, intersect, touch } from '../geometry.ts';
import type { Marks } from './drawn-marks.ts';
import { IDENTITY, transformedBox, type Matrix } from './matrix.ts';
import type { Rule } from './page-content.ts';
import { clusterStrokes, type Cluster } from './stroke-clusters.ts';

const RULE_THICKNESS = 2.5; // points
const RULE_LENGTH = 15; // points
const SMALLEST_DRAWING = 25; // points; smaller drawings are logos or author badges

/** The drawn parts of a page. They are rotated like the page's upright text. */
export interface Graphics {
  readonly rules: Rule[];
  readonly bars: Bar[];
  readonly drawings: Box[];
  readonly grids: Box[];
}

/** Returns the thin horizontal lines, drawings and grids of a page of this size after the matrix `turn`. */
export function readGraphics(
  marks: Marks,
  turn: Matrix,
  { width, height }: { readonly width: number; readonly height: number },
): Graphics {
  const page = { left: 0, top: 0, right: width, bottom: height };
  const seen = (boxes: readonly Box[]) => turned(boxes, turn);
  return toGraphics({ forms: seen(marks.forms), images: seen(marks.images), strokes: seen(marks.strokes) }, page);
}

/** Applies the matrix `turn` to boxes. */
export function turned(boxes: readonly Box[], turn: Matrix): readonly Box[] {
  return turn === IDENTITY
    ? boxes
    : boxes.map((box) => transformedBox(turn, [box.left, box.top, box.right, box.bottom]));
}

function toGraphics({ forms, images, strokes }: Marks, page: Box): Graphics {
  // Old drivers draw rules as images of a single pixel.
  const flat = images.filter((box) => isFlat(box) && !isOrigin(box));
  const lines = [...strokes, ...flat];
  const pictures = within([...forms, ...images.filter((box) => !isFlat(box))], page).filter((box) =>
    isDrawing(box, page),
  );
  const loose = within(lines, page).filter((box) => !isWholePage(box, page));
  const outside = loose.filter((box) => !isAtOne(box, pictures));
  const clusters = clusterStrokes(outside)
    .flatMap(splitTables)
    .filter(({ box }) => isDrawing(box, page));
  const grids = clusters.filter(isGrid).map(({ box }) => box);
  const drawings = mergeTouching([...pictures, ...clusters.filter((one) => !isGrid(one)).map(({ box }) => box)]);
  const rules = lines.filter((box) => isFlat(box) && box.right - box.left >= RULE_LENGTH).map(toRule);
  const free = rules.filter((rule) => !drawings.some((box) => liesIn(rule, box)));
  return { rules: free, bars: barsOf(lines), drawings, grids };
}

// A sky map has a hundred thousand strokes, so these functions use loops without closures.

/** Returns the parts of boxes that are on the page. */
function within(boxes: readonly Box[], page: Box): Box[] {
  const parts: Box[] = [];
  for (const box of boxes) {
    const part = contains(page, box) ? box : intersect(box, page);
    if (part) parts.push(part);
  }
  return parts;
}

function isAtOne(box: Box, others: readonly Box[]): boolean {
  for (const other of others) if (touch(other, box)) return true;
  return false;
}

const ROUNDING = 0.01; // points

/**
 * Returns whether a box is a small square. The box is not an image, but a moved and scaled origin, for example of a
 * table scaled to fit.
 */
function isOrigin({ left, top, right, bottom }: Box): boolean {
  return Math.abs(right - left - (bottom - top)) < ROUNDING;
}

function isFlat(box: Box): boolean {
  return box.bottom - box.top <= RULE_THICKNESS;
}

/** Maximum number of lines on a page. A page with more lines is a map. */
const MOST_BARS = 5000;
const BAR_THICKNESS = 1.5; // points; TeX's rules have 0.4, more in large print
const BAR_LENGTH = 1.5; // points

function barsOf(lines: readonly Box[]): Bar[] {
  const flat = lines.filter((box) => box.bottom - box.top <= BAR_THICKNESS && box.right - box.left >= BAR_LENGTH);
  return flat.length > MOST_BARS ? [] : flat.map(toRule).toSorted((a, b) => a.y - b.y);
}

function toRule({ left, top, right, bottom }: Box): Rule {
  return { left, right, y: (top + bottom) / 2 };
}

/** Maximum share of the page that a drawing covers. A larger drawing is the background. */
const PAGE_SHARE = 0.7;

export function isWholePage(box: Box, page: Box): boolean {
  const area = (one: Box) => (one.right - one.left) * (one.bottom - one.top);
  return area(box) > PAGE_SHARE * area(page);
}

function isDrawing(box: Box, page: Box): boolean {
  return (
    box.right - box.left >= SMALLEST_DRAWING && box.bottom - box.top >= SMALLEST_DRAWING && !isWholePage(box, page)
  );
}

const SHORTEST_LINE = 7; // points; tick marks are shorter
const HIGHEST_CELL = 45; // points
/** Maximum number of short lines in a table. A region with more short lines is a drawing. */
const MOST_FRACTIONS = 300;
const NARROWEST_CELL = 4; // points
/** Minimum gap in points between adjacent tables. */
const TABLE_GAP = 4;
/** Minimum length of table lines, as a share of the table width. The ends of lines may be hidden. */
const WHOLE_WIDTH = 0.9;

/**
 * Returns whether the strokes form a table. A table has only lines and shaded rows across its whole width, and lines
 * between its columns. A plot also has tick marks, curves and bars.
 */
function isGrid({ box, strokes }: Cluster): boolean {
  if (!hasOnlyCells(strokes)) return false;
  const bands = Map.groupBy(
    strokes.filter((one) => !isUpright(one)),
    (one) => `${Math.round((one.top + one.bottom) / 2)}`,
  );
  const across = [...bands.values()].filter(
    (own) => own.reduce((sum, one) => sum + one.right - one.left, 0) >= WHOLE_WIDTH * (box.right - box.left),
  );
  return across.length >= 2;
}

/**
 * Returns whether all strokes are lines, shaded cells or fraction bars in cells. Unlike a fraction bar, a tick mark
 * touches an axis.
 */
function hasOnlyCells(strokes: readonly Box[]): boolean {
  const short = strokes.filter((one) => isFlat(one) && one.right - one.left < SHORTEST_LINE);
  const areCells = strokes.every((one) =>
    isUpright(one)
      ? one.bottom - one.top >= SHORTEST_LINE
      : isFlat(one) || (one.right - one.left >= NARROWEST_CELL && one.bottom - one.top <= HIGHEST_CELL),
  );
  if (!areCells || short.length === 0) return areCells;
  const upright = strokes.filter(isUpright);
  return short.length < MOST_FRACTIONS && !short.some((one) => upright.some((line) => touch(one, line)));
}

function isUpright(one: Box): boolean {
  return !isFlat(one) && one.right - one.left <= RULE_THICKNESS;
}

/**
 * Splits adjacent tables at the free strip between them. Tables may be closer together than the parts of one drawing.
 */
function splitTables(cluster: Cluster): Cluster[] {
  if (!hasOnlyCells(cluster.strokes)) return [cluster];
  const parts: Box[][] = [];
  let right = -Infinity;
  for (const stroke of cluster.strokes.toSorted((a, b) => a.left - b.left)) {
    if (stroke.left - right > TABLE_GAP) parts.push([]);
    parts.at(-1)?.push(stroke);
    right = Math.max(right, stroke.right);
  }
  return parts.flatMap((strokes) => {
    const box = enclose(strokes);
    return box ? [{ box, strokes }] : [];
  });
}

function liesIn(rule: Rule, box: Box): boolean {
  return rule.left >= box.left - 2 && rule.right <= box.right + 2 && rule.y > box.top - 2 && rule.y < box.bottom + 2;
}

/** Merges panels of a figure if they overlap or touch. */
function mergeTouching(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (;;) {
      const at = merged.findIndex((other) => touch(grown, other, 2));
      if (at < 0) break;
      grown = enclose([grown, ...merged.splice(at, 1)]) ?? grown;
    }
    merged.push(grown);
  }
  return merged;
}

/** Minimum share of a scanned page that images cover. */
const SCANNED_SHARE = 0.6;

/** Returns whether images cover most of a page of this size. */
export function isCovered(images: readonly Box[], width: number, height: number): boolean {
  const page = { left: 0, top: 0, right: width, bottom: height };
  const covered = images.reduce((sum, image) => {
    const seen = intersect(image, page);
    return sum + (seen ? (seen.right - seen.left) * (seen.bottom - seen.top) : 0);
  }, 0);
  return covered >= SCANNED_SHARE * width * height;
}
