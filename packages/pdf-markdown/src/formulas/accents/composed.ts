import { extendArrows, joinArrows, putArrowsOver } from './over-arrows.ts';
import { byLeft, middleOf, replace, textOf } from '../items.ts';
import type { Item, Node, ReadPart } from '../node.ts';
import { accentOf, wideAccent } from '../../tex/signs.ts';
import { isWideAccent, printUnder, LETTER_SIZE } from './wide-accents.ts';

/** Signs that TeX composes from two adjacent or overlapping glyphs, listed from left to right. */
const PAIRS: Readonly<Record<string, string>> = {
  '↦→': '↦',
  '−→': '⟶',
  '←−': '⟵',
  '=⇒': '⟹',
  '⇐=': '⟸',
  '⇐⇒': '⟺',
  '←→': '⟷',
  '∫∫': '∬',
  '∬∫': '∭',
  '↩→': '↪',
  '←↪': '↩',
  '↦⟶': '⟼',
  '|=': '⊨',
  '▷◁': '⋈',
  '¯h': 'ℏ',
  'h¯': 'ℏ',
  '\u0304h': 'ℏ',
  ħh: 'ℏ',
  ℏh: 'ℏ',
  '◯c': '©',
  ':=': '≔',
};

/** Signs that TeX stacks from two glyphs, listed from top to bottom. */
const STACKS: Readonly<Record<string, string>> = {
  '<∼': '≲',
  '>∼': '≳',
  '∼<': '≲',
  '∼>': '≳',
  '∼=': '≅',
  '<=': '≤',
  '>=': '≥',
  '<≈': '⪅',
  '>≈': '⪆',
  '<≃': '⪅',
  '>≃': '⪆',
  '.=': '≐',
  '˙=': '≐',
  '\u0307=': '≐',
};

/** Maximum distance in em between the baselines of stacked signs (`NEAR`) and of adjacent signs (`ON_LINE`). */
const NEAR = 0.9;
const ON_LINE = 0.05;
/** Minimum overlap of a slash with the sign that it strikes through. */
const STRUCK = 0.45; // em
/** Maximum distance between the middles of stacked signs. */
const CENTRED = 0.25; // em
/** Maximum gap between a sign and the zero-width slash printed before or after it. */
const SLASH_GAP = { before: 0.35, after: -0.2 }; // em
/** Smaller differences between sizes are rounding errors. */
const SAME_SIZE = 0.1; // points
/** Maximum distance between the baselines of stacked signs. TeX lowers the lower sign by 0.5 ex or 4 points. */
const STACKED = 0.65; // em

const NEGATED: Readonly<Record<string, string>> = {
  '=': '≠',
  '∈': '∉',
  '≡': '≢',
  '∼': '≁',
  '<': '≮',
  '>': '≯',
  '≤': '≰',
  '≥': '≱',
  '⊂': '⊄',
  '⊆': '⊈',
  '∃': '∄',
  '|': '∤',
  '∥': '∦',
};

/** Signs that can be a later part of a composed sign. */
const LATER_PARTS: ReadonlySet<string> = new Set([
  '/',
  '\u0338',
  ...Object.keys(PAIRS).map((signs) => Array.from(signs).at(-1) ?? ''),
  ...Object.keys(STACKS).flatMap((signs) => Array.from(signs)),
]);

/** Joins signs that are printed as several glyphs, and puts accents on their letters. */
export function compose(items: readonly Item[], read: ReadPart): Item[] {
  return joinSigns(
    joinAccents(joinSigns(joinDots(putArrowsOver(joinArrows(extendArrows(items)))).toSorted(byLeft)), read),
  );
}

/**
 * At 10 points, TeX's vertical dots are 4 points apart. Its diagonal dots are 3 points apart vertically and 4
 * horizontally.
 */
const DOT_STEP = { least: 0.2, most: 0.6 }; // em
const DOTS = [
  { sign: '⋮', least: -0.05, most: 0.05 },
  { sign: '⋱', least: 0.2, most: 0.8 },
] as const;

/** Joins three full stops in a column or on a diagonal of a matrix. */
function joinDots(items: readonly Item[]): Item[] {
  const dots = items.filter((item) => textOf(item) === '.').toSorted((a, b) => a.baseline - b.baseline);
  let result = [...items];
  for (const first of dots) {
    if (!result.includes(first)) continue;
    for (const { sign, least, most } of DOTS) {
      const next = (from: Item) =>
        dots.find((dot) => {
          const [down, aside] = [(dot.baseline - from.baseline) / from.size, (dot.left - from.left) / from.size];
          const isBelow = down > DOT_STEP.least && down < DOT_STEP.most && Math.abs(dot.size - from.size) < SAME_SIZE;
          return isBelow && aside > least && aside < most && result.includes(dot);
        });
      const second = next(first);
      const third = second && next(second);
      if (!third) continue;
      const node: Node = { kind: 'sign', text: sign, alphabet: 'roman' };
      result = replace(result, new Set([first, second, third]), { ...third, node, left: first.left, top: first.top });
      break;
    }
  }
  return result;
}

function joinSigns(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  // A slash may strike through any sign after it.
  const hasSlash = items.some((item) => textOf(item) === '\u0338');
  for (const item of items) {
    // Fast path: most signs are not composed.
    const mayJoin = hasSlash || LATER_PARTS.has(textOf(item));
    // The note on an arrow may begin between the arrow's parts.
    if (!mayJoin || (!joinLast(joined, item, NEAR) && !joinLast(joined, item, ON_LINE))) joined.push(item);
  }
  return joined;
}

/**
 * Composes an item with the last item if their baselines are within `reach` em. Returns whether they formed one sign.
 */
