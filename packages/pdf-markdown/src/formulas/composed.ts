import { byLeft, middleOf, textOf } from './items.ts';
import type { Item, Node } from './node.ts';
import { accentOf, wideAccent } from './signs.ts';

/** Signs that TeX composes of two that overlap or touch, from left to right. */
const PAIRS: Readonly<Record<string, string>> = {
  '↦→': '↦',
  '−→': '⟶',
  '←−': '⟵',
  '=⇒': '⟹',
  '⇐=': '⟸',
  '⇐⇒': '⟺',
  '←→': '⟷',
  '↪→': '↪',
  '←↩': '↩',
  '|=': '⊨',
  '▷◁': '⋈',
  '¯h': 'ℏ',
  '\u0304h': 'ℏ',
  '◯c': '©',
  ':=': '≔',
};

/** Signs that TeX composes of two above each other, from above. */
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

/** Joins signs that are printed as several glyphs, and puts accents on their letters. */
export function compose(items: readonly Item[]): Item[] {
  return joinSigns(joinAccents(joinSigns(items.toSorted(byLeft))));
}

function joinSigns(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const last = joined.findLast((other) => Math.abs(other.baseline - item.baseline) < 0.9 * item.size);
    const sign = last && composedSign(last, item);
    if (last && sign) joined[joined.indexOf(last)] = withSign(last, item, sign);
    else joined.push(item);
  }
  return joined;
}

function composedSign(last: Item, item: Item): string | undefined {
  const [before, text] = [textOf(last), textOf(item)];
  if (before === '' || text === '') return undefined;
  const gap = (item.left - last.right) / item.size;
  const isSameLine = Math.abs(item.baseline - last.baseline) < 0.05 * item.size;
  // A slash of no width is printed before what it strikes through.
  if (before === '\u0338' && gap < 0.35) return negated(text);
  if (text === '\u0338' && gap < -0.2) return negated(before);
  if (isSameLine) {
    const pair = PAIRS[before + text];
    return pair !== undefined && gap < (pair === '≔' ? 0.12 : -0.02) ? pair : undefined;
  }
  const isStacked = Math.abs(middleOf(item) - middleOf(last)) < 0.25 * item.size;
  if (!isStacked) return undefined;
  return item.baseline > last.baseline ? STACKS[before + text] : STACKS[text + before];
}

function negated(sign: string): string {
  return NEGATED[sign] ?? `${sign}\u0338`;
}

function withSign(last: Item, item: Item, text: string): Item {
  const isMainLast = last.size >= item.size && textOf(last) !== '\u0338';
  const main = isMainLast && Math.abs(last.baseline - item.baseline) < 0.05 * item.size ? last : item;
  return {
    ...main,
    node: { kind: 'sign', text, alphabet: 'roman' },
    left: Math.min(last.left, item.left),
    right: Math.max(last.right, item.right),
    top: Math.min(last.top, item.top),
    bottom: Math.max(last.bottom, item.bottom),
    baseline: (last.baseline + item.baseline) / 2,
    centred: Math.abs(last.baseline - item.baseline) > 0.05 * item.size,
  };
}

/** An accent belongs to the letter under its middle; a wide one to all letters under it. */
function joinAccents(items: readonly Item[]): Item[] {
  let result = [...items];
  for (const accent of items) {
    const command = accentOf(textOf(accent));
    if (command === undefined) continue;
    const under = lettersUnder(accent, result);
    if (under.length === 0) continue;
    const [first] = under as [Item, ...Item[]];
    const node: Node =
      under.length === 1
        ? first.node
        : { kind: 'row', items: under.map((item) => ({ node: item.node, gap: 0, left: item.left })) };
    const isWide = under.length > 1 || isExtensible(accent);
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

/** Wide accents are set in the extensible font: wider than those of text fonts. */
function isExtensible(accent: Item): boolean {
  return accent.right - accent.left > 0.53 * accent.size && textOf(accent) !== '\u20d7';
}

function lettersUnder(accent: Item, items: readonly Item[]): Item[] {
  const middle = middleOf(accent);
  const candidates = items.filter((item) => {
    if (item === accent || accentOf(textOf(item)) !== undefined || item.node.kind === 'row') return false;
    const rise = (item.baseline - accent.baseline) / accent.size;
    return rise > -0.12 && rise < 0.75 && item.size > 0.8 * accent.size;
  });
  const width = accent.right - accent.left;
  const covered = candidates.filter((item) => middleOf(item) > accent.left && middleOf(item) < accent.right);
  if (width > 0.75 * accent.size && covered.length > 1) return covered.toSorted(byLeft);
  const reach = 0.3 * accent.size;
  const nearest = candidates
    .filter((item) => middle > item.left - reach && middle < item.right + reach)
    .toSorted((a, b) => Math.abs(middleOf(a) - middle) - Math.abs(middleOf(b) - middle))[0];
  return nearest ? [nearest] : [];
}
