import type { PlacedGlyph } from '../formulas/glyph-box.ts';
import { classOf } from '../formulas/signs.ts';
import { isSurelyThin, spaceOf, STRETCHED_GAP } from './upright-parts.ts';

/** A piece of a line: a run of one font, or a word of it. */
export interface Piece {
  readonly text: string;
  readonly math: string;
  /** `_` or `^`. */
  readonly script: string | undefined;
  readonly isMath: boolean;
  readonly joinsMath: boolean;
  readonly spaceBefore: boolean;
  /** The space before it, sizes. */
  readonly gap: number;
  /** Whether its font is one of the text. TeX takes commas of formulas from the font of their letters. */
  readonly isText: boolean;
  /** Undefined if they are not known one by one. */
  readonly glyphs: readonly PlacedGlyph[] | undefined;
}

/** Divides the glyphs of a text after so many of its letters; undefined if a glyph prints letters of both parts. */
export function splitGlyphs(
  glyphs: readonly PlacedGlyph[] | undefined,
  letters: number,
): readonly [before: readonly PlacedGlyph[] | undefined, after: readonly PlacedGlyph[] | undefined] {
  let count = 0;
  const at = glyphs?.findIndex((glyph) => (count += glyph.sign.length) >= letters) ?? -1;
  return count === letters && glyphs ? [glyphs.slice(0, at + 1), glyphs.slice(at + 1)] : [undefined, undefined];
}

