import type { Box } from '../block.ts';
import type { Bar } from '../formulas/glyph-box.ts';
import { enclose, intersect, touch } from '../geometry.ts';
import { multiply, toMatrix, transformedBox, type Matrix } from './matrix.ts';
import type { Rule } from './page-content.ts';
import type { OperatorCodes, Step, Steps } from './walk-operators.ts';

interface Graphics {
  readonly rules: Rule[];
  readonly bars: Bar[];
  readonly drawings: Box[];
  readonly grids: Box[];
}

/** Collects the graphics of a page while its operators are walked. */
export interface GraphicsReader {
  readonly steps: readonly Steps[];
  /** Thin horizontal lines, and regions of drawings and grids, on a page of this size after the matrix `turn`. */
  onPage(turn: Matrix, size: { readonly width: number; readonly height: number }): Graphics;
}

const UNIT_SQUARE = [0, 0, 1, 1];
const RULE_THICKNESS = 2.5; // points
const RULE_LENGTH = 15; // points
const SMALLEST_DRAWING = 25; // points; below it is a logo or an author's badge
/** Strokes closer than this belong to one drawing. The space above a caption is larger. */
const STROKE_GAP = 9; // points
const MANY_CELLS = 64;
const CELLS_ACROSS = 1e5;
const STROKES_OF_A_DRAWING = 12;

/** Where marks are made: the transformation to the page, and the box outside which nothing is visible. */
interface Place {
  readonly matrix: Matrix;
  readonly clip: Box;
}

interface Marks {
  /** Regions of included drawings. */
  readonly forms: Box[];
  readonly images: Box[];
  /** Regions of single strokes and areas on the page itself. */
  readonly strokes: Box[];
}

export function readGraphics(ops: OperatorCodes): GraphicsReader {
  const marks: Marks = { forms: [], images: [], strokes: [] };
  return {
    steps: [imageSteps(marks, ops), shapeSteps(marks, ops)],
    onPage: (turn, { width, height }) => {
      const page = { left: 0, top: 0, right: width, bottom: height };
      const seen = (boxes: readonly Box[]) =>
        boxes.map((box) => transformedBox(turn, [box.left, box.top, box.right, box.bottom]));
      return toGraphics({ forms: seen(marks.forms), images: seen(marks.images), strokes: seen(marks.strokes) }, page);
    },
  };
}

function toGraphics({ forms, images, strokes }: Marks, page: Box): Graphics {
  // Old drivers draw rules as images of one pixel.
  const flat = images.filter((box) => isFlat(box) && !isOrigin(box));
  const lines = [...strokes, ...flat];
  const pictures = [...forms, ...images.filter((box) => !isFlat(box))]
    .flatMap((box) => intersect(box, page) ?? [])
    .filter((box) => isDrawing(box, page));
  const loose = lines.flatMap((box) => intersect(box, page) ?? []).filter((box) => !isWholePage(box, page));
  const outside = loose.filter((box) => !pictures.some((picture) => touch(picture, box)));
  const clusters = clusterStrokes(outside)
    .flatMap(splitTables)
    .filter(({ box }) => isDrawing(box, page));
  const grids = clusters.filter(isGrid).map(({ box }) => box);
  const drawings = mergeTouching([...pictures, ...clusters.filter((one) => !isGrid(one)).map(({ box }) => box)]);
  const rules = lines.filter((box) => isFlat(box) && box.right - box.left >= RULE_LENGTH).map(toRule);
  const free = rules.filter((rule) => !drawings.some((box) => liesIn(rule, box)));
  return { rules: free, bars: barsOf(lines), drawings, grids };
}

/** A square of a point or two is no image, but a move of the origin and a scale, as for tables made to fit. */
function isOrigin({ left, top, right, bottom }: Box): boolean {
  return Math.abs(right - left - (bottom - top)) < 0.01;
}

function isFlat(box: Box): boolean {
  return box.bottom - box.top <= RULE_THICKNESS;
}

/** Pages with more lines than this are maps, not formulas. */
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

/**
 * An image fills the unit square. pdfjs does not decode images here and leaves them out of its list, so an image is a
 * transformation after which nothing is drawn.
 */
function imageSteps(marks: Marks, ops: OperatorCodes): Steps {
  let place: Place | undefined;
  const fill = () => {
    if (place) add(marks.images, place, UNIT_SQUARE);
    place = undefined;
  };
  const drawn = () => {
    place = undefined;
  };
  const image: Step = (_, matrix, clip) => {
    place = { matrix, clip };
    fill();
  };
  return {
    transform: (_, matrix, clip) => {
      fill();
      place = { matrix, clip };
    },
    restore: fill,
    showText: drawn,
    constructPath: ([operator], _, clip) => {
      if (operator !== ops.endPath) drawn();
      else if (place) place = { ...place, clip };
    },
    paintFormXObjectBegin: drawn,
    beginGroup: drawn,
    paintImageXObject: image,
    paintInlineImageXObject: image,
    paintImageMaskXObject: image,
    paintSolidColorImageMask: image,
  };
}

