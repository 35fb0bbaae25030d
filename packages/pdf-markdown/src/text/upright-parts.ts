import { spaceOf, type Piece } from './piece.ts';
import type { PlacedRun } from './placed-run.ts';
import { isOperatorName, takesLimits } from '../tex/function-names.ts';
import { classOf } from '../tex/signs.ts';
import { nest } from './formula-brackets.ts';

/** Upright text before a relation: an abundance, a ratio, a named number. */
const NAME = /^(?:[A-Z][a-z]?\/[A-Z][a-z]?\]?|[A-Z][A-Za-z]{1,3})$/;
/** Either side of a ratio such as S/N or [Fe/H] with a slash in a formula font. */
const OF_RATIO = /^[[(]?[A-Z][A-Za-z]{0,2}[\])]?$/;
const RELATION = /^[=<>∝≤≥≪≫≡≲≳]/;
/** Relations that text doesn't use. Any word before such a relation is a name. */
const OF_FORMULAS = /^[≅⊂⊃⊆⊇∈∉≺≻⊢⊨↪↠]/;
/** Molecules, and elements after their mass number. */
const ELEMENTS = /^(?:[A-Z][a-z]?){1,3}$/;
/** A unit after a thin space. */
const UNIT = /^(?:[A-Za-z]{1,5}|Å)$/;
/**
 * Range of a thin space. TeX sets a thin space (3 mu) after functions and between groups of three digits. The space
 * between words is wider.
 */
export const THIN = { least: 0.1, most: 0.21 }; // em
/** Maximum width of a space that is certainly thin. Text spaces in justified lines never shrink to this width. */
const SURELY_THIN = 0.19; // em
/** Maximum space in em around a relation. A stretched word space is wider. */
const RELATION_GAP = 0.36;
/** Maximum space in em around a relation in a stretched line. */
export const STRETCHED_GAP = 0.5;
const TIGHT = 0.05; // em
/** Minimum difference in em between a thin space and the word spaces of its line. */
const NARROWER = 0.04;
const FUNCTION_NAME = /^[A-Za-z]{2,12}$/;
/** A name directly before its bracket, such as the group in `\mathrm{O}(n)`. */
const NAME_BEFORE_BRACKET = /^(?:[A-Z]|[A-Za-z]{2,12})$/;
const MOST_ARGUMENT = 24; // pieces
const ARGUMENT = /^\([A-Z][a-z]?\)$/;

/**
 * Returns whether the run belongs to an adjacent formula. Its first word may be a unit or element of the preceding
 * formula. Its last word may be the left side of the following relation.
 */
export function isPartOfFormula(run: PlacedRun, [before, after]: readonly (PlacedRun | undefined)[]): boolean {
  const [first = '', last = ''] = [run.words[0]?.text, run.words.at(-1)?.text];
  return (
    (before !== undefined && endsFormula(run, first, before)) ||
    (after !== undefined && beginsFormula(run, last, after))
  );
}

function endsFormula(run: PlacedRun, word: string, before: PlacedRun): boolean {
  const gap = gapBetween(before, run);
  if (isSurelyThin(gap) && UNIT.test(word.replace(/[.,;:)]$/, ''))) return true;
  if (before.script === 'sup') return gap < TIGHT && ELEMENTS.test(word);
  return before.font.math && before.text.endsWith('/') && OF_RATIO.test(word);
}

function beginsFormula(run: PlacedRun, word: string, after: PlacedRun): boolean {
  if (word === 'd' && (after.font.math || after.font.italic) && gapBetween(run, after) < TIGHT) return true;
  if (NAME.test(word) && RELATION.test(after.text.trim())) return true;
  return after.font.math && after.text.startsWith('/') && OF_RATIO.test(word);
}

/** Returns whether this is a thin space instead of a shrunk word space. */
export function isSurelyThin(gap: number): boolean {
  return gap > THIN.least && gap < SURELY_THIN;
}

