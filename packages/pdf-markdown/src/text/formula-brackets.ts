import { classOf } from '../formulas/signs.ts';
import type { Piece } from './piece.ts';
import { spaceOf } from './upright-parts.ts';

const OPENING = '([⟨{';
const CLOSING = ')]⟩}';
/** A unit at the end of brackets, after a thin space. */
const UNIT = /^[A-Za-z]{1,5}$/;
const THIN_SPACE = 0.21; // sizes
/** A unit in brackets or an exponent of one, and the bracket after the last of them. */
const OF_UNITS = /^\/?(?:\d+|[A-Za-zµμ⊙]{1,5}|[−-]\d)?(\)?)[.,;:]?$/;
/** A space of the text before a bracket. Slanted letters of formulas may overhang what follows them by almost as much. */
const TEXT_SPACE = { upright: 0.21, slanted: 0.29 }; // sizes
/** From the line of a fraction to a bracket of its formula: 1.2 points after the fraction, and a thin space. */
const AFTER_FRACTION = 0.34; // sizes
/** A formula is closed by a bracket that is at most this many pieces away. */
export const CLOSED_WITHIN = 8;

/** A bracket of the text is a space away from a formula that could end there. */
export function isBracketOfText(pieces: readonly Piece[], i: number): boolean {
  const [before, piece] = [pieces[i - 1], pieces[i]];
  if (!before || piece?.isText !== true || !/^[([]/.test(piece.text)) return false;
  const isInFraction = piece.glyphs?.[0]?.bars !== undefined;
  if (isInFraction) return false;
  const base = pieces.slice(0, i).findLast(({ script }) => script === undefined);
  const isOpenEnd = /^(?:rel|bin|open|op|punct)$/.test(classOf(base?.text.slice(-1) ?? ''));
  if (isOpenEnd) return false;
  const afterLine = gapAfterFraction(before, piece);
  if (afterLine !== undefined) return afterLine > AFTER_FRACTION;
  return piece.gap - spaceOf(before) > (before.isText ? TEXT_SPACE.upright : TEXT_SPACE.slanted);
}

/** From the line of the fraction that ends before the piece, sizes. */
function gapAfterFraction(before: Piece, piece: Piece): number | undefined {
  const [bars, next] = [before.glyphs?.at(-1)?.bars, piece.glyphs?.[0]];
  if (!bars || bars.length === 0 || !next) return undefined;
  return (next.left - Math.max(...bars.map(({ right }) => right))) / next.size;
}

/** How many brackets are open after a piece. */
export function depthAfter(depth: number, piece: Piece | undefined): number {
  let after = depth;
  for (const sign of piece?.text ?? '') after += OPENING.includes(sign) ? 1 : CLOSING.includes(sign) ? -1 : 0;
  return after;
}

/** Extends a formula to the bracket that closes it, or ends it before one that belongs to the text. */
export function balanced(pieces: readonly Piece[], start: number, end: number): number {
  const open: number[] = [];
  for (let i = start; i < Math.min(pieces.length, end + CLOSED_WITHIN); i++) {
    const isBeyond = i >= end;
    if (isBeyond && (open.length === 0 || !canJoin(pieces, i))) break;
    if (!nest(open, i, pieces[i]?.text ?? '')) return i > start ? Math.min(i, end) : end;
    if (isBeyond && open.length === 0) return i + 1;
  }
  return beforeBracket(pieces, open[0], end);
}

/** Ends a formula before a bracket by itself that nothing closes. */
function beforeBracket(pieces: readonly Piece[], at: number | undefined, end: number): number {
  return at !== undefined && at < end && /^[([]+$/.test(pieces[at]?.text ?? '') ? at : end;
}

/** Whether a piece may be in brackets of a formula; upright letters only directly after something else, or as the unit at the end. */
export function canJoin(pieces: readonly Piece[], i: number): boolean {
  const piece = pieces[i];
  if (!piece) return false;
  if (piece.isMath || piece.joinsMath) return true;
  if (!piece.spaceBefore) return /^[A-Za-z]{1,3}$/.test(piece.text);
  const isLast = /^[)\]]/.test(pieces[i + 1]?.text ?? '');
  const isThin = piece.gap - spaceOf(pieces[i - 1]) < THIN_SPACE;
  return UNIT.test(piece.text) && ((isLast && isThin) || areUnits(pieces, i));
}

/** Whether units of which one has an exponent follow, up to the bracket that closes them: `km s^{-1})`. */
function areUnits(pieces: readonly Piece[], at: number): boolean {
  let hasExponent = false;
  for (let i = at; i < Math.min(pieces.length, at + CLOSED_WITHIN); i++) {
    const { text, script } = pieces[i] as Piece;
    if (script !== undefined) hasExponent = true;
    const [, bracket] = OF_UNITS.exec(text) ?? [];
    if (bracket === undefined) return false;
    if (bracket !== '') return hasExponent;
  }
  return false;
}

/** Whether the formula from `start` to `end` is in round brackets of the text: `($T_\odot$)`. A tuple keeps its own. */
export function isInTextBrackets(span: readonly Piece[]): boolean {
  const [first, last] = [span[0], span.at(-1)];
  if (span.length < 3 || !isTextBracket(first) || last?.text !== ')' || last.script) return false;
  let depth = 0;
  for (const [i, piece] of span.entries()) {
    depth = depthAfter(depth, piece);
    if (depth === 0 && i < span.length - 1) return false;
    if (depth === 1 && piece.text.includes(',')) return false;
  }
  return depth === 0;
}

/** Those of binomial coefficients are of the extensible font. */
function isTextBracket(piece: Piece | undefined): boolean {
  return piece?.text === '(' && piece.glyphs?.[0]?.extensible === undefined;
}

/** Follows the brackets of a piece. Returns false if one closes that was not opened. */
export function nest(open: number[], at: number, text: string): boolean {
  for (const sign of text) {
    if (sign === '(' || sign === '[' || sign === '⟨') open.push(at);
    else if ((sign === ')' || sign === ']' || sign === '⟩') && open.pop() === undefined) return false;
  }
  return true;
}
