import { byLeft, endOf, middleOf, textOf } from './items.ts';
import type { Item } from './node.ts';
import { classOf } from './signs.ts';

/** Width of the narrowest wide accent of the extensible font; of the others, which no text font has, at least. */
const NARROWEST = 0.5556; // sizes
const WIDER = 0.75; // sizes
/** The widest accent that TeX has is this wide, and stays so over longer formulas, though few are set. */
const WIDEST = 1.4; // sizes
/** Each size of the wide accents is wider than the one before by this much. */
const STEP = 0.5; // sizes
/** TeX takes none that is wider than its letter, but for the narrowest. */
const TOO_WIDE = 0.25; // sizes
/** TeX moves the accent of a letter by a little, towards its script. */
const OF_LETTER = 0.1; // sizes
const OFF_CENTRE = 0.3; // sizes
/** The largest italic correction of a letter, and the space beside an operator (0.22). */
const MOST_GAP = 0.25; // sizes
/** Of a script under a wide accent: its size, its shift, and the space before it. */
const SCRIPT = { least: 0.45, most: 0.8, shift: 0.6, gap: 0.2 }; // sizes

/** Whether the accent is one of the extensible font, which may span several letters. */
export function isWideAccent(accent: Item): boolean {
  const width = (accent.right - accent.left) / accent.size;
  return textOf(accent) !== '\u20d7' && (width > WIDER || Math.abs(width - NARROWEST) < 0.008);
}

/**
 * Print side by side whose middle is that of the accent: letters, operators between them, and scripts. TeX takes the widest
 * accent that is not wider than it is.
 *
 * @param candidates of full size at the height of a letter under the accent
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
      const isNext = item !== undefined && goesOn(item, group);
      const off = misfit(accent, group, isNext ? item : undefined);
      if (off < least) [best, least] = [[...group], off];
      if (!isNext) break;
      group.push(item);
    }
  });
  return best;
}

/** How unlikely the accent is over this print, points: how far off its middle; infinite where it has another width. */
function misfit(accent: Item, group: readonly Item[], next: Item | undefined): number {
  const [first, last] = [group[0] as Item, group.at(-1) as Item];
  const [left, right, width] = [first.left, endOf(last), accent.right - accent.left];
  const isCut = next !== undefined && isScript(next, first) && isScript(last, first);
  if (isCut) return Infinity;
  // In articles of 12 points the extensible font may be one of 10 (LaTeX without amsmath).
  const most = width + (width < WIDEST * accent.size ? STEP * accent.size : 2 * STEP * first.size);
  const isFitting = right - left > 0.9 * width && right - left < most;
  if (group.length > 1 && !isFitting) return Infinity;
  const isTooWide = group.length === 1 && width > NARROWEST * accent.size + 0.1 && width > right - left;
  const unlikely = isTooWide ? TOO_WIDE : isScript(last, first) ? OF_LETTER : 0;
  return Math.abs((left + right) / 2 - middleOf(accent)) + unlikely * accent.size;
}

/** Whether the item is on the line of this letter, or may be a script there. */
function isLevel(item: Item, first: Item): boolean {
  const off = Math.abs(item.baseline - first.baseline) / first.size;
  return off < (isScript(item, first) ? SCRIPT.shift : 0.1);
}

/** Whether the item goes on directly after this print. */
function goesOn(item: Item, group: readonly Item[]): boolean {
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
