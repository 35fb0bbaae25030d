import type { Doubts } from '../doubts.ts';
import { axisOf, textOf } from '../items.ts';
import type { Item } from '../node.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

/** Maps each part of a tall bracket (Unicode block Miscellaneous Technical) to the bracket. */
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
  // STIX uses the glyph name of a complete root for the parts of a tall root.
  '√': '√',
};
const CORNERS = { head: new Set(['⎡', '⎤']), foot: new Set(['⎣', '⎦']) };
/**
 * Maximum gap in em between the parts of a bracket, by the heights of Computer Modern. Other fonts have other heights.
 */
const PART_GAP = 0.4;
/**
 * Maximum gap in em between stacked bars. The bars should touch, but the heights of fonts differ. Bars in different
 * rows are 0.2 em apart.
 */
const BAR_GAP = 0.12;
/**
 * Maximum gap in em between the parts of a root if the parts have the name of a complete root. The next row's root is
 * further away.
 */
const ROOT_GAP = 0.03;
const BRACE = /^[{}]$/;
const BRACE_PIECE = /^[⎧⎨⎩⎫⎬⎭]$/;
/** Tolerance for the alignment of the pieces of one brace. */
const SAME_COLUMN = 0.02; // em
const SAME_HEIGHT = 0.02; // em
const HEADS = new Set(['⎛', '⎞', '⎡', '⎤', '⎧', '⎫']);
const FEET = new Set(['⎝', '⎠', '⎣', '⎦', '⎩', '⎭']);

function isPart(text: string): boolean {
  return text >= '⎛' && text <= '⎿';
}

/** Joins the stacked parts of tall brackets, bars and roots. */
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

/**
 * Renames the extension pieces of braces. Fonts such as Latin Modern Math use the names of complete braces for these
 * pieces.
 */
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

/** Maximum difference between the left edges of the parts of one bracket: half the difference between their widths. */
const BELOW = 0.2; // em

function stackOf(part: Item, parts: readonly Item[], taken: ReadonlySet<Item>): Item[] {
  const column = parts
    .filter(
      (other) =>
        !taken.has(other) &&
        Math.abs(other.left - part.left) < BELOW * part.size &&
        isSameBracket(textOf(part), textOf(other)),
    )
    .toSorted((a, b) => a.top - b.top);
  const at = column.indexOf(part);
  const stack = [part];
  for (const step of [1, -1]) {
    for (let i = at + step; i >= 0 && i < column.length; i += step) {
      const [one, end] = [column[i] as Item, (step > 0 ? stack.at(-1) : stack[0]) as Item];
      // The second bar of `||` is next to the first.
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
  // The upright part of a root is a plain bar.
  const isRoot = (left === '√' && b === '⏐') || (right === '√' && a === '⏐');
  return left === right || isRoot || (isBrace(left) && isBrace(right) && (left === '' || right === ''));
}

/**
 * Returns the bracket that these parts form. A square bracket without its upper or lower corner is a floor or a
 * ceiling.
 */
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

/**
 * Returns whether the first and last part are equally high. In floors, ceilings and roots, these parts have different
 * heights.
 */
function isAlike(texts: readonly string[]): boolean {
  const [first = '', last = ''] = [texts[0], texts.at(-1)];
  return texts.length > 1 && first !== '√' && (first === last || (HEADS.has(first) && FEET.has(last)));
}

/**
 * Returns the top of the last part. If the part before it is a repeated extension, the top follows from the extension's
 * height.
 */
function lastTop(stack: readonly Item[]): number {
  const [twoBefore, before, last] = stack.slice(-3);
  const isRepeated = last && before && twoBefore && textOf(before) === textOf(twoBefore);
  return isRepeated ? 2 * before.top - twoBefore.top : (stack.at(-1) as Item).top;
}

function joinStack(stack: readonly Item[]): Item {
  const [first, last] = [stack[0] as Item, stack.at(-1) as Item];
  const texts = stack.map(textOf);
  const bracket = bracketOf(texts);
  // If only Computer Modern's heights are known, the font's actual heights may differ. But the first and last parts are
  // equally high, and each part begins at the end of the part above.
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

/** Minimum height of brackets around more than one line of letters. A bracket of the text is 1 em high. */
const TALLER = 1.1; // em

/** Returns whether a delimiter is taller than one line of text. */
export function isTall(item: Item): boolean {
  return item.bottom - item.top > TALLER * item.size;
}

/** Returns whether two delimiters can form a pair: they have the same height and the same axis. */
export function isPair(left: Item, right: Item): boolean {
  const tolerance = 0.35 * left.size;
  return Math.abs(axisOf(left) - axisOf(right)) < tolerance && Math.abs(left.top - right.top) < 2 * tolerance;
}