function shapeSteps(marks: Marks, ops: OperatorCodes): Steps {
  return {
    paintFormXObjectBegin: ([, bbox], matrix, clip) => {
      if (bbox) add(marks.forms, { matrix, clip }, bbox as ArrayLike<number>);
    },
    beginGroup: ([group], ctm, clip) => {
      const { matrix, bbox } = (group ?? {}) as { matrix?: ArrayLike<number> | null; bbox?: ArrayLike<number> | null };
      if (bbox) add(marks.forms, { matrix: matrix ? multiply(ctm, toMatrix(matrix)) : ctm, clip }, bbox);
    },
    constructPath: ([operator, , bounds], matrix, clip) => {
      if (operator !== ops.endPath && bounds) add(marks.strokes, { matrix, clip }, bounds as ArrayLike<number>);
    },
  };
}

/** Adds the visible part of a transformed rectangle, unless one of its numbers overflows. */
function add(boxes: Box[], { matrix, clip }: Place, corners: ArrayLike<number>): void {
  const box = transformedBox(matrix, corners);
  if (!Number.isFinite(box.left + box.right + box.top + box.bottom)) return;
  const visible = intersect(box, clip);
  if (visible) boxes.push(visible);
}

function isWholePage(box: Box, page: Box): boolean {
  const area = (one: Box) => (one.right - one.left) * (one.bottom - one.top);
  return area(box) > 0.7 * area(page);
}

function isDrawing(box: Box, page: Box): boolean {
  return (
    box.right - box.left >= SMALLEST_DRAWING && box.bottom - box.top >= SMALLEST_DRAWING && !isWholePage(box, page)
  );
}

/** Strokes that nearly touch, and the box around them. */
interface Cluster {
  readonly box: Box;
  readonly strokes: readonly Box[];
}

const SHORTEST_LINE = 7; // points; marks on axes are shorter
const HIGHEST_CELL = 45; // points
/** A table with more short lines than this is a drawing. */
const MOST_FRACTIONS = 300;
const NARROWEST_CELL = 4; // points
/** Least distance of tables beside each other. */
const TABLE_GAP = 4; // points
/** Lines of tables are as long as the table is wide, except for what is hidden behind the ends of lines. */
const WHOLE_WIDTH = 0.9;

/**
 * Whether the strokes are those of a table: lines and shaded rows across its whole width, lines between its columns, and
 * nothing else. An axis of a plot has marks, and its curves and bars are of other shapes.
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

/** Whether all strokes are lines or shaded cells, or lines of fractions in cells: marks on an axis touch it. */
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

/** Tables beside each other are closer than the parts of a drawing may be: they are told apart by the free strip. */
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

/**
 * Groups strokes that nearly touch. Only groups with many strokes are drawings.
 *
 * A grid with cells of STROKE_GAP makes this linear in the number of strokes: sky maps have a hundred thousand.
 */
function clusterStrokes(strokes: readonly Box[]): Cluster[] {
  const groupOf = new Map<number, number>();
  const parents: number[] = [];
  const root = (group: number): number => {
    let one = group;
    while (parents[one] !== one) one = parents[one] ?? one;
    parents[group] = one;
    return one;
  };
  const groups = strokes.map((stroke) => {
    const own = parents.push(parents.length) - 1;
    for (const cell of cellsOf(stroke)) {
      const other = groupOf.get(cell);
      if (other === undefined) groupOf.set(cell, own);
      else parents[root(other)] = root(own);
    }
    return own;
  });
  const clusters = Map.groupBy(strokes, (_, i) => root(groups[i] ?? 0)).values();
  return [...clusters].flatMap((own) => {
    const box = own.length < STROKES_OF_A_DRAWING ? undefined : enclose(own);
    return box ? [{ box, strokes: own }] : [];
  });
}

/**
 * The cells of a stroke widened by half the gap. Of a large one, only the cells along its edge, which others have to
 * cross.
 */
function* cellsOf(box: Box): Generator<number> {
  const cell = (value: number) => Math.floor(value / STROKE_GAP);
  const [left, right] = [cell(box.left - STROKE_GAP / 2), cell(box.right + STROKE_GAP / 2)];
  const [top, bottom] = [cell(box.top - STROKE_GAP / 2), cell(box.bottom + STROKE_GAP / 2)];
  const isLarge = (right - left) * (bottom - top) > MANY_CELLS;
  for (let y = top; y <= bottom; y++) {
    const step = isLarge && y > top && y < bottom ? Math.max(1, right - left) : 1;
    for (let x = left; x <= right; x += step) yield x * CELLS_ACROSS + y;
  }
}

/** Merges panels of a figure that overlap or touch. */
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