const PART_RULES: readonly ((piece: Piece, around: Around) => boolean)[] = [
  isElement,
  isUnit,
  isModulo,
  isArgument,
  isOfRatio,
  isLeftSide,
  isDifferential,
  isOperatorBefore,
  hasLimit,
];

/**
 * Adds upright letters to the adjacent formula. They are the left side of a relation, an element after its mass number,
 * or a unit.
 */
export function asPart(piece: Piece, pieces: readonly Piece[], i: number): Piece {
  if (piece.isMath || !piece.isText) return piece;
  const around = [pieces[i - 1], pieces[i + 1], pieces[i + 2]] as const;
  return PART_RULES.some((isPart) => isPart(piece, around))
    ? { ...piece, isMath: true, math: `\\mathrm{${piece.math}}` }
    : piece;
}

/**
 * Returns whether a word is an operator because only a thin space separates it from a formula: `Tr g`. The space before
 * the word must be a word space. Justified lines never shrink a word space that far.
 */
function isOperatorBefore(piece: Piece, [before, next]: Around): boolean {
  if (!next || !mayApply(piece, next)) return false;
  const isNarrower = piece.gap - next.gap > NARROWER;
  if (isSurelyThin(next.gap)) return !piece.spaceBefore || isNarrower || isSecondWord(piece, before);
  const isSpace = piece.spaceBefore && before?.isText === true && /\p{L}$/u.test(before.text);
  return isSpace && isNarrower && next.gap > THIN.least && next.gap < THIN.most;
}

/** Returns whether a formula follows a word with at most a thin space between them. */
function mayApply({ text }: Piece, next: Piece): boolean {
  return next.isMath && next.gap <= THIN.most && next.script === undefined && FUNCTION_NAME.test(text);
}

/** Returns whether this is the second word of an operator, with a thin space after the first word: `\arg\min`. */
function isSecondWord({ gap }: Piece, before: Piece | undefined): boolean {
  return isSurelyThin(gap) && isOperatorName(before?.text ?? '');
}

/** Returns whether a formula is above or below a word that takes limits. */
function hasLimit(piece: Piece, [, next]: Around): boolean {
  return next?.isMath === true && next.gap < -TIGHT && !next.script && takesLimits(piece.text);
}