function joinLast(joined: Item[], item: Item, reach: number): boolean {
  const at = joined.findLastIndex((other) => Math.abs(other.baseline - item.baseline) < reach * item.size);
  const last = joined[at];
  const sign = last && composedSign(last, item);
  if (!last || !sign) return false;
  joined[at] = withSign(last, item, sign);
  return true;
}

function composedSign(last: Item, item: Item): string | undefined {
  const [before, text] = [textOf(last), textOf(item)];
  if (before === '' || text === '') return undefined;
  const gap = (item.left - last.right) / item.size;
  const struck = struckSign(before, text, gap);
  if (struck) return struck;
  const isSameLine = Math.abs(item.baseline - last.baseline) < ON_LINE * item.size;
  if (isSameLine) return text === '/' && gap < -STRUCK ? NEGATED[before] : joinedSign(before + text, gap);
  // Relations in two rows of a limit are further apart.
  const isNear = Math.abs(item.baseline - last.baseline) < STACKED * item.size;
  const isStacked = isNear && Math.abs(middleOf(item) - middleOf(last)) < CENTRED * item.size;
  if (!isStacked) return undefined;
  return item.baseline > last.baseline ? STACKS[before + text] : STACKS[text + before];
}

/** Returns the negated sign. A zero-width slash is printed before the sign that it strikes through. */
function struckSign(before: string, text: string, gap: number): string | undefined {
  if (before === '\u0338' && gap < SLASH_GAP.before) return negated(text);
  return text === '\u0338' && gap < SLASH_GAP.after ? negated(before) : undefined;
}

/**
 * Maximum gaps in em between the two glyphs. TeX moves the second of two integrals back by 9 mu, so some space remains.
 */
const MOST_GAPS: Readonly<Record<string, number>> = { '≔': 0.12, ℏ: -0.3, '∬': 0.2, '∭': 0.2 };

/**
 * Returns the sign that two glyphs form. The bar of ħ begins at the left edge of its letter. A bar that only touches a
 * preceding letter does not form ħ. The bar of ↦ has no width.
 */
function joinedSign(signs: string, gap: number): string | undefined {
  const pair = PAIRS[signs];
  if (pair === undefined) return undefined;
  return gap < (MOST_GAPS[pair] ?? (signs.startsWith('↦') ? 0.04 : -0.02)) ? pair : undefined;
}

function negated(sign: string): string {
  return NEGATED[sign] ?? `${sign}\u0338`;
}

function withSign(last: Item, item: Item, text: string): Item {
  const isMainLast = last.size >= item.size && textOf(last) !== '\u0338';
  const main = isMainLast && Math.abs(last.baseline - item.baseline) < ON_LINE * item.size ? last : item;
  return {
    ...main,
    node: { kind: 'sign', text, alphabet: 'roman' },
    left: Math.min(last.left, item.left),
    right: Math.max(last.right, item.right),
    top: Math.min(last.top, item.top),
    bottom: Math.max(last.bottom, item.bottom),
    // In ≐, only the dot is off the baseline.
    baseline: text === '≐' ? Math.max(last.baseline, item.baseline) : (last.baseline + item.baseline) / 2,
    centred: main.centred || Math.abs(last.baseline - item.baseline) > ON_LINE * item.size,
  };
}

/** Puts an accent on the letter below the accent's middle. Puts a wide accent on all print below it. */
function joinAccents(items: readonly Item[], read: ReadPart): Item[] {
  let result = [...items];
  // The lower of two accents belongs to the letter. The upper accent belongs to the accented letter.
  for (const accent of items.toSorted((a, b) => b.baseline - a.baseline)) {
    const command = accentOf(textOf(accent));
    if (command === undefined) continue;
    const under = lettersUnder(accent, result);
    if (under.length === 0) continue;
    const [first] = under as [Item, ...Item[]];
    const node = under.length === 1 ? first.node : read(under);
    const isWide = under.length > 1 || isWideAccent(accent);
    const taken = new Set([...under, accent]);
    const on: Item = {
      ...first,
      node: { kind: 'accent', command: isWide ? wideAccent(command) : command, of: node },
      right: under.at(-1)?.right ?? first.right,
      top: Math.min(accent.top, ...under.map((item) => item.top)),
    };
    result = result.flatMap((item) => (item === first ? [on] : taken.has(item) ? [] : [item]));
  }
  return result;
}

const X_HEIGHT = 0.44; // em
/** Range of an accent's rise above its letter: from the x-height to the height of an ascender. */
const RISE = { least: -0.12, most: 0.75 }; // em

function lettersUnder(accent: Item, items: readonly Item[]): Item[] {
  const middle = middleOf(accent);
  const candidates = items.filter((item) => {
    if (item === accent || accentOf(textOf(item)) !== undefined || item.node.kind === 'row') return false;
    if (/^[⏞⏟]$/.test(textOf(item))) return false;
    const rise = (item.baseline - accent.baseline) / accent.size;
    return rise > RISE.least && rise < RISE.most && item.size > LETTER_SIZE * accent.size;
  });
  if (isWideAccent(accent)) return printUnder(accent, candidates, items);
  const reach = 0.3 * accent.size;
  const off = (item: Item) =>
    Math.abs(middleOf(item) - middle) + Math.abs(liftOf(item) - (item.baseline - accent.baseline));
  const nearest = candidates
    .filter((item) => middle > item.left - reach && middle < item.right + reach)
    .toSorted((a, b) => off(a) - off(b))[0];
  return nearest ? [nearest] : [];
}

/**
 * Returns the distance by which TeX raises an accent above this letter: the letter's height minus the x-height
 * (appendix G, rule 12).
 */
function liftOf(item: Item): number {
  return Math.max(0, item.baseline - item.top - X_HEIGHT * item.size);
}
