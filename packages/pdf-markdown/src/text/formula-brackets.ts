import { classOf } from '../tex/signs.ts';
import { spaceOf, type Piece } from './piece.ts';

const OPENING = '([⟨{';
const CLOSING = ')]⟩}';
/** A unit at the end of brackets, after a thin space. */
const UNIT = /^[A-Za-z]{1,5}$/;
const THIN_SPACE = 0.21; // em
/** A unit in brackets or the exponent of a unit, and the closing bracket after the last unit. */
const OF_UNITS = /^\/?(?:\d+|[A-Za-zµμ⊙]{1,5}|[−-]\d)?(\)?)[.,;:]?$/;
/**
 * Minimum space in em between text and a bracket. A slanted formula letter may overhang the next character by nearly
 * this space.
 */
const TEXT_SPACE = { upright: 0.21, slanted: 0.29 };
/**
 * Minimum distance in em from a fraction bar to the next text bracket. A bracket of the formula is closer: 1.2 points
 * and a thin space.
 */
const AFTER_FRACTION = 0.34;
const SUM = /[+−/×⋅]/;
/** Maximum number of pieces up to the closing bracket of a formula. */
export const CLOSED_WITHIN = 24;

/**
 * Returns whether a bracket belongs to the text. A space separates such a bracket from a formula that could end there.
 */
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

/** Returns the distance in em from the bar of the preceding fraction to the piece. */
function gapAfterFraction(before: Piece, piece: Piece): number | undefined {
  const [bars, next] = [before.glyphs?.at(-1)?.bars, piece.glyphs?.[0]];
  if (!bars || bars.length === 0 || !next) return undefined;
  return (next.left - Math.max(...bars.map(({ right }) => right))) / next.size;
}

/** Returns the number of open brackets after a piece. */
export function depthAfter(depth: number, piece: Piece | undefined): number {
  let after = depth;
  for (const sign of piece?.text ?? '') after += OPENING.includes(sign) ? 1 : CLOSING.includes(sign) ? -1 : 0;
  return after;
}

/** Extends a formula to its closing bracket, or ends the formula before a bracket that belongs to the text. */
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

/** Ends a formula before a separate bracket that has no closing bracket. */
function beforeBracket(pieces: readonly Piece[], at: number | undefined, end: number): number {
  return at !== undefined && at < end && /^[([]+$/.test(pieces[at]?.text ?? '') ? at : end;
}

/**
 * Returns whether a piece may be inside the brackets of a formula. Upright letters must directly follow another piece,
 * or be the unit at the end.
 */
export function canJoin(pieces: readonly Piece[], i: number): boolean {
  const piece = pieces[i];
  if (!piece) return false;
  if (piece.isMath || piece.joinsMath) return true;
  if (!piece.spaceBefore) return /^[A-Za-z]{1,12}$/.test(piece.text);
  const isLast = /^[)\]]/.test(pieces[i + 1]?.text ?? '');
  const isThin = piece.gap - spaceOf(pieces[i - 1]) < THIN_SPACE;
  return UNIT.test(piece.text) && ((isLast && isThin) || areUnits(pieces, i));
}

/**
 * Returns whether only units follow, up to their closing bracket. At least one unit must have an exponent: `km
 * s^{-1})`.
 */
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

/** Minimum number of pieces: two brackets and their contents. */
const FEWEST_PIECES = 3;

/**
 * Returns whether the formula is in round brackets that belong to the text: `($T_\odot$)`. A tuple keeps its brackets.
 */
export function isInTextBrackets(span: readonly Piece[]): boolean {
  const [first, last] = [span[0], span.at(-1)];
  if (span.length < FEWEST_PIECES || !isTextBracket(first) || last?.text !== ')' || last.script) return false;
  let depth = 0;
  for (const [i, piece] of span.entries()) {
    depth = depthAfter(depth, piece);
    if (depth === 0 && i < span.length - 1) return false;
    if (depth === 1 && piece.text.includes(',')) return false;
  }
  return depth === 0 && !isSum(span.slice(1, -1));
}

/** Returns whether a formula is a sum or a quotient without a relation. In brackets, it is part of a formula. */
function isSum(pieces: readonly Piece[]): boolean {
  const signs = pieces.flatMap(({ text, script }, i) => (script || i === 0 ? [] : [text.charAt(0), text.slice(-1)]));
  return signs.some((sign) => SUM.test(sign)) && !signs.some((sign) => classOf(sign) === 'rel');
}

/**
 * Returns whether the piece is a bracket in a text font. Brackets of binomial coefficients belong to the extensible
 * font.
 */
function isTextBracket(piece: Piece | undefined): boolean {
  return piece?.text === '(' && piece.glyphs?.[0]?.extensible === undefined;
}

/** Tracks the brackets of a piece. Returns false at a closing bracket without an opening bracket. */
export function nest(open: number[], at: number, text: string): boolean {
  for (const sign of text) {
    if (sign === '(' || sign === '[' || sign === '⟨') open.push(at);
    else if ((sign === ')' || sign === ']' || sign === '⟩') && open.pop() === undefined) return false;
  }
  return true;
}