/** Marks a word before a formula in brackets as a function name: `Var(X)`, `\Pr[A]`, `\mathrm{ex}\left(n, H\right)`. */
export function asNamedFunction(piece: Piece, pieces: readonly Piece[], i: number): Piece {
  if (piece.isMath || !piece.isText || !NAME_BEFORE_BRACKET.test(piece.text)) return piece;
  const next = pieces[i + 1];
  if (!next) return piece;
  const isSet = next.isMath && next.text.startsWith('{') && next.gap < TIGHT;
  // TeX inserts a thin space before \left.
  const isNext = !next.spaceBefore || (isSurelyThin(next.gap) && piece.gap - next.gap > NARROWER);
  const isName = isSet || (isNext && /^[([]/.test(next.text) && (isArgumentAt(pieces, i + 1) || isGroup(pieces, i)));
  return isName ? { ...piece, isMath: true, math: `\\mathrm{${piece.text}}` } : piece;
}

/** Returns whether a name with a number in brackets is next to an operator of a formula: `\mathrm{U}(1)\times\mathrm{SU}(2)`. */
function isGroup(pieces: readonly Piece[], i: number): boolean {
  const [before, number, close, after] = [pieces[i - 1], pieces[i + 2], pieces[i + 3], pieces[i + 4]];
  if (!/^\d$/.test(number?.text ?? '') || close?.text !== ')') return false;
  const isOperator = (piece: Piece | undefined, sign: string | undefined) =>
    piece?.isMath === true && !piece.script && /^(?:rel|bin)$/.test(classOf(sign ?? ''));
  return isOperator(before, before?.text.slice(-1)) || isOperator(after, after?.text.charAt(0));
}

/** Returns whether only a formula is between the bracket at `start` and the closing bracket. */
function isArgumentAt(pieces: readonly Piece[], start: number): boolean {
  const inside = pieces.slice(start, start + MOST_ARGUMENT);
  const open: number[] = [];
  const at = inside.findIndex(({ text }, k) => !nest(open, k, text) || open.length === 0);
  const argument = inside.slice(0, Math.max(0, at));
  return argument.every((piece) => piece.isMath || piece.joinsMath) && argument.some((piece) => piece.isMath);
}

type Around = readonly [before: Piece | undefined, next: Piece | undefined, afterNext: Piece | undefined];

function isElement(piece: Piece, [before]: Around): boolean {
  return before?.script === '^' && before.spaceBefore && piece.gap < TIGHT && ELEMENTS.test(piece.text);
}

/** Returns whether this is a unit within a formula. Most authors end the formula before a unit at its end. */
function isUnit(piece: Piece, [before, next]: Around): boolean {
  if (!before || !next || !UNIT.test(piece.text)) return false;
  // A word after a script may be as close as a unit, but has no exponent.
  const isRaised = next.script === '^' && !next.spaceBefore;
  const isBeforeRelation = next.isMath && RELATION.test(next.text);
  if (!isSurelyThin(isRaised || isBeforeRelation ? piece.gap - spaceOf(before) : piece.gap)) return false;
  const goesOn = next.gap < RELATION_GAP && (next.isMath || RELATION.test(next.text));
  return goesOn && (before.isMath || /\d$/.test(before.text));
}

/** Returns whether this is the operator of a congruence: `a \bmod p`. */
function isModulo(piece: Piece, [before, next]: Around): boolean {
  return (
    piece.text === 'mod' && next?.isMath === true && before !== undefined && (before.isMath || /\d$/.test(before.text))
  );
}

/** Returns whether this is the argument of an italic capital: the abundance `$A({\rm Fe})$`. */
function isArgument(piece: Piece, [before, next]: Around): boolean {
  if (!before?.isMath || before.script !== undefined || !next || piece.gap > 2 * TIGHT) return false;
  const isLeft = RELATION.test(next.text) && next.gap < RELATION_GAP;
  return ARGUMENT.test(piece.text) && (isLeft || (next.script !== undefined && !next.spaceBefore));
}

function isOfRatio(piece: Piece, [before, next]: Around): boolean {
  if (!OF_RATIO.test(piece.text)) return false;
  return (isSlash(next) && next.gap < 2 * TIGHT) || (isSlash(before) && piece.gap < 2 * TIGHT);
}

function isSlash(piece: Piece | undefined): piece is Piece {
  return piece?.isMath === true && piece.script === undefined && piece.text.endsWith('/');
}

/** Returns whether this is the upright d of a derivative. It is directly before its variable. */
function isDifferential(piece: Piece, [, next]: Around): boolean {
  return piece.text === 'd' && next?.isMath === true && next.gap < TIGHT && !next.script;
}

function isLeftSide(piece: Piece, [, next, after]: Around): boolean {
  if (!next || next.gap > STRETCHED_GAP) return false;
  const isSans = piece.glyphs?.every(({ alphabet }) => alphabet === 'sans') === true;
  const isName = RELATION.test(next.text) || (isSans && next.isMath) ? NAME.test(piece.text) || isSans : false;
  const isOfFormula = next.isMath && OF_FORMULAS.test(next.text) && FUNCTION_NAME.test(piece.text);
  return (isName || isOfFormula) && after !== undefined && (after.isMath || /^[\d([|−-]/.test(after.text));
}

/** Returns the space in em between two runs. */
export function gapBetween(before: PlacedRun, run: PlacedRun): number {
  return (run.left - before.right) / Math.max(before.size, run.size);
}
