import { enclose } from '../geometry.ts';
import { inkOf, type Alphabet, type PlacedGlyph } from './glyph-box.ts';
import type { Item, Node } from './node.ts';
import { accentOf, classOf, LONG_ARROW } from '../tex/signs.ts';
import { AXIS, ITALIC_CORRECTIONS } from '../tex/tex-metrics.ts';

/** Codes of wide accents in TeX's extensible font. Wide accents are above letters instead of on the axis. */
const WIDE_ACCENTS = { first: 98, last: 103 } as const;

function isWideAccent(code: number): boolean {
  return code >= WIDE_ACCENTS.first && code <= WIDE_ACCENTS.last;
}

/**
 * Returns a glyph as an item. Signs of the extensible font that extend down from the baseline are centred on the axis.
 */
export function glyphItem(glyph: PlacedGlyph): Item {
  const { sign, alphabet, size } = glyph;
  const ink = inkOf(glyph);
  const centred = glyph.extensible !== undefined && !isWideAccent(glyph.extensible);
  return {
    node: signNode(sign, alphabet),
    ...ink,
    baseline: centred ? (ink.top + ink.bottom) / 2 + AXIS * size : glyph.baseline,
    size,
    centred,
    ...(glyph.extent && { isMeasured: true }),
    ...(glyph.arrow && { arrow: glyph.arrow }),
  };
}

/** The h that Euler's fonts strike through with the stroke of the Polish ł. */
const STRUCK_H = 'h\u0337';

/** Returns the node of a letter and of the accents that were printed with the letter as one character. */
function signNode(sign: string, alphabet: Alphabet): Node {
  // Fast path: no ASCII character has an accent.
  if (sign.length === 1 && sign <= '\u007f') return { kind: 'sign', text: sign, alphabet };
  if (sign === STRUCK_H) return { kind: 'sign', text: 'ℏ', alphabet };
  // In words, accented letters are single characters. An arrow is always a formula accent.
  const isOfWord = alphabet === 'roman' && /^\p{Script=Latin}$/u.test(sign.normalize('NFC'));
  const [base = '', ...marks] = isOfWord ? [sign] : withArrow(sign.normalize('NFD'));
  const commands = marks.map(accentOf);
  if (marks.length === 0 || commands.includes(undefined)) return { kind: 'sign', text: sign, alphabet };
  return commands.reduce<Node>((of, command) => ({ kind: 'accent', command: command ?? '', of }), {
    kind: 'sign',
    text: base,
    alphabet,
  });
}

/**
 * Joins the pieces of an arrow over a letter into one mark at the position of the last piece. Some fonts have these
 * pieces as accents.
 */
function withArrow(text: string): readonly string[] {
  const signs = Array.from(text);
  const pieces = signs.filter((sign) => ARROW.test(sign));
  if (pieces.length < 2) return signs;
  const arrow = pieces.at(-1) === '\u20d6' ? '\u20d6' : LONG_ARROW;
  // Another accent may be below or above the arrow.
  return signs.toSpliced(
    signs.findIndex((sign) => ARROW.test(sign)),
    pieces.length,
    arrow,
  );
}

const ARROW = /^[\u20d6\u20d7]$/;

/** Returns a row of adjacent items without spaces between them. */
export function closeRow(items: readonly Pick<Item, 'node' | 'left'>[]): Node {
  return { kind: 'row', items: items.map(({ node, left }) => ({ node, gap: 0, left })) };
}

/** Returns an item made of other items. `axis` is the height of the axis. */
export function centredItem(node: Node, parts: readonly Item[], axis: number): Item {
  const box = enclose(parts) ?? { left: 0, right: 0, top: axis, bottom: axis };
  const size = largestSize(parts);
  return { node, ...box, baseline: axis + AXIS * size, size, centred: true };
}

/** Returns the axis of an item: the height at which adjacent fractions and operators are centred. */
export function axisOf(item: Item): number {
  return item.baseline - AXIS * item.size;
}

/**
 * Returns whether an item is a sign of the extensible font, or an operator of that font with limits. The size of such
 * an item is not meaningful, because the font has only one size.
 */
export function isExtensible({ node, centred }: Item): boolean {
  const isOperator =
    node.kind === 'scripts' && node.limits && (node.base?.kind === 'sign' || node.base?.kind === 'row');
  return centred && (isOperator || node.kind === 'sign');
}

/** Returns the largest font size, ignoring signs of the extensible font. */
export function largestSize(items: readonly Item[]): number {
  // Tall brackets have only one size, even in footnotes.
  const text = items.filter((item) => !isExtensible(item) && item.node.kind !== 'delimiter');
  return Math.max(0, ...(text.length > 0 ? text : items).map((item) => item.size));
}

export function middleOf(item: { readonly left: number; readonly right: number }): number {
  return (item.left + item.right) / 2;
}

/** Returns the height of the middle of an item, in points from the page's upper edge. */
export function middleY(item: { readonly top: number; readonly bottom: number }): number {
  return (item.top + item.bottom) / 2;
}

/** Returns the text of an item that is a single sign, otherwise the empty string. */
export function textOf(item: Item | undefined): string {
  return item?.node.kind === 'sign' ? item.node.text : '';
}

/** Returns whether the item is punctuation of the surrounding sentence. */
export function isStop(item: Item | undefined): boolean {
  return /^[.,;]$/.test(textOf(item));
}

/** Returns the right edge of an item including the italic correction that TeX inserts before a superscript. */
export function endOf({ node, right, size }: Item): number {
  return right + italicCorrection(node) * size;
}

/** Returns the space in em that TeX inserts after a letter without a subscript. */
export function italicCorrection(node: Node): number {
  return node.kind === 'sign' && node.alphabet === 'italic' ? (ITALIC_CORRECTIONS.get(node.text) ?? 0) : 0;
}

/** Returns whether the item is a large operator such as a sum. */
export function isLargeOperator(item: Item): boolean {
  return item.node.kind === 'sign' && classOf(item.node.text) === 'op';
}

export function byLeft(a: Item, b: Item): number {
  return a.left - b.left || a.baseline - b.baseline;
}

export function replace(items: readonly Item[], taken: ReadonlySet<Item>, by: Item): Item[] {
  return [...items.filter((item) => !taken.has(item)), by];
}
