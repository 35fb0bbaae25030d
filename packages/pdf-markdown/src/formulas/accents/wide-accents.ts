import { byLeft, endOf, middleOf, textOf } from '../items.ts';
import type { Item } from '../node.ts';
import { classOf } from '../../tex/signs.ts';

/**
 * Widths in em: the narrowest wide accent of the extensible font, and the minimum width of its wider accents. Accents
 * of text fonts do not have these widths.
 */
const NARROWEST = 0.5556;
const WIDER = 0.75;
/** Width of TeX's widest accent. TeX also uses this accent for wider formulas. */
const WIDEST = 1.4; // em
/** Difference in em between consecutive sizes of wide accents. */
const STEP = 0.5;
/** Penalty for an accent wider than its only letter. TeX prints only the narrowest accent this way. */
const TOO_WIDE = 0.25; // em
/**
 * Penalty in em for a group that ends with a script. TeX also moves the accent of a single letter towards the letter's
 * script.
 */
const OF_LETTER = 0.1;
const OFF_CENTRE = 0.3; // em
/** The largest italic correction of a letter. The space next to an operator (0.22) is smaller. */
const MOST_GAP = 0.25; // em
/** Size, shift and preceding space of a script under a wide accent, in em of the letter. */
const SCRIPT = { least: 0.45, most: 0.8, shift: 0.6, gap: 0.2 };

/** Size of the letters under an accent, divided by the size of the accent. */
export const LETTER_SIZE = 0.8;
/** Smaller differences between widths are rounding errors. */
const SAME_WIDTH = 0.008; // em

/** Returns whether the accent belongs to the extensible font and may span several letters. */
export function isWideAccent(accent: Item): boolean {
  const width = (accent.right - accent.left) / accent.size;
  return textOf(accent) !== '\u20d7' && (width > WIDER || Math.abs(width - NARROWEST) < SAME_WIDTH);
}

/**
 * Returns the adjacent letters, operators and scripts on which the accent is centred. TeX uses the widest accent that
 * is not wider than this print.
 *
 * @param candidates full-size print under the accent, at the height of a letter
 */
export function printUnder(accent: Item, candidates: readonly Item[], items: readonly Item[]): Item[] {
  const scripts = items.filter((item) => isScriptUnder(item, accent));
  const print = [...candidates.filter((item) => isLetter(item) || isOperator(item)), ...scripts].toSorted(byLeft);
  let best: Item[] = [];
  let least = OFF_CENTRE * accent.size;
  print.forEach((first, from) => {
    if (!candidates.includes(first) || isOperator(first)) return;
    const group = [first];
    const level = print.slice(from + 1).filter((item) => isLevel(item, first));
    for (const item of [...level, undefined]) {
      const isNext = item !== undefined && continuesGroup(item, group);
      const off = misfit(accent, group, isNext ? item : undefined);
      if (off < least) [best, least] = [[...group], off];
      if (!isNext) break;
      group.push(item);
    }
  });
  return best;
}

/**
 * Minimum width of the letters, divided by the width of the accent. The width includes the slant of the last letter.
 */
const NARROWER = 0.9;
const ROUNDING = 0.1; // points

/**
 * Returns the distance in points between the middles of the accent and this print. Returns infinity if the widths don't
 * match.
 */
function misfit(accent: Item, group: readonly Item[], next: Item | undefined): number {
  const [first, last] = [group[0] as Item, group.at(-1) as Item];
  const [left, right, width] = [first.left, endOf(last), accent.right - accent.left];
  const isCut = next !== undefined && isScript(next, first) && isScript(last, first);
  if (isCut) return Infinity;
  // In 12-point articles, the extensible font may be at 10 points (LaTeX without amsmath).
  const most = width + (width < WIDEST * accent.size ? STEP * accent.size : 2 * STEP * first.size);
  const isFitting = right - left > NARROWER * width && right - left < most;
  if (group.length > 1 && !isFitting) return Infinity;
  const isTooWide = group.length === 1 && width > NARROWEST * accent.size + ROUNDING && width > right - left;
  const unlikely = isTooWide ? TOO_WIDE : isScript(last, first) ? OF_LETTER : 0;
  return Math.abs((left + right) / 2 - middleOf(accent)) + unlikely * accent.size;
}

/** Returns whether the item is on the line of this letter or could be the letter's script. */
function isLevel(item: Item, first: Item): boolean {
  const off = Math.abs(item.baseline - first.baseline) / first.size;
  return off < (isScript(item, first) ? SCRIPT.shift : 0.1);
}

/** Returns whether the item directly continues this print. */
function continuesGroup(item: Item, group: readonly Item[]): boolean {
  const [first, last] = [group[0] as Item, group.at(-1) as Item];
  const gap = (item.left - last.right) / first.size;
  return gap < (isScript(item, first) ? SCRIPT.gap : MOST_GAP);
}

function isScriptUnder(item: Item, accent: Item): boolean {
  const isOver = middleOf(item) > accent.left && middleOf(item) < accent.right + accent.size;
  return isOver && isScript(item, accent) && item.size > SCRIPT.least * accent.size;
}

function isScript(item: Item, { size }: Item): boolean {
  return item.size < SCRIPT.most * size;
}

function isLetter(item: Item): boolean {
  return classOf(textOf(item)) === 'ord';
}

function isOperator(item: Item): boolean {
  return classOf(textOf(item)) === 'bin';
}
