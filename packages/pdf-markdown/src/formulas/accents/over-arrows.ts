import { closeRow, middleOf, replace, textOf } from '../items.ts';
import type { Item, Node } from '../node.ts';
import { signOf } from '../../tex/signs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { LETTER_SIZE } from './wide-accents.ts';

const PIECE = /^[−→←]$/;
const LEVEL = 0.03; // em
const JOINED = 0.05; // em
const ON_LINE = 0.2; // em
const BESIDE = 0.6; // em
/** Distance from the baseline of the letters up to the arrow: the height of a letter plus the space below an arrow. */
const RISE = { least: 0.35, most: 1.1 }; // em
/** LaTeX makes the arrow as wide as the letters with their italic correction, but never shorter than a plain arrow. */
const SPARE = 0.3; // em
const SHORTEST = 1.05; // em
const CENTRED = 0.1; // em

/**
 * Puts horizontal arrows over the letters they span (`\overrightarrow`). LaTeX composes these arrows from minus signs
 * and an arrow.
 */
export function joinArrows(items: readonly Item[]): Item[] {
  const pieces = items.filter((item) => PIECE.test(textOf(item))).toSorted((a, b) => middleOf(a) - middleOf(b));
  if (!pieces.some((item) => textOf(item) !== '−')) return [...items];
  let result = [...items];
  for (const first of pieces) {
    if (!result.includes(first)) continue;
    const chain = chainFrom(first, pieces);
    const command = commandOf(chain);
    const left = Math.min(...chain.map((piece) => piece.left));
    const right = Math.max(...chain.map((piece) => piece.right));
    if (command === undefined) continue;
    const of = isOfRow(chain, right, items) ? [] : lettersBelow(first, left, right, result);
    const [main] = of;
    if (!main || !isSpanned(of, { left, right }, chain)) {
      if (chain.length > 2) result = replace(result, new Set(chain), longArrow(chain, command, right));
      continue;
    }
    const node: Node = { kind: 'accent', command, of: of.length === 1 ? main.node : closeRow(of) };
    const on: Item = { ...main, node, right: Math.max(...of.map((item) => item.right)), top: first.top };
    const taken = new Set([...chain, ...of]);
    result = result.flatMap((item) => (item === main ? [on] : taken.has(item) ? [] : [item]));
  }
  return result;
}

/**
 * Signs for arrows that consist of more than two pieces and span no letters. TeX makes these arrows as long as their
 * notes.
 */
const LONG_ARROWS: Readonly<Record<string, string>> = {
  '\\overrightarrow': '⟶',
  '\\overleftarrow': '⟵',
  '\\overleftrightarrow': '⟷',
};

function longArrow(chain: readonly Item[], command: string, right: number): Item {
  const [first] = chain as [Item, ...Item[]];
  return { ...first, node: { kind: 'sign', text: LONG_ARROWS[command] ?? '⟶', alphabet: 'roman' }, right };
}

/** Returns whether the arrow is as long as the letters, or has the minimum length and is centred on them. */
function isSpanned(
  of: readonly Item[],
  { left, right }: Pick<Item, 'left' | 'right'>,
  chain: readonly Item[],
): boolean {
  const size = chain[0]?.size ?? 0;
  const box = { left: Math.min(...of.map((item) => item.left)), right: Math.max(...of.map((item) => item.right)) };
  if (Math.abs(right - left - (box.right - box.left)) <= SPARE * size) return true;
  const isShortest = chain.length > 1 && right - left < SHORTEST * size && box.right - box.left < right - left;
  return isShortest && Math.abs(middleOf(box) - (left + right) / 2) < CENTRED * size;
}

/** Returns the pieces on one line in which each piece overlaps the previous piece. */
function chainFrom(first: Item, pieces: readonly Item[]): Item[] {
  const chain = [first];
  let { right } = first;
  for (const piece of pieces.slice(pieces.indexOf(first) + 1)) {
    const isLevel = Math.abs(piece.baseline - first.baseline) < LEVEL * first.size;
    if (!isLevel || piece.left - right > JOINED * first.size) continue;
    chain.push(piece);
    right = Math.max(right, piece.right);
  }
  return chain;
}

function commandOf(chain: readonly Item[]): string | undefined {
  const [head, foot] = [textOf(chain.at(-1)) === '→', textOf(chain[0]) === '←'];
  if (head && foot) return '\\overleftrightarrow';
  if (head) return '\\overrightarrow';
  return foot ? '\\overleftarrow' : undefined;
}

/** Returns whether other print adjoins the arrow on its line, as the operands of a relation do. */
function isOfRow(chain: readonly Item[], right: number, items: readonly Item[]): boolean {
  const [first] = chain as [Item, ...Item[]];
  return items.some((item) => {
    const isLevel =
      Math.abs(item.baseline - first.baseline) < ON_LINE * first.size && item.size > LETTER_SIZE * first.size;
    const gap = Math.max(item.left - right, first.left - item.right);
    return isLevel && gap < BESIDE * first.size && !PIECE.test(textOf(item));
  });
}

