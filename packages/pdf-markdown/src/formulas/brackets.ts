import type { Doubts } from './doubts.ts';
import { AXIS } from './glyph-box.ts';
import { axisOf, textOf } from './items.ts';
import type { Item } from './node.ts';

/** Parts of tall brackets, in Unicode's block of technical signs, with the bracket that they belong to. */
const PARTS: Readonly<Record<string, string>> = {
  '⎛': '(',
  '⎜': '(',
  '⎝': '(',
  '⎞': ')',
  '⎟': ')',
  '⎠': ')',
  '⎡': '[',
  '⎢': '[',
  '⎣': '[',
  '⎤': ']',
  '⎥': ']',
  '⎦': ']',
  '⎧': '{',
  '⎨': '{',
  '⎩': '{',
  '⎫': '}',
  '⎬': '}',
  '⎭': '}',
  '⎪': '',
  '|': '|',
  '‖': '‖',
  '⏐': '|',
  '∣': '|',
  '∥': '‖',
  '⎷': '√',
  '⎾': '√',
  // STIX names the parts of a tall root like a whole one.
  '√': '√',
};
const CORNERS = { head: new Set(['⎡', '⎤']), foot: new Set(['⎣', '⎦']) };
/** Between the parts of a bracket as Computer Modern has them; fonts differ in their heights. */
const PART_GAP = 0.4; // sizes
/** Between bars of which a taller one is made: none, but fonts differ in their heights. Those of rows are 0.2 apart. */
const BAR_GAP = 0.12; // sizes
/** Between the parts of a root that are named like a whole one; that of the next row is farther. */
const ROOT_GAP = 0.03; // sizes
const BRACE = /^[{}]$/;
const BRACE_PIECE = /^[⎧⎨⎩⎫⎬⎭]$/;
/** Of the edges of the pieces of one brace. */
const SAME_COLUMN = 0.02; // sizes
const SAME_HEIGHT = 0.02; // sizes
const HEADS = new Set(['⎛', '⎞', '⎡', '⎤', '⎧', '⎫']);
const FEET = new Set(['⎝', '⎠', '⎣', '⎦', '⎩', '⎭']);

/** Whether the sign is only a part of a bracket. */
function isPart(text: string): boolean {
  return text >= '⎛' && text <= '⎿';
}

/** Joins the parts of tall brackets, bars and roots, which stand above one another. */
export function joinParts(items: readonly Item[], doubts: Doubts): Item[] {
  const named = nameExtensions(items);
  const parts = named.filter((item) => textOf(item) in PARTS).toSorted((a, b) => a.left - b.left || a.top - b.top);
  const taken = new Set<Item>();
  const joined: Item[] = [];
  for (const part of parts) {
    if (taken.has(part)) continue;
    const stack = stackOf(part, parts, taken);
    if (stack.length === 1 && !isPart(textOf(part))) continue;
    for (const one of stack) taken.add(one);
    joined.push(joinStack(stack));
    if (stack.length === 1) doubts.add('part');
  }
  return [...named.filter((item) => !taken.has(item)), ...joined];
}

/** Names the pieces by which braces grow, which fonts such as Latin Modern Math name like whole braces. */
function nameExtensions(items: readonly Item[]): Item[] {
  const pieces = items.filter((item) => BRACE_PIECE.test(textOf(item)));
  if (pieces.length === 0) return [...items];
  const isOver = (item: Item, piece: Item) =>
    Math.max(Math.abs(item.left - piece.left), Math.abs(item.right - piece.right)) < SAME_COLUMN * item.size;
  return items.map((item) =>
    BRACE.test(textOf(item)) && pieces.some((piece) => isOver(item, piece))
      ? { ...item, node: { kind: 'sign', text: '⎪', alphabet: 'roman' } }
      : item,
  );
}

