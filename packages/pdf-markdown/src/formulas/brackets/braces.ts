import { enclose, overlapLength } from '../../geometry.ts';
import { isTallBracket } from '../fractions/bar-parts.ts';
import { axisOf, centredItem, largestSize, middleOf, replace, textOf } from '../items.ts';
import { readGap } from '../limits/limits.ts';
import type { Bar } from '../glyph-box.ts';
import type { Item, Node, ReadPart } from '../node.ts';
import { HORIZONTAL_PART } from '../../tex/signs.ts';
import { FULL_SIZE, SCRIPT_SIZE } from '../../tex/size-classes.ts';

const BRACE = /^[⏞⏟]$/;
/** The parts of Computer Modern's braces from left to right. Another brace may follow directly. */
const WHOLE = /^(?:⏞⏟⏟⏞|⏟⏞⏞⏟)$/;
/** Maximum vertical distance between parts of one brace, in em. */
const LEVEL = 0.1;
/** Maximum gap in em between parts that no line or other part connects. */
const JOINED = 0.3;
/** Maximum vertical distance in em between the parts and the lines that connect them. */
const NEAR = 0.3;
/** LaTeX leaves 3 points between a brace and its base, and 3 points between the brace and its note. */
const CLOSE = 0.9; // em
/** Distances in em from a row's baseline to the baselines of its scripts, numerators and denominators. */
const ROW = { above: 1.3, below: 1.2 };
const CENTRED = 0.35; // em
const WORD_SPACE = 0.5; // em
/**
 * Points by which a brace inside a fraction may extend beyond the bar. A brace over the entire fraction extends 1.2
 * points beyond each end.
 */
const SPARE = 1;

interface Braced {
  readonly items: readonly Item[];
  readonly bars: readonly Bar[];
}

/** Joins the parts of each horizontal brace into one sign and removes the lines between them. */
export function joinBraces(items: readonly Item[], bars: readonly Bar[]): Braced {
  const parts = items.filter((item) => HORIZONTAL_PART.test(textOf(item))).toSorted((a, b) => a.left - b.left);
  let rest = [...items];
  let lines = [...bars];
  for (const first of parts) {
    if (!rest.includes(first)) continue;
    const chain = chainFrom(first, parts, lines);
    const last = chain.at(-1) as Item;
    if (chain.length < 2) continue;
    const top = Math.min(...chain.map((part) => part.top));
    const bottom = Math.max(...chain.map((part) => part.bottom));
    rest = replace(rest, new Set(chain), { ...first, right: last.right, top, bottom, centred: true });
    lines = lines.filter((bar) => !isAtHeight(bar, first) || bar.left < first.left || bar.right > last.right);
  }
  return { items: rest, bars: lines };
}

/** Returns the parts of the brace that begins with `first`. */
function chainFrom(first: Item, parts: readonly Item[], bars: readonly Bar[]): Item[] {
  const chain = [first];
  let { right } = first;
  for (const part of parts.slice(parts.indexOf(first) + 1)) {
    const isLevel =
      readGap('below', first, part) < LEVEL * first.size && readGap('above', first, part) < LEVEL * first.size;
    const isNext = textOf(part) === textOf(first) && WHOLE.test(chain.map(textOf).join('').replaceAll('⎯', ''));
    if (!isLevel || isNext) continue;
    if (part.left - right > JOINED * first.size && !isBridged(right, part.left, first, bars)) break;
    chain.push(part);
    right = Math.max(right, part.right);
  }
  return chain;
}

function isBridged(from: number, to: number, first: Item, bars: readonly Bar[]): boolean {
  const slack = JOINED * first.size;
  return bars.some((bar) => isAtHeight(bar, first) && bar.left < from + slack && bar.right > to - slack);
}

function isAtHeight(bar: Bar, { top, bottom, size }: Item): boolean {
  return bar.y > top - NEAR * size && bar.y < bottom + NEAR * size;
}

/** Returns whether a brace belongs to a part of a fraction, because the brace is not longer than the bar. */
export function isAtBar(brace: Item, bar: Bar): boolean {
  return brace.left > bar.left - SPARE && brace.right < bar.right + SPARE;
}

/**
 * Returns whether a brace is between tall brackets that are as high as the brace and its note. The note on the brace of
 * a matrix is outside the brackets.
 */
export function isEnclosed(brace: Item, items: readonly Item[]): boolean {
  const middles = items
    .filter((item) => isTallBracket(item) && item.top < brace.top && item.bottom > brace.bottom)
    .map(middleOf);
  return middles.some((middle) => middle < brace.left) && middles.some((middle) => middle > brace.right);
}

