import type { Box } from '../block.ts';
import { enclose, touch } from '../geometry.ts';
import { multiply, toMatrix, type Matrix } from './matrix.ts';
import type { Rule } from './page-content.ts';
import type { OperatorCodes, Step, Steps } from './walk-operators.ts';

interface Graphics {
  readonly rules: Rule[];
  readonly drawings: Box[];
}

/** Collects the graphics of a page while its operators are walked. */
export interface GraphicsReader {
  readonly steps: readonly Steps[];
  /** Thin horizontal lines and regions of drawings, on a page of this size after the matrix `turn`. */
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
        boxes.map((box) => boxOf(turn, [box.left, box.top, box.right, box.bottom]));
      return toGraphics({ forms: seen(marks.forms), images: seen(marks.images), strokes: seen(marks.strokes) }, page);
    },
  };
}

function toGraphics({ forms, images, strokes }: Marks, page: Box): Graphics {
  // Old drivers draw rules as images of one pixel.
  const flat = images.filter(isFlat);
  const lines = [...strokes, ...flat];
  const pictures = [...forms, ...images.filter((box) => !isFlat(box))]
    .map((box) => clip(box, page))
    .filter((box) => isDrawing(box, page));
  const loose = lines.map((box) => clip(box, page)).filter((box) => !isWholePage(box, page));
  const outside = loose.filter((box) => !pictures.some((picture) => touch(picture, box)));
  const clusters = clusterStrokes(outside).filter((box) => isDrawing(box, page));
  const drawings = mergeTouching([...pictures, ...clusters]);
  const rules = lines.filter((box) => isFlat(box) && box.right - box.left >= RULE_LENGTH).map(toRule);
  return { rules: rules.filter((rule) => !drawings.some((box) => liesIn(rule, box))), drawings };
}

function isFlat(box: Box): boolean {
  return box.bottom - box.top <= RULE_THICKNESS;
}

function toRule({ left, top, right, bottom }: Box): Rule {
  return { left, right, y: (top + bottom) / 2 };
}

/**
 * An image fills the unit square. pdfjs does not decode images here and leaves them out of its list, so an image is a
 * transformation after which nothing is drawn.
 */
function imageSteps(marks: Marks, ops: OperatorCodes): Steps {
  let place: Matrix | undefined;
  const fill = () => {
    if (place) add(marks.images, place, UNIT_SQUARE);
    place = undefined;
  };
  const drawn = () => {
    place = undefined;
  };
  const image: Step = (_, ctm) => {
    place = ctm;
    fill();
  };
  return {
    transform: (_, ctm) => {
      fill();
      place = ctm;
    },
    restore: fill,
    showText: drawn,
    constructPath: ([operator]) => {
      if (operator !== ops.endPath) drawn();
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
    paintFormXObjectBegin: ([, bbox], ctm) => {
      if (bbox) add(marks.forms, ctm, bbox as ArrayLike<number>);
    },
    beginGroup: ([group], ctm) => {
      const { matrix, bbox } = (group ?? {}) as { matrix?: ArrayLike<number> | null; bbox?: ArrayLike<number> | null };
      if (bbox) add(marks.forms, matrix ? multiply(ctm, toMatrix(matrix)) : ctm, bbox);
    },
    constructPath: ([operator, , bounds], ctm) => {
      if (operator !== ops.endPath && bounds) add(marks.strokes, ctm, bounds as ArrayLike<number>);
    },
  };
}

/** Adds the bounding box of a transformed rectangle, unless one of its numbers overflows. */
function add(boxes: Box[], matrix: Matrix, corners: ArrayLike<number>): void {
  const box = boxOf(matrix, corners);
  if (Number.isFinite(box.left + box.right + box.top + box.bottom)) boxes.push(box);
}

/** The bounding box of a transformed rectangle. */
function boxOf([a, b, c, d, e, f]: Matrix, corners: ArrayLike<number>): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [corners[0], corners[1], corners[2], corners[3]];
  return {
    left: e + Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1),
    top: f + Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1),
    right: e + Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1),
    bottom: f + Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1),
  };
}

function clip(box: Box, page: Box): Box {
  return {
    left: Math.max(box.left, page.left),
    top: Math.max(box.top, page.top),
    right: Math.min(box.right, page.right),
    bottom: Math.min(box.bottom, page.bottom),
  };
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

function liesIn(rule: Rule, box: Box): boolean {
  return rule.left >= box.left - 2 && rule.right <= box.right + 2 && rule.y > box.top - 2 && rule.y < box.bottom + 2;
}

/**
 * Groups strokes that nearly touch. Only groups with many strokes are drawings.
 *
 * A grid with cells of STROKE_GAP makes this linear in the number of strokes: sky maps have a hundred thousand.
 */
function clusterStrokes(strokes: readonly Box[]): Box[] {
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
  return boundingOf(strokes, groups.map(root))
    .filter(({ count }) => count >= STROKES_OF_A_DRAWING)
    .map(({ box }) => box);
}

function boundingOf(strokes: readonly Box[], keys: readonly number[]): { box: Box; count: number }[] {
  const boxes = new Map<number, { box: Box; count: number }>();
  strokes.forEach((stroke, i) => {
    const key = keys[i] ?? 0;
    const known = boxes.get(key);
    boxes.set(key, { box: enclose(known ? [known.box, stroke] : [stroke]) ?? stroke, count: (known?.count ?? 0) + 1 });
  });
  return [...boxes.values()];
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
