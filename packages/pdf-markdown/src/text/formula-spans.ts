import { classOf } from '../tex/signs.ts';
import { balanced, canJoin, CLOSED_WITHIN, depthAfter, isBracketOfText, nest } from './formula-brackets.ts';
import { splitGlyphs, type Piece } from './piece.ts';
import { isSurelyThin, STRETCHED_GAP } from './upright-parts.ts';
import { BESIDE_FRACTION } from '../tex/tex-metrics.ts';

/** Text that belongs to a formula if it is between two parts of the formula. */
export const BETWEEN = /^[\d\s.,;+\-−–±×=<>≤≥≈∼≃/*()[\]|:!]+$/;
const WHOLE_NUMBER = /^[+−-]?\d+(?: \d{3})*(?:[.,]\d+)*$/;
/** Signs with at most one operand, and signs that text also uses. */
const ALONE = /[*∗∘•∙†‡◯⋆:|∣]/;
const NUMBER = /^[+−-]?\d+(?: \d{3})*(?:[.,]\d+)*%?/;
/** A word that is one side of a relation. Brackets after the word contain its argument. */
const NAME = /^(?:arg m(?:in|ax)|lim (?:inf|sup)|[A-Za-z]{1,12})(?=$|[([.,;:)\]])/;
/** The number of an equation. It is not an argument. */
const REFERENCE = /^\(\d{2,3}\)/;
/** A divisor after a slash in the text font. */
const DIVISOR = /^\/\d+/;
const FACTORIAL = /^!+/;
/** Operators after which no word of the text follows. */
const OF_SETS = /[∩∪∖⊗⊕⊔∘⋉⋊∧∨⊎]/;
const NAME_GAP = 0.3; // em
const TIGHT = 0.05; // em
const ARGUMENT_GAP = 0.12; // em
/** Maximum space that TeX adds after slanted capitals. */
const MOST_SLANT = 0.15; // em
/** Italic correction of V. It is the largest correction of a formula letter. */
const LARGEST_CORRECTION = 0.23; // em
/** TeX's space around an operator may shrink to zero. A text space does not. */
const OPERATOR_GAP = 0.2; // em
/**
 * `OPERATOR_SPACE` is the maximum operator space in a stretched line. `UNEVEN` is the maximum difference between the
 * spaces on both sides.
 */
const OPERATOR_SPACE = 0.36; // em
const UNEVEN = 0.1;

// Commands for characters that have a meaning in TeX.
const IN_FORMULA: Readonly<Record<string, string>> = { '\\': '\\backslash ', '~': '{\\sim}', '^': '{\\wedge}' };
const TEX_SPECIAL = /[\\{}#%&~^_$]/g;

/** Escapes characters that would end or change a formula. KaTeX accepts letters and symbols without escapes. */
export function escapeTex(text: string): string {
  return text.replace(TEX_SPECIAL, (sign) => IN_FORMULA[sign] ?? `\\${sign}`);
}

/** Returns the end (exclusive) of the formula that begins at `start`, or `start` if no formula begins there. */
export function endOfFormula(pieces: Piece[], start: number): number {
  if (!beginsFormula(pieces, start)) return start;
  let end = start + 1;
  for (;;) {
    const parts = withFactorial(
      pieces,
      withModulus(pieces, withDivisor(pieces, completed(pieces, start, lastPart(pieces, start, end)))),
    );
    const whole = withSet(pieces, start, balanced(pieces, start, withArgument(pieces, parts)));
    // The formula may continue after the closing bracket.
    if (whole <= end) return whole;
    end = whole;
  }
}

/** Returns the position after the last part of a formula. No word or text comma is between the parts. */
function lastPart(pieces: readonly Piece[], start: number, from: number): number {
  let end = from;
  let depth = pieces.slice(start, from).reduce(depthAfter, 0);
  for (let i = from; i < pieces.length; i++) {
    const piece = pieces[i] as Piece;
    if (depth <= 0 && piece.spaceBefore && (isAfterTextComma(pieces, i) || isBracketOfText(pieces, i))) break;
    if (piece.isMath) end = i + 1;
    else if (!piece.joinsMath) break;
    depth = depthAfter(depth, piece);
  }
  return end;
}

function beginsFormula(pieces: readonly Piece[], start: number): boolean {
  const [piece, next] = [pieces[start], pieces[start + 1]];
  if (!piece || piece.isMath) return piece !== undefined;
  // Digits, signs or a letter directly before a script belong to the script: 10^5, H_2.
  const isAttached = next?.isMath === true && !next.spaceBefore && piece.joinsMath && !/^[.,;:]$/.test(piece.text);
  return (
    isAttached ||
    isOperand(piece, next) ||
    isFactor(piece, next) ||
    opensNumbers(pieces, start) ||
    (isSign(piece, next) && beginsFormula(pieces, start + 1))
  );
}

/** Returns whether a formula begins with numbers in the text font. A bracket may precede the numbers. */
function opensNumbers(pieces: readonly Piece[], start: number): boolean {
  const [first, second, third, fourth] = pieces.slice(start, start + 4);
  return (
    opensTuple(pieces, start) ||
    opensRelation([first, second, third]) ||
    opensSum([first, second, third]) ||
    opensBracketedSum([first, second, third, fourth])
  );
}

/** Returns whether this is the sign of a number, in another font than the number. */
function isSign(piece: Piece, next: Piece | undefined): boolean {
  return /^[+−]$/.test(piece.text) && next?.spaceBefore === false && WHOLE_NUMBER.test(next.text);
}

/**
 * Returns whether this is a number before a formula letter with a thin space between them: `8\,M_\odot`. Spaces in
 * justified text never shrink that far.
 */
function isFactor(piece: Piece, next: Piece | undefined): boolean {
  return next?.isMath === true && !next.script && isSurelyThin(next.gap) && WHOLE_NUMBER.test(piece.text);
}

/**
 * Returns whether the piece follows a text comma. Text commas separate formulas: `$Y_0$, $Z_0$`. A thin space follows a
 * comma within a formula.
 */
function isAfterTextComma(pieces: readonly Piece[], i: number): boolean {
  const [comma, next] = [pieces[i - 1], pieces[i]];
  return comma?.isText === true && /[,;]$/.test(comma.text) && !isSurelyThin(next?.gap ?? 0);
}

/** Returns whether this is a number before an operator with which a formula would otherwise begin: `770 ± 40`. */
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
 * Returns whether a bracket directly precedes the number at the start of a formula. Examples are `(66.1, …)` and `[0,
 * …)` with the point or comma in a formula font, and `(3.2 ± 0.4)`.
 */
function opensTuple(pieces: readonly Piece[], start: number): boolean {
  const [bracket, number, next] = [pieces[start], pieces[start + 1], pieces[start + 2]];
  if (!bracket || !number || !next || number.spaceBefore || !/^[([]$/.test(bracket.text)) return false;
  if (isOperand(number, next)) return true;
  return endsEntry(number, next);
}

/**
 * Returns whether this number ends at a comma of a formula. If the comma is in the text font, a thin space must follow
 * the comma.
 */
function endsEntry(number: Piece, next: Piece): boolean {
  if (/^[−-]?\d+,$/.test(number.text)) return next.isMath && !next.script && isSurelyThin(next.gap);
  const isOfFormula = next.isMath || (!next.isText && next.text === ',');
  return isOfFormula && !next.spaceBefore && !next.script && /^[−-]?\d+$/.test(number.text);
}

/** Returns whether a bracket and a sum follow each other directly: `(1 + z)`. */
function opensBracketedSum([bracket, ...sum]: readonly (Piece | undefined)[]): boolean {
  return bracket !== undefined && /^[([]$/.test(bracket.text) && sum[0]?.spaceBefore === false && opensSum(sum);
}

/**
 * Returns whether a number and an operator in the text font begin a sum before the next part of a formula: `1 + z`. The
 * spaces on both sides of the operator are equal, and smaller than a text space.
 */
function opensSum([number, operator, next]: readonly (Piece | undefined)[]): boolean {
  if (!number || !operator || !next) return false;
  const isSum = WHOLE_NUMBER.test(number.text) && /^[+−–-]$/.test(operator.text) && next.isMath && !next.script;
  // TeX inserts extra space before a fraction bar.
  const gap = next.glyphs?.[0]?.bars ? next.gap - BESIDE_FRACTION : next.gap;
  return isSum && operator.gap < OPERATOR_SPACE && Math.abs(operator.gap - gap) < UNEVEN;
}

/** Returns whether a number is the left side of a relation in the text font: `0 = t_0`. */
function opensRelation([number, relation, next]: readonly (Piece | undefined)[]): boolean {
  if (!number || !relation || !next || !WHOLE_NUMBER.test(number.text)) return false;
  return /^[=<>]$/.test(relation.text) && relation.gap < STRETCHED_GAP && next.isMath && !next.script;
}

/** Returns whether the sign needs an operand on both sides. */
function isOpen(sign: string): boolean {
  return ['rel', 'bin'].includes(classOf(sign)) && !ALONE.test(sign);
}

/** Extends a formula that ends at or before a relation to the number on the other side of the relation. */
function completed(pieces: Piece[], start: number, end: number): number {
  const [last, next, after] = [pieces[end - 1], pieces[end], pieces[end + 1]];
  if (!last || !next) return end;
  const other = last.script ? undefined : otherSide(pieces, end, end - start > 1 || last.text.length > 1);
  if (other !== undefined) return other;
  if (isSignedNumber(next)) return takeStart(pieces, end, NUMBER);
  const isBefore = next.text.length === 1 && isOpen(next.text);
  return isBefore && after && NUMBER.test(after.text) ? takeStart(pieces, end + 1, NUMBER) : end;
}

/**
 * Returns the position after a divisor, or after a colon with space before it at the end of the line. The colon is the
 * relation of a function, as in `f : A → B`. A text colon has no space before it.
 */
function withDivisor(pieces: Piece[], end: number): number {
  const [last, next] = [pieces[end - 1], pieces[end]];
  if (!last || !next) return end;
  if (next.text === ':' && end + 1 === pieces.length && next.gap > OPERATOR_GAP) return end + 1;
  return !last.script && next.gap < TIGHT && DIVISOR.test(next.text) ? takeStart(pieces, end, DIVISOR) : end;
}

/**
 * Returns the position after the closing brace of a set. Words may describe the set: `\{w : M \text{ accepts } w\}`.
 */
function withSet(pieces: readonly Piece[], start: number, end: number): number {
  const isOpen = bracesIn(pieces.slice(start, end)) > 0;
  if (!isOpen) return end;
  for (let i = end; i < Math.min(pieces.length, end + CLOSED_WITHIN); i++)
    if (bracesIn(pieces.slice(start, i + 1)) === 0) return i + 1;
  return end;
}

/** Returns the number of open braces after these pieces. */
function bracesIn(pieces: readonly Piece[]): number {
  let open = 0;
  for (const { text, script } of pieces)
    if (!script) for (const sign of text) open += sign === '{' ? 1 : sign === '}' ? -1 : 0;
  return open;
}

/**
 * Returns the position after an exclamation mark that directly follows a letter, a number or a bracket of the formula.
 */
function withFactorial(pieces: Piece[], end: number): number {
  const [last, next] = [pieces[end - 1], pieces[end]];
  if (!last || !next?.text.startsWith('!') || next.gap > LARGEST_CORRECTION || !/[\p{L}\d)]$/u.test(last.text))
    return end;
  return takeStart(pieces, end, FACTORIAL);
}

/** Returns the position after the modulus of a congruence: `a \equiv b \pmod n`. */
function withModulus(pieces: readonly Piece[], end: number): number {
  const [bracket, word, modulus, close] = pieces.slice(end, end + 4);
  if (bracket?.text !== '(' || word?.text !== 'mod' || !modulus || !close) return end;
  return (modulus.isMath || modulus.joinsMath) && close.text === ')' ? end + 4 : end;
}

/**
 * Returns the position after the other side of the relation or operator at the end of a formula. Returns undefined if
 * there is no other side.
 */
function otherSide(pieces: Piece[], end: number, hasLeftSide: boolean): number | undefined {
  const [last, next] = [pieces[end - 1] as Piece, pieces[end] as Piece];
  const isRelation = isOpen(last.text.slice(-1));
  if ((isRelation || last.text.endsWith('/')) && NUMBER.test(next.text)) return takeStart(pieces, end, NUMBER);
  if (isRelation && /^[[(]/.test(next.text)) return afterTuple(pieces, end);
  return hasLeftSide && isNameAfter(last, next) ? takeStart(pieces, end, NAME) : undefined;
}

/**
 * Returns whether a word is the right side of a relation, or of an operator for sets: `g \circ f = \mathrm{id}`, `N
 * \cap \mathrm{Heis}`.
 */
function isNameAfter(last: Piece, next: Piece): boolean {
  const sign = last.text.slice(-1);
  if (!isOpen(sign) || !next.isText || !NAME.test(next.text)) return false;
  return classOf(sign) === 'rel' ? next.gap < STRETCHED_GAP : OF_SETS.test(sign) && next.gap < NAME_GAP;
}

/** Returns the position after an argument in brackets that directly follows a formula: `O(1)`, `f(\mathbf x)`. */
function withArgument(pieces: readonly Piece[], end: number): number {
  const [last, next] = [pieces[end - 1], pieces[end]];
  if (!last?.isMath || !next || !isArgument(last, next)) return end;
  const open: number[] = [];
  for (let i = end; i < Math.min(pieces.length, end + CLOSED_WITHIN) && canJoin(pieces, i); i++) {
    if (!nest(open, i, pieces[i]?.text ?? '')) return end;
    if (open.length === 0) return i + 1;
  }
  return end;
}

/** Returns whether a bracket is close enough to a letter to enclose the letter's argument. */
function isArgument(last: Piece, next: Piece): boolean {
  if (!next.text.startsWith('(') || (last.script !== undefined && REFERENCE.test(next.text))) return false;
  const isSlanted = /^(?:calligraphic|script)$/.test(last.glyphs?.at(-1)?.alphabet ?? '');
  return isSlanted ? next.gap < ARGUMENT_GAP + MOST_SLANT : !next.spaceBefore && next.gap < ARGUMENT_GAP;
}

/** Returns whether an operator and a number follow directly. */
function isSignedNumber(next: Piece): boolean {
  return next.joinsMath && next.gap < OPERATOR_GAP && /^[+−]\d/.test(next.text);
}

/** Returns the position after an interval or tuple of numbers at the end of a formula, such as `[0, 1)`. */
function afterTuple(pieces: readonly Piece[], at: number): number {
  for (let i = at; i < Math.min(pieces.length, at + CLOSED_WITHIN); i++) {
    const text = pieces[i]?.text ?? '';
    if (!/^[[(]?[+−-]?[\d., −-]*[\])]?$/.test(text)) return at;
    if (/[\])]$/.test(text)) return i + 1;
  }
  return at;
}

/** Splits the number or name at the start of a piece into its own piece. Returns the position after that piece. */
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
