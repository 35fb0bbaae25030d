import type { Box } from '../block.ts';
import { enclose, touch } from '../geometry.ts';
import type { Rule } from './page-content.ts';
import { multiply, type Matrix } from './text-runs.ts';

/** The numbers of the operators that matter, as pdfjs gives them in `OPS`. */
export type OperatorCodes = Readonly<Record<OperatorName, number>>;

type OperatorName =
  | 'save'
  | 'restore'
  | 'transform'
  | 'constructPath'
  | 'endPath'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'beginGroup'
  | 'endGroup'
  | 'paintImageXObject'
  | 'paintInlineImageXObject'
  | 'paintImageMaskXObject'
  | 'paintSolidColorImageMask';

export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

export interface Graphics {
  readonly rules: Rule[];
  readonly drawings: Box[];
}

interface Marks {
  readonly rules: Rule[];
  /** Pictures and included drawings. */
  readonly pictures: Box[];
  /** Single strokes and areas drawn on the page itself. */
  readonly strokes: Box[];
}

const UNIT_SQUARE = [0, 0, 1, 1];
const RULE_THICKNESS = 2.5; // points
const RULE_LENGTH = 15; // points
const SMALLEST_DRAWING = 25; // points; below it is a logo or an author's badge
/** Strokes nearer than this belong to one drawing; the space above a caption is larger than this. */
const STROKE_GAP = 9; // points
const MANY_CELLS = 64;
const CELLS_ACROSS = 1e5;
const STROKES_OF_A_DRAWING = 12;

/** Finds thin horizontal lines and the regions of drawings in a page's operator list. */
export function readGraphics(list: OperatorList, toPage: Matrix, ops: OperatorCodes, page: Box): Graphics {
  const marks = collectMarks(list, toPage, ops);
  const inside = (box: Box) => clip(box, page);
  const pictures = marks.pictures.map(inside).filter((box) => isDrawing(box, page));
  const loose = marks.strokes.map(inside).filter((box) => !isWholePage(box, page));
  const outside = loose.filter((box) => !pictures.some((picture) => touch(picture, box)));
  const clusters = clusterStrokes(outside).filter((box) => isDrawing(box, page));
  const drawings = mergeTouching([...pictures, ...clusters]);
  return { rules: marks.rules.filter((rule) => !drawings.some((box) => liesIn(rule, box))), drawings };
}

interface Walk {
  readonly marks: Marks;
  readonly stack: Matrix[];
  readonly start: Matrix;
  now: Matrix;
}

type Step = (walk: Walk, args: readonly unknown[], ops: OperatorCodes) => void;

const push: Step = (walk) => void walk.stack.push(walk.now);
const pop: Step = (walk) => {
  walk.now = walk.stack.pop() ?? walk.start;
};
const picture: Step = ({ marks, now }) => addPicture(marks, boxOf(now, UNIT_SQUARE));

const STEPS: Readonly<Record<Exclude<OperatorName, 'endPath'>, Step>> = {
  save: push,
  restore: pop,
  paintFormXObjectEnd: pop,
  endGroup: pop,
  transform: (walk, args) => {
    walk.now = multiply(walk.now, args as Matrix);
  },
  paintFormXObjectBegin: (walk, [matrix, bbox]) => {
    walk.stack.push(walk.now);
    if (matrix) walk.now = multiply(walk.now, matrix as Matrix);
    if (bbox) walk.marks.pictures.push(boxOf(walk.now, bbox as ArrayLike<number>));
  },
  beginGroup: (walk, [group]) => {
    walk.stack.push(walk.now);
    const { matrix, bbox } = (group ?? {}) as { matrix?: Matrix | null; bbox?: ArrayLike<number> | null };
    if (bbox) walk.marks.pictures.push(boxOf(matrix ? multiply(walk.now, matrix) : walk.now, bbox));
  },
  constructPath: ({ marks, now }, [operator, , bounds], ops) => {
    if (operator !== ops.endPath && bounds) addStroke(marks, boxOf(now, bounds as ArrayLike<number>));
  },
  paintImageXObject: picture,
  paintInlineImageXObject: picture,
  paintImageMaskXObject: picture,
  paintSolidColorImageMask: picture,
};

function collectMarks(list: OperatorList, toPage: Matrix, ops: OperatorCodes): Marks {
  const walk: Walk = { marks: { rules: [], pictures: [], strokes: [] }, stack: [], start: toPage, now: toPage };
  const steps = new Map(Object.entries(STEPS).map(([name, step]) => [ops[name as OperatorName], step] as const));
  for (let i = 0; i < list.fnArray.length; i++) {
    steps.get(list.fnArray[i] ?? -1)?.(walk, (list.argsArray[i] ?? []) as readonly unknown[], ops);
  }
  return walk.marks;
}

function addStroke(marks: Marks, box: Box): void {
  const width = box.right - box.left;
  if (!Number.isFinite(width + box.top + box.bottom)) return;
  if (box.bottom - box.top <= RULE_THICKNESS && width >= RULE_LENGTH) {
    marks.rules.push({ left: box.left, right: box.right, y: (box.top + box.bottom) / 2 });
  }
  marks.strokes.push(box);
}

/** Old drivers draw rules as images of one pixel. */
function addPicture(marks: Marks, box: Box): void {
  if (box.bottom - box.top <= RULE_THICKNESS) addStroke(marks, box);
  else marks.pictures.push(box);
}

function boxOf(matrix: Matrix, corners: ArrayLike<number>): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const xs = [corners[0] ?? 0, corners[2] ?? 0];
  const ys = [corners[1] ?? 0, corners[3] ?? 0];
  const points = xs.flatMap((x) => ys.map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const px = points.map(([x]) => x);
  const py = points.map(([, y]) => y);
  return { left: Math.min(...px), top: Math.min(...py), right: Math.max(...px), bottom: Math.max(...py) };
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
 * Groups strokes that nearly touch; only crowded groups are drawings.
 * A grid of cells of STROKE_GAP keeps it linear: maps of the sky have a hundred thousand strokes.
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

/** The cells of a stroke widened by half the gap; of a large one only those along its edge, which others cross. */
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

/** Panels of one figure that overlap or abut become one region. */
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