/**
 * Attaches the spanned print and the note to each horizontal brace, shortest brace first.
 *
 * @param isRead selects the braces to read in this pass
 */
export function readBraces(
  items: readonly Item[],
  read: ReadPart,
  isRead: (brace: Item) => boolean = () => true,
): Item[] {
  let result = [...items];
  const braces = items
    .filter((item) => BRACE.test(textOf(item)) && item.right - item.left > item.size)
    .filter(isRead)
    .toSorted((a, b) => a.right - a.left - (b.right - b.left));
  for (const brace of braces) {
    const side = textOf(brace) === '⏞' ? 'over' : 'under';
    const within = result.filter((item) => item !== brace && isAlongBrace(item, brace));
    const of = spanned(brace, side, within);
    if (of.length === 0) continue;
    const size = largestSize(of);
    const others = result.filter((item) => item !== brace && !of.includes(item));
    const note = noteOf(brace, side, others, size);
    const main = of.filter((item) => item.size > FULL_SIZE * size).toSorted((a, b) => a.left - b.left)[0] as Item;
    const node: Node = {
      kind: 'brace',
      side,
      of: read(of),
      note: note.length > 0 ? read(note) : undefined,
    };
    const parts = [brace, ...of, ...note];
    result = replace(result, new Set(parts), { ...centredItem(node, parts, axisOf(main)), size });
  }
  return result;
}

function isAlongBrace(item: Item, brace: Item): boolean {
  return middleOf(item) > brace.left && middleOf(item) < brace.right;
}

/** Minimum gap between print and a brace. The gap is negative, because the heights of glyphs are estimates. */
const TOUCHING = -0.3; // em
/** Maximum distance of a note from its brace. */
const FARTHEST = CLOSE + 0.5; // em

/** Returns the row next to the brace, with its scripts. */
function spanned(brace: Item, side: 'over' | 'under', within: readonly Item[]): Item[] {
  const own = within.filter((item) => readGap(side === 'over' ? 'below' : 'above', brace, item) > TOUCHING * item.size);
  const size = largestSize(own);
  const main = own
    .filter((item) => item.size > SCRIPT_SIZE * size)
    .toSorted((a, b) => Math.abs(a.baseline - brace.baseline) - Math.abs(b.baseline - brace.baseline))[0];
  if (!main) return [];
  return own.filter((item) => {
    const depth = item.baseline - main.baseline;
    return depth > -ROW.above * size && depth < ROW.below * size;
  });
}

function isBeside(item: Item, brace: Item, place: 'above' | 'below'): boolean {
  const gap = readGap(place, brace, item);
  return gap > TOUCHING * item.size && gap < FARTHEST * item.size;
}

/** Returns the small print centred beyond the brace. This print may be wider than the brace. */
function noteOf(brace: Item, side: 'over' | 'under', others: readonly Item[], size: number): Item[] {
  const small = others.filter((item) => item.size < SCRIPT_SIZE * size);
  const within = small.filter((item) => overlapLength(item.left, item.right, brace.left, brace.right) > 0);
  const letters = within.filter((item) => isBeside(item, brace, side === 'over' ? 'above' : 'below'));
  const row = enclose(letters);
  if (!row) return [];
  // Scripts of the note are further from the brace than the note's letters.
  const note = within.filter((item) => letters.includes(item) || (item.top < row.bottom && item.bottom > row.top));
  return [withNeighbours(note, small), note].find((items) => isCentred(items, brace, size)) ?? [];
}

/** Adds the print connected to the note on both sides. */
function withNeighbours(note: readonly Item[], small: readonly Item[]): Item[] {
  const wide = new Set(note);
  for (let grown = true; grown;) {
    grown = false;
    for (const item of small) {
      if (wide.has(item) || ![...wide].some((other) => isNext(item, other))) continue;
      wide.add(item);
      grown = true;
    }
  }
  return [...wide];
}

/** Returns whether two letters, words or scripts of a note are separated by at most a word space. */
function isNext(item: Item, other: Item): boolean {
  const gap = Math.max(item.left - other.right, other.left - item.right);
  return gap < WORD_SPACE * other.size && item.top < other.bottom && item.bottom > other.top;
}

function isCentred(note: readonly Item[], brace: Item, size: number): boolean {
  const middle = (Math.min(...note.map((item) => item.left)) + Math.max(...note.map((item) => item.right))) / 2;
  return Math.abs(middle - middleOf(brace)) < CENTRED * size;
}