/** Text that belongs to a formula if it is between two of its parts. */
export const BETWEEN = /^[\d\s.,;+\-−–±×=<>≤≥≈∼≃/*()[\]|:!]+$/;
const WHOLE_NUMBER = /^[+−-]?\d+(?: \d{3})*(?:[.,]\d+)*$/;
/** Signs of one operand, of none, or of words. */
const ALONE = /[*∗∘•∙†‡◯⋆:|∣]/;
const NUMBER = /^[+−-]?\d+(?: \d{3})*(?:[.,]\d+)*%?/;
/** A word as one side of a relation; what follows it in brackets is its argument. */
const NAME = /^[A-Za-z]{1,12}(?=$|[([.,;:)\]])/;
const ARGUMENT_GAP = 0.12; // sizes
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
/** TeX's space around an operator shrinks to nothing; that of the text does not. */
const OPERATOR_GAP = 0.2; // sizes
/** The largest space of an operator in a stretched line, and how much the spaces on its sides differ at most. */
const OPERATOR_SPACE = 0.36; // sizes
const UNEVEN = 0.1; // sizes
/** A formula is closed by a bracket that is at most this many pieces away. */
const CLOSED_WITHIN = 8;

// Commands for characters with a meaning in TeX.
const IN_FORMULA: Readonly<Record<string, string>> = { '\\': '\\backslash ', '~': '{\\sim}', '^': '{\\wedge}' };
const TEX_SPECIAL = /[\\{}#%&~^_$]/g;

/** Escapes characters that would end or change a formula. KaTeX reads letters and symbols as they are. */
export function escapeTex(text: string): string {
  return text.replace(TEX_SPECIAL, (sign) => IN_FORMULA[sign] ?? `\\${sign}`);
}

/** The end (exclusive) of the formula that begins at `start`; `start` itself if there is none. */
export function endOfFormula(pieces: Piece[], start: number): number {
  if (!beginsFormula(pieces, start)) return start;
  let end = start + 1;
  for (;;) {
    const whole = balanced(pieces, start, withArgument(pieces, completed(pieces, start, lastPart(pieces, start, end))));
    // What closed a bracket may be followed by more of the formula.
    if (whole <= end) return whole;
    end = whole;
  }
}

/** The place after the last part of a formula that goes on without a word or a comma of the text. */
function lastPart(pieces: readonly Piece[], start: number, from: number): number {
  let end = from;
  let depth = pieces.slice(start, from).reduce(depthAfter, 0);
  for (let i = from; i < pieces.length; i++) {
    const piece = pieces[i] as Piece;
    if (depth <= 0 && piece.spaceBefore && (isTextComma(pieces[i - 1]) || isBracketOfText(pieces, i))) break;
    if (piece.isMath) end = i + 1;
    else if (!piece.joinsMath) break;
    depth = depthAfter(depth, piece);
  }
  return end;
}

function beginsFormula(pieces: readonly Piece[], start: number): boolean {
  const [piece, next] = [pieces[start], pieces[start + 1]];
  if (!piece || piece.isMath) return piece !== undefined;
  // Digits, signs or a letter directly before a script belong to it: 10^5, H_2.
  const isAttached = next?.isMath === true && !next.spaceBefore && piece.joinsMath && !/^[.,;:]$/.test(piece.text);
  return (
    isAttached ||
    isOperand(piece, next) ||
    isFactor(piece, next) ||
    opensTuple(pieces, start) ||
    opensSum(pieces, start) ||
    (isSign(piece, next) && beginsFormula(pieces, start + 1))
  );
}

/** The sign of a number, in another font than the number. */
function isSign(piece: Piece, next: Piece | undefined): boolean {
  return /^[+−]$/.test(piece.text) && next?.spaceBefore === false && WHOLE_NUMBER.test(next.text);
}

/** A number a thin space before a letter of formulas: `8\,M_\odot`. No justified line shrinks its spaces to one. */
function isFactor(piece: Piece, next: Piece | undefined): boolean {
  return next?.isMath === true && !next.script && isSurelyThin(next.gap) && WHOLE_NUMBER.test(piece.text);
}

/** A comma of the text separates formulas: `$Y_0$, $Z_0$`. */
function isTextComma(piece: Piece | undefined): boolean {
  return piece?.isText === true && /[,;]$/.test(piece.text);
}

/** A bracket of the text is a space away from a formula that could end there. */
function isBracketOfText(pieces: readonly Piece[], i: number): boolean {
  const [before, piece] = [pieces[i - 1], pieces[i]];
  if (!before || piece?.isText !== true || !/^[([]/.test(piece.text)) return false;
  const isInFraction = piece.glyphs?.[0]?.bars !== undefined;
  if (isInFraction) return false;
  const base = pieces.slice(0, i).findLast(({ script }) => script === undefined);
  const isOpenEnd = /^(?:rel|bin|open|op|punct)$/.test(classOf(base?.text.slice(-1) ?? ''));
  const afterLine = gapAfterFraction(before, piece);
  if (isOpenEnd) return false;
  if (afterLine !== undefined) return afterLine > AFTER_FRACTION;
  return piece.gap - spaceOf(before) > (before.isText ? TEXT_SPACE.upright : TEXT_SPACE.slanted);
}

/** From the line of the fraction that ends before the piece, sizes. */
function gapAfterFraction(before: Piece, piece: Piece): number | undefined {
  const [bars, next] = [before.glyphs?.at(-1)?.bars, piece.glyphs?.[0]];
  if (!bars || bars.length === 0 || !next) return undefined;
  return (next.left - Math.max(...bars.map(({ right }) => right))) / next.size;
}

function depthAfter(depth: number, piece: Piece | undefined): number {
  let after = depth;
  for (const sign of piece?.text ?? '') after += OPENING.includes(sign) ? 1 : CLOSING.includes(sign) ? -1 : 0;
  return after;
}

/** A number before an operator with which a formula would begin: `770 ± 40`. */
function isOperand(piece: Piece | undefined, next: Piece | undefined): boolean {
  return (
    piece !== undefined &&
    next?.isMath === true &&
    !next.script &&
    WHOLE_NUMBER.test(piece.text) &&
    isOpen(next.text.slice(0, 1)) &&
    !/^[+−–-]/.test(next.text)
  );
}

/**
 * A bracket directly before the number with which a formula begins: `(66.1, …)` and `[0, …)`, whose point or comma is one of
 * formulas, and `(3.2 ± 0.4)`.
 */
function opensTuple(pieces: readonly Piece[], start: number): boolean {
  const [bracket, number, next] = [pieces[start], pieces[start + 1], pieces[start + 2]];
  if (!bracket || !number || !next || number.spaceBefore || !/^[([]$/.test(bracket.text)) return false;
  if (isOperand(number, next)) return true;
  const isOfFormula = next.isMath || (!next.isText && next.text === ',');
  return isOfFormula && !next.spaceBefore && !next.script && /^[−-]?\d+$/.test(number.text);
}

/**
 * A bracket with a number and an operator of the text's font, directly before the next part of a formula: `(1 + z)`. The space
 * of an operator is alike on both sides, and smaller than one of the text.
 */
function opensSum(pieces: readonly Piece[], start: number): boolean {
  const [bracket, number, operator, next] = pieces.slice(start, start + 4);
  if (!bracket || !number || !operator || !next || number.spaceBefore || !/^[([]$/.test(bracket.text)) return false;
  const isSum = WHOLE_NUMBER.test(number.text) && /^[+−–-]$/.test(operator.text) && next.isMath && !next.script;
  return isSum && operator.gap < OPERATOR_SPACE && Math.abs(operator.gap - next.gap) < UNEVEN;
}

/** Whether the sign needs something on both sides. */
function isOpen(sign: string): boolean {
  return ['rel', 'bin'].includes(classOf(sign)) && !ALONE.test(sign);
}

/** A formula that ends at a relation, or before one, goes on to the number on its other side. */
function completed(pieces: Piece[], start: number, end: number): number {
  const [last, next, after] = [pieces[end - 1], pieces[end], pieces[end + 1]];
  if (!last || !next) return end;
  const other = last.script ? undefined : otherSide(pieces, end, end - start > 1 || last.text.length > 1);
  if (other !== undefined) return other;
  if (isSignedNumber(next)) return takeStart(pieces, end, NUMBER);
  const isBefore = next.text.length === 1 && isOpen(next.text);
  return isBefore && after && NUMBER.test(after.text) ? takeStart(pieces, end + 1, NUMBER) : end;
}

/** The place after the other side of the relation or operator at the end of a formula; undefined if there is none. */
function otherSide(pieces: Piece[], end: number, hasLeftSide: boolean): number | undefined {
  const [last, next] = [pieces[end - 1] as Piece, pieces[end] as Piece];
  const isRelation = isOpen(last.text.slice(-1));
  if ((isRelation || last.text.endsWith('/')) && NUMBER.test(next.text)) return takeStart(pieces, end, NUMBER);
  if (isRelation && /^[[(]/.test(next.text)) return afterTuple(pieces, end);
  return hasLeftSide && isNameAfter(last, next) ? takeStart(pieces, end, NAME) : undefined;
}

/** A word after a relation is its other side: `g \circ f = \mathrm{id}`, `X \sim \mathrm{Bern}(p)`. */
function isNameAfter(last: Piece, next: Piece): boolean {
  const isRelation = classOf(last.text.slice(-1)) === 'rel' && isOpen(last.text.slice(-1));
  return isRelation && next.isText && next.gap < STRETCHED_GAP && NAME.test(next.text);
}

/** The place after brackets directly after a formula, which say what it is a function of: `O(1)`, `f(\mathbf x)`. */
function withArgument(pieces: readonly Piece[], end: number): number {
  const [last, next] = [pieces[end - 1], pieces[end]];
  if (last?.isMath !== true || !next || next.spaceBefore || next.gap > ARGUMENT_GAP || !next.text.startsWith('('))
    return end;
  const open: number[] = [];
  for (let i = end; i < Math.min(pieces.length, end + CLOSED_WITHIN) && canJoin(pieces, i); i++) {
    if (!nest(open, i, pieces[i]?.text ?? '')) return end;
    if (open.length === 0) return i + 1;
  }
  return end;
}

/** Whether an operator and a number follow directly. */
function isSignedNumber(next: Piece): boolean {
  return next.joinsMath && next.gap < OPERATOR_GAP && /^[+−]\d/.test(next.text);
}

/** The place after an interval or tuple of numbers at the end of a formula, such as `[0, 1)`. */
function afterTuple(pieces: readonly Piece[], at: number): number {
  for (let i = at; i < Math.min(pieces.length, at + CLOSED_WITHIN); i++) {
    const text = pieces[i]?.text ?? '';
    if (!/^[[(]?[+−-]?[\d., −-]*[\])]?$/.test(text)) return at;
    if (/[\])]$/.test(text)) return i + 1;
  }
  return at;
}

/** Makes the number or name at the start of a piece a piece of its own, and returns the place after it. */
function takeStart(pieces: Piece[], at: number, pattern: RegExp): number {
  const piece = pieces[at] as Piece;
  const first = pattern.exec(piece.text)?.[0] ?? '';
  const rest = piece.text.slice(first.length);
  const [own, others] = splitGlyphs(piece.glyphs, first.replaceAll(' ', '').length);
  const math = pattern === NAME ? `\\mathrm{${first}}` : escapeTex(first).replaceAll(' ', '\\,');
  const parts: Piece[] = [{ ...piece, text: first, math, isMath: true, glyphs: own }];
  if (rest !== '')
    parts.push({
      ...piece,
      text: rest,
      math: escapeTex(rest),
      spaceBefore: false,
      gap: 0,
      joinsMath: BETWEEN.test(rest),
      glyphs: others,
    });
  pieces.splice(at, 1, ...parts);
  return at + 1;
}

/** Extends a formula to the bracket that closes it, or ends it before one that belongs to the text. */
function balanced(pieces: readonly Piece[], start: number, end: number): number {
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
function canJoin(pieces: readonly Piece[], i: number): boolean {
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
function nest(open: number[], at: number, text: string): boolean {
  for (const sign of text) {
    if (sign === '(' || sign === '[' || sign === '⟨') open.push(at);
    else if ((sign === ')' || sign === ']' || sign === '⟩') && open.pop() === undefined) return false;
  }
  return true;
}