/** Returns the full-size letters on one line under the arrow, from left to right. */
function lettersBelow(arrow: Item, left: number, right: number, items: readonly Item[]): Item[] {
  const below = items
    .filter((item) => {
      const rise = (item.baseline - arrow.baseline) / arrow.size;
      const isUnder = middleOf(item) > left && middleOf(item) < right;
      return isUnder && rise > RISE.least && rise < RISE.most && item.size > LETTER_SIZE * arrow.size && !item.centred;
    })
    .toSorted((a, b) => a.left - b.left);
  return below.filter((item) => Math.abs(item.baseline - (below[0]?.baseline ?? 0)) < LEVEL * arrow.size);
}

/** Small signs that authors put over a letter with `\overset`, e.g. for tensors. */
const OVERSET = /^[↔→←∘]$/;
/**
 * Distance in em of the letter between the two baselines: the letter's height plus the space below an operator's upper
 * limit.
 */
const SET_RISE = { least: 0.6, most: 1.4 };
const SET_CENTRED = 0.16; // em of the letter

/** Puts each small arrow or circle over the letter on which it is centred. */
export function putArrowsOver(items: readonly Item[]): Item[] {
  let result = [...items];
  for (const sign of items.filter((item) => OVERSET.test(textOf(item)))) {
    const letter = isAlone(sign, result) ? result.find((item) => isSetOver(sign, item)) : undefined;
    const tex = signOf(textOf(sign))?.tex;
    if (!letter || tex === undefined) continue;
    const node: Node = { kind: 'accent', command: `\\overset{${tex}}`, of: letter.node };
    result = replace(result, new Set([sign, letter]), { ...letter, node, top: sign.top });
  }
  return result;
}

/** Returns whether no print adjoins a sign. Signs in limits and scripts have adjoining print. */
function isAlone(sign: Item, items: readonly Item[]): boolean {
  return !items.some((item) => {
    const isLevel =
      Math.abs(item.baseline - sign.baseline) < ON_LINE * sign.size && item.size < sign.size / SCRIPT_SIZE;
    return item !== sign && isLevel && Math.max(item.left - sign.right, sign.left - item.right) < BESIDE * sign.size;
  });
}

function isSetOver(sign: Item, letter: Item): boolean {
  const rise = (letter.baseline - sign.baseline) / letter.size;
  const isLetter = letter.node.kind === 'sign' && /^\p{L}$/u.test(letter.node.text) && !letter.centred;
  if (!isLetter || sign.size > SCRIPT_SIZE * letter.size || rise < SET_RISE.least || rise > SET_RISE.most) return false;
  return Math.abs(middleOf(sign) - middleOf(letter)) < SET_CENTRED * letter.size;
}

/** Minimum length in em by which an arrow over several letters extends beyond the first letter. */
const NEXT_LETTER = 0.15;
/**
 * Maximum distance between the middles of an arrow and its letters, as a share of the distance between the middles of
 * the arrow and the first letter. The arrow over a single narrow letter is also off-centre, because the letter is
 * slanted.
 */
const OFF_MIDDLE = 0.6;

/**
 * Extends a letter's arrow over the following letters up to the printed end of the arrow. Some fonts have such arrows
 * as accents.
 */
export function extendArrows(items: readonly Item[]): Item[] {
  let result = [...items];
  for (const first of items) {
    const { node, arrow } = first;
    if (node.kind !== 'accent' || !arrow || arrow.right < first.right + NEXT_LETTER * first.size) continue;
    const after = items.filter((item) => isUnderEnd(item, first, arrow.right)).toSorted((a, b) => a.left - b.left);
    const end = Math.max(first.right, ...after.map((item) => item.right));
    const off = (right: number) => Math.abs(middleOf({ left: first.left, right }) - middleOf(arrow));
    if (after.length === 0 || off(end) > OFF_MIDDLE * off(first.right)) continue;
    const letters = closeRow([{ ...first, node: node.of }, ...after]);
    const command = node.command === '\\overleftarrow' ? node.command : '\\overrightarrow';
    const on: Item = { ...first, node: { kind: 'accent', command, of: letters }, right: end };
    result = replace(result, new Set([first, ...after]), on);
  }
  return result;
}

/** Returns whether this letter follows the first letter on its line and the arrow ends beyond this letter's middle. */
function isUnderEnd(item: Item, first: Item, end: number): boolean {
  const isLetter = item.node.kind === 'sign' && /^[\p{L}\p{N}]/u.test(item.node.text);
  const isLevel = Math.abs(item.baseline - first.baseline) < LEVEL * first.size;
  return isLetter && isLevel && item.left > first.left && middleOf(item) < end;
}