function stackOf(part: Item, parts: readonly Item[], taken: ReadonlySet<Item>): Item[] {
  const column = parts
    .filter(
      (other) =>
        !taken.has(other) &&
        Math.abs(other.left - part.left) < 0.2 * part.size &&
        isSameBracket(textOf(part), textOf(other)),
    )
    .toSorted((a, b) => a.top - b.top);
  const at = column.indexOf(part);
  const stack = [part];
  for (const step of [1, -1]) {
    for (let i = at + step; i >= 0 && i < column.length; i += step) {
      const [one, end] = [column[i] as Item, (step > 0 ? stack.at(-1) : stack[0]) as Item];
      // The second bar of `||` is beside the first.
      if (Math.abs(one.top - end.top) < SAME_HEIGHT * part.size) continue;
      const gap = step > 0 ? one.top - end.bottom : end.top - one.bottom;
      if (gap > gapWithin(textOf(part)) * part.size) break;
      const [upper, lower] = step > 0 ? [end, one] : [one, end];
      if (FEET.has(textOf(upper)) && HEADS.has(textOf(lower))) break;
      if (step > 0) stack.push(one);
      else stack.unshift(one);
    }
  }
  return stack;
}

function gapWithin(text: string): number {
  if (text === '√') return ROOT_GAP;
  return isPart(text) ? PART_GAP : BAR_GAP;
}

function isSameBracket(a: string, b: string): boolean {
  const [left, right] = [PARTS[a], PARTS[b]];
  const isBrace = (bracket: string | undefined) => bracket === '' || bracket === '{' || bracket === '}';
  // The upright part of a root is a bar by itself.
  const isRoot = (left === '√' && b === '⏐') || (right === '√' && a === '⏐');
  return left === right || isRoot || (isBrace(left) && isBrace(right) && (left === '' || right === ''));
}

/** The bracket of these parts. A square one without one of its corners is that of a floor or a ceiling. */
function bracketOf(parts: readonly string[]): string {
  const brackets = parts.map((text) => PARTS[text] ?? '').filter((one) => one !== '');
  if (brackets.includes('√')) return '√';
  const bracket = brackets[0] ?? '|';
  if ((bracket !== '[' && bracket !== ']') || parts.length === 1) return bracket;
  const hasTop = parts.some((text) => CORNERS.head.has(text));
  const hasFoot = parts.some((text) => CORNERS.foot.has(text));
  if (hasTop === hasFoot) return bracket;
  if (hasFoot) return bracket === '[' ? '⌊' : '⌋';
  return bracket === '[' ? '⌈' : '⌉';
}

/** Whether the first and the last part are equally high. Those of floors, ceilings and roots are not. */
function isAlike(texts: readonly string[]): boolean {
  const [first = '', last = ''] = [texts[0], texts.at(-1)];
  return texts.length > 1 && first !== '√' && (first === last || (HEADS.has(first) && FEET.has(last)));
}

/** Where the last part begins: below the one before it, whose height repeats if it extends the bracket. */
function lastTop(stack: readonly Item[]): number {
  const [twoBefore, before, last] = stack.slice(-3);
  const isRepeated = last && before && twoBefore && textOf(before) === textOf(twoBefore);
  return isRepeated ? 2 * before.top - twoBefore.top : (stack.at(-1) as Item).top;
}

function joinStack(stack: readonly Item[]): Item {
  const [first, last] = [stack[0] as Item, stack.at(-1) as Item];
  const texts = stack.map(textOf);
  const bracket = bracketOf(texts);
  // Where the heights of the parts are those of Computer Modern, fonts differ in them. But the first and the last part are
  // equally high, and each begins where the one above it ends.
  const step = (stack[1]?.top ?? first.bottom) - first.top;
  const isGuessed = last.centred && last.isMeasured !== true && isAlike(texts);
  const [top, bottom] = [first.top, isGuessed ? lastTop(stack) + step : last.bottom];
  return {
    node: { kind: 'sign', text: bracket, alphabet: 'roman' },
    left: Math.min(...stack.map((one) => one.left)),
    right: Math.max(...stack.map((one) => one.right)),
    top,
    bottom,
    baseline: (top + bottom) / 2 + AXIS * first.size,
    size: first.size,
    centred: true,
  };
}

/** Whether a delimiter is taller than the print of one line. */
export function isTall(item: Item): boolean {
  return item.bottom - item.top > 1.1 * item.size;
}

/** Whether the two delimiters could enclose the same: equally tall, on one axis. */
export function isPair(left: Item, right: Item): boolean {
  const tolerance = 0.35 * left.size;
  return Math.abs(axisOf(left) - axisOf(right)) < tolerance && Math.abs(left.top - right.top) < 2 * tolerance;
}
