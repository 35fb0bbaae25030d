import type { ReadPart } from './bars.ts';
import { axisOf, centredItem, largestSize, middleOf, replace, textOf } from './items.ts';
import { readGap } from './limits.ts';
import type { Bar } from './glyph-box.ts';
import type { Item, Node } from './node.ts';

/** The four parts of a horizontal brace from left to right, as the extensible font has them; lines are between them. */
const PARTS: Readonly<Record<string, string>> = { '⏞⏟⏟⏞': '⏞', '⏟⏞⏞⏟': '⏟' };
const PART = /^[⏞⏟]$/;
const LEVEL = 0.1; // sizes
const JOINED = 0.05; // sizes between the two parts in the middle
/** LaTeX leaves 3 points between a brace and what it spans, and as much beyond it before a note. */
const CLOSE = 0.9; // sizes
/** Between the baseline of a row and those of its scripts, numerators and denominators. */
const ROW = { above: 1.3, below: 1.2 }; // sizes
const NOTE_SIZE = 0.88;
const CENTRED = 0.35; // sizes

interface Braced {
  readonly items: readonly Item[];
  readonly bars: readonly Bar[];
}

/** Joins the parts of each horizontal brace to one sign, and takes the lines between them away. */
export function joinBraces(items: readonly Item[], bars: readonly Bar[]): Braced {
  const parts = items.filter((item) => PART.test(textOf(item))).toSorted((a, b) => a.left - b.left);
  if (parts.length < 4) return { items, bars };
  let rest = [...items];
  let lines = [...bars];
  for (const [at, first] of parts.entries()) {
    const level = parts.slice(at).filter((part) => Math.abs(part.baseline - first.baseline) < LEVEL * first.size);
    const [, left, right, last] = level;
    const brace = PARTS[level.slice(0, 4).map(textOf).join('')];
    if (!rest.includes(first) || !brace || !left || !right || !last || right.left - left.right > JOINED * first.size)
      continue;
    const four = level.slice(0, 4);
    const top = Math.min(...four.map((part) => part.top));
    const bottom = Math.max(...four.map((part) => part.bottom));
    const node: Node = { kind: 'sign', text: brace, alphabet: 'roman' };
    rest = replace(rest, new Set(four), { ...first, node, right: last.right, top, bottom, centred: true });
    lines = lines.filter(
      (bar) =>
        bar.y < top - first.size || bar.y > bottom + first.size || bar.left < first.left || bar.right > last.right,
    );
  }
  return { items: rest, bars: lines };
}

/** Puts what a horizontal brace spans under or over it, the shortest brace first, with the note beyond it. */
export function readBraces(items: readonly Item[], read: ReadPart): Item[] {
  let result = [...items];
  const braces = items
    .filter((item) => PART.test(textOf(item)) && item.right - item.left > item.size)
    .toSorted((a, b) => a.right - a.left - (b.right - b.left));
  for (const brace of braces) {
    const side = textOf(brace) === '⏞' ? 'over' : 'under';
    const within = result.filter((item) => item !== brace && isWithin(item, brace));
    const of = spanned(brace, side, within);
    if (of.length === 0) continue;
    const size = largestSize(of);
    const note = noteOf(
      brace,
      side,
      within.filter((item) => !of.includes(item)),
      size,
    );
    const main = of.filter((item) => item.size > 0.9 * size).toSorted((a, b) => a.left - b.left)[0] as Item;
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

function isWithin(item: Item, brace: Item): boolean {
  return middleOf(item) > brace.left && middleOf(item) < brace.right;
}

/** The row next to the brace, with its scripts. */
function spanned(brace: Item, side: 'over' | 'under', within: readonly Item[]): Item[] {
  const own = within.filter((item) => readGap(side === 'over' ? 'below' : 'above', brace, item) > -0.3 * item.size);
  const size = largestSize(own);
  const main = own
    .filter((item) => item.size > NOTE_SIZE * size)
    .toSorted((a, b) => Math.abs(a.baseline - brace.baseline) - Math.abs(b.baseline - brace.baseline))[0];
  if (!main) return [];
  return own.filter((item) => {
    const depth = item.baseline - main.baseline;
    return depth > -ROW.above * size && depth < ROW.below * size;
  });
}

/** Whether the item is directly at the brace. */
function isBeside(item: Item, brace: Item, place: 'above' | 'below'): boolean {
  const gap = readGap(place, brace, item);
  return gap > -0.3 * item.size && gap < CLOSE * item.size + 0.5 * item.size;
}

function noteOf(brace: Item, side: 'over' | 'under', within: readonly Item[], size: number): Item[] {
  const note = within.filter(
    (item) => item.size < NOTE_SIZE * size && isBeside(item, brace, side === 'over' ? 'above' : 'below'),
  );
  if (note.length === 0) return [];
  const middle = (Math.min(...note.map((item) => item.left)) + Math.max(...note.map((item) => item.right))) / 2;
  return Math.abs(middle - middleOf(brace)) < CENTRED * size ? note : [];
}
