import { axisOf, byLeft, centredItem, isStop, largestSize, replace, textOf } from '../items.ts';
import { isPair, isTall } from '../brackets/brackets.ts';
import type { Item, Node, ReadPart } from '../node.ts';
import { splitRows } from '../rows/row-split.ts';
import { nearestHost } from '../scripts/script-hosts.ts';
import { closingOf, isDelimiter } from '../../tex/signs.ts';
import { FULL_SIZE, SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { AXIS, DISPLAYED_STEP } from '../../tex/tex-metrics.ts';

/** Maximum gap in em between the end of a row and its punctuation. */
const STOP_GAP = 0.3;
/** Maximum distance in em between the baselines of a row and its last sign, which may be a prime. */
const BESIDE = 0.5;
/**
 * Minimum gap in em between columns: twice `\arraycolsep`. It is 3 points in REVTeX and AASTeX (also at 12 points) and
 * 5 points in other classes.
 */
const COLUMN_GAP = 0.48;
/**
 * Minimum gap between columns of `smallmatrix`, in em of its letters: a thick space of the text (0.4). Scripts have no
 * other spaces.
 */
const SMALL_COLUMN_GAP = 0.34;
/** Tolerance in em for equal gaps. The gaps in a row differ by the letters' italic corrections. */
const SAME_GAP = 0.2;
const DOT_GAP = 0.3; // em
/**
 * Maximum height in em of brackets around one row: 1.2 times the font size, or 1.8 times with wider line spacing as in
 * AASTeX.
 */
const LINE_HEIGHT = 1.9;
/**
 * Maximum distance in em between the baselines of the two parts of an inline binomial coefficient. Rows are further
 * apart.
 */
const BINOMIAL_STEP = 1.05;
/**
 * Distances in em between the baselines of a displayed binomial coefficient. A distance is the sum of the font's
 * parameters for numerators and denominators (σ8 + σ11, or from the MATH table). Matrix rows have the distance of text
 * lines: 1.2 to 1.25, 1.35 or 1.45.
 */
const DISPLAYED_STEPS = [
  DISPLAYED_STEP, // Computer Modern, Latin Modern, Times, Palatino
  0.646 + 0.679, // Computer Modern at 9 points
  1.28, // STIX, XITS, Libertinus
  1.232, // TeX Gyre Termes, Garamond Math
  1.311, // TeX Gyre Bonum
  1.386, // TeX Gyre Pagella
  1.393, // Erewhon Math
  1.4815, // Fourier
];
const SAME_STEP = 0.005; // em
/** Maximum distance in em between the axes of a brace and the text after it. */
const SAME_AXIS = 0.15;

/** Reads matrices, cases and binomial coefficients, from the inside out. */
export function readGrids(items: readonly Item[], read: ReadPart): Item[] {
  let result = [...items];
  const delimiters = items.filter((item) => isTall(item) && isDelimiter(textOf(item))).toSorted(byLeft);
  // Delimiters to the right are read first, because the contents of a delimiter are to its right.
  for (const left of delimiters.toReversed()) {
    if (!result.includes(left) || closingOf(textOf(left)) === undefined) continue;
    const right = partnerOf(left, result);
    if (right || textOf(left) === '{') result = withGrid(result, { left, right }, read);
  }
  for (const right of delimiters)
    if (result.includes(right) && isClosingAlone(right, result)) result = withGrid(result, { right }, read);
  return result;
}

/**
 * The delimiters of a matrix. Cases have no right delimiter. Conditions grouped by a right brace have no left
 * delimiter.
 */
interface Sides {
  readonly left?: Item | undefined;
  readonly right?: Item | undefined;
}

function withGrid(items: readonly Item[], { left, right }: Sides, read: ReadPart): Item[] {
  const side = (left ?? right) as Item;
  const between = insideOf({ left, right }, items);
  const inside = right ? between : withoutStop(withoutNext(between, side));
  const rows = splitRows(inside).filter((row) => row.length > 0);
  if (rows.length < 2 && !isRowVector({ left, right }, inside)) return [...items];
  const parts = [...(left ? [left] : []), ...inside, ...(right ? [right] : [])];
  const node = gridNode([textOf(left), textOf(right)], rows, side.size, read);
  return replace(items, new Set(parts), { ...centredItem(node, parts, axisOf(side)), size: largestSize(inside) });
}

/**
 * Returns whether brackets enclose a one-row matrix. The brackets are taller than the print, because TeX adds a strut
 * to the row. Each gap is twice `\arraycolsep`. A list has punctuation before its gaps instead.
 */
function isRowVector({ left, right }: Sides, inside: readonly Item[]): boolean {
  const sides = textOf(left) + textOf(right);
  if (!left || (sides !== '()' && sides !== '[]')) return false;
  const size = largestSize(inside);
  if (left.bottom - left.top > LINE_HEIGHT * size || inside.some(isTall)) return false;
  const gaps = gapsBetween(inside).filter(({ width }) => width > COLUMN_GAP * size);
  const widths = gaps.map(({ width }) => width);
  return (
    gaps.length > 0 &&
    Math.max(...widths) - Math.min(...widths) < SAME_GAP * size &&
    !gaps.some(({ before }) => isStop(before) && !isOfDots(before, inside))
  );
}

/** Returns whether a full stop is one of the dots of `\ldots`. */
function isOfDots(stop: Item, items: readonly Item[]): boolean {
  const isBefore = (item: Item) =>
    item !== stop && textOf(item) === '.' && Math.abs(item.right - stop.left) < DOT_GAP * stop.size;
  return textOf(stop) === '.' && items.some(isBefore);
}

/** Returns whether a right brace has no left partner. */
function isClosingAlone(brace: Item, items: readonly Item[]): boolean {
  return textOf(brace) === '}' && !items.some((item) => textOf(item) === '{' && item.left < brace.left && isTall(item));
}

/**
 * Drops text that follows cases on the axis of the brace. This text begins after a gap beyond the ends of all other
 * rows. It is not a column, because no other row has print there.
 */
function withoutNext(items: readonly Item[], brace: Item): readonly Item[] {
  const rows = splitRows(items).filter((row) => row.length > 0);
  const middle = rows.find((row) => Math.abs(axisOfRow(row) - axisOf(brace)) < SAME_AXIS * brace.size);
  if (!middle) return items;
  const end = Math.max(...rows.flatMap((row) => (row === middle ? [] : row.map((item) => item.right))));
  const starts = [Math.min(...middle.map((item) => item.left)), ...commonGaps(middle, COLUMN_GAP * largestSize(items))];
  const start = starts.find((left) => left > end);
  return start === undefined ? items : items.filter((item) => !middle.includes(item) || item.left < start);
}

function axisOfRow(row: readonly Item[]): number {
  return baselineOf(row) - AXIS * largestSize(row);
}

/** Drops punctuation of the sentence that follows cases on the axis of the brace. */
function withoutStop(items: readonly Item[]): readonly Item[] {
  const last = items.toSorted(byLeft).at(-1);
  return last && isStop(last) && !isOfRow(last, items) ? items.filter((item) => item !== last) : items;
}

/**
 * Returns whether the punctuation ends a row. Punctuation after the middle row may also be next to another row, or
 * beyond the ends of the other rows.
 */
function isOfRow(stop: Item, items: readonly Item[]): boolean {
  const row = items.filter((other) => other !== stop && Math.abs(other.baseline - stop.baseline) < BESIDE * stop.size);
  const last = row.toSorted((a, b) => a.right - b.right).at(-1);
  const isNext = last !== undefined && stop.left - last.right < STOP_GAP * stop.size;
  return isNext && (!isStop(last) || (isOfDots(stop, row) && isOfDots(last, row)));
}

/** Returns the next equally tall delimiter to the right. */
function partnerOf(left: Item, items: readonly Item[]): Item | undefined {
  const text = textOf(left);
  return items
    .filter(
      (item) =>
        item.left > left.left &&
        item !== left &&
        isTall(item) &&
        isDelimiter(textOf(item)) &&
        (closingOf(textOf(item)) === undefined || textOf(item) === closingOf(text)) &&
        isPair(left, item),
    )
    .toSorted(byLeft)[0];
}

/** Cells may overlap the brackets around them. The middle of a cell may be above or below the brackets. */
const OVERLAP = 0.25; // em
const BEYOND = 0.1; // em

/** Returns the items between the delimiters. Nested scripts may extend above or below them. */
function insideOf({ left, right }: Sides, items: readonly Item[]): Item[] {
  const { top, bottom, size } = (left ?? right) as Item;
  const within = items.filter(
    (item) =>
      item !== left &&
      item !== right &&
      (!left || item.left > left.right - OVERLAP * left.size) &&
      (!right || item.right < right.left + OVERLAP * right.size),
  );
  const isLevel = (item: Item) => {
    const y = (item.top + item.bottom) / 2;
    return y > top - BEYOND * size && y < bottom + BEYOND * size;
  };
  const [between, beyond] = [within.filter(isLevel), within.filter((item) => !isLevel(item))];
  if (beyond.length === 0) return between;
  const small = between.filter((item) => item.size < SCRIPT_SIZE * size).map((item) => ({ item }));
  return [...between, ...beyond.filter((item) => nearestHost(item, small) !== undefined)];
}

/**
 * Returns the grid or the binomial coefficient. The parts of an inline binomial coefficient are as small as scripts.
 */
function gridNode(
  [left, right]: readonly [string, string],
  rows: readonly (readonly Item[])[],
  bracketSize: number,
  read: ReadPart,
): Node {
  const size = largestSize(rows.flat());
  const isSmall = size < SCRIPT_SIZE * bracketSize;
  const cells = readCells(rows, read, (isSmall ? SMALL_COLUMN_GAP : COLUMN_GAP) * size);
  const isBinomial = isSmall || isBinomialStep(stepOf(rows) / size);
  if (left === '(' && right === ')' && rows.length === 2 && cells[0]?.length === 1 && isBinomial) {
    const [over, under] = [cells[0]?.[0], cells[1]?.[0]];
    if (over && under) return { kind: 'binomial', over, under };
  }
  return { kind: 'grid', left, right, rows: cells };
}

/** Returns the distance between the first two baselines, in points. */
function stepOf([first, second]: readonly (readonly Item[])[]): number {
  return Math.abs(baselineOf(second ?? []) - baselineOf(first ?? []));
}

function isBinomialStep(step: number): boolean {
  return step < BINOMIAL_STEP || DISPLAYED_STEPS.some((displayed) => Math.abs(step - displayed) < SAME_STEP);
}

function baselineOf(items: readonly Item[]): number {
  const size = largestSize(items);
  return items.find((item) => item.size > FULL_SIZE * size)?.baseline ?? 0;
}

/** Splits rows at the gaps that all rows share. */
function readCells(rows: readonly (readonly Item[])[], read: ReadPart, leastGap: number): (Node | undefined)[][] {
  const cuts = commonGaps(rows.flat(), leastGap);
  return rows.map((row) => {
    const cells = [...cuts, Infinity].map((cut, i) =>
      row.filter((item) => item.left < cut && item.left >= (cuts[i - 1] ?? -Infinity)),
    );
    return cells.map((cell) => (cell.length > 0 ? read(cell) : undefined));
  });
}

/** Returns the starts of columns: the ends of gaps that no item crosses. */
function commonGaps(items: readonly Item[], least: number): number[] {
  return gapsBetween(items)
    .filter(({ width }) => width > least)
    .map(({ after }) => after.left - 0.01);
}

interface Gap {
  /** The item with the rightmost end before the gap. */
  readonly before: Item;
  readonly after: Item;
  readonly width: number;
}

function gapsBetween(items: readonly Item[]): Gap[] {
  const [first, ...others] = items.toSorted(byLeft);
  if (!first) return [];
  let before = first;
  return others.map((after) => {
    const gap = { before, after, width: after.left - before.right };
    if (after.right > before.right) before = after;
    return gap;
  });
}
