import type { PlacedRun } from './placed-run.ts';
import { allGlyphsOf, glyphsOf } from './run-glyphs.ts';
import { isLined, isVector } from './lone-letters.ts';
import { isProduct } from './italic-products.ts';
import { hasSpace, splitBeside } from './split-words.ts';
import { asNamedFunction, asPart, gapBetween, THIN } from './upright-parts.ts';
import { BETWEEN, escapeTex } from './formula-spans.ts';
import { splitGlyphs, type Piece } from './piece.ts';
import { BESIDE_FRACTION } from '../tex/tex-metrics.ts';
import { FUNCTIONS, isOperatorName } from '../tex/function-names.ts';

/**
 * Formula signs. An h under a bar is included, because no language has this letter. It is the reduced Planck constant
 * in fonts without a sign for the constant.
 */
const MATH_SYMBOLS =
  /[\u0370-\u03ff\u2100-\u214f\u2190-\u22ff\u27e8\u27e9\u2a00-\u2aff±×÷∼≃·∗⋆⊙⊕¬′″]|[\u{1d400}-\u{1d7ff}]|h\u0304|\u20d6|\u20d7/u;
const COMPOSED: Readonly<Record<string, string>> = {
  '<∼': '≲',
  '∼<': '≲',
  '>∼': '≳',
  '∼>': '≳',
  '=.': '≐',
  '=∼': '≅',
  '∼=': '≅',
};
/** Digits and punctuation may also be in math fonts, but without other signs they are not a formula. */
const NEUTRAL = /^[\d.,;:]+$/;
/** Units: seconds and minutes of arc, degrees, hours, minutes, seconds, days, magnitudes and periods. */
const UNIT_OVER_POINT = /^(?:[′″]{1,2}|[∘◦°]|[hmsdp])$/;
/** Maximum gap in em after a point. TeX moves the point back below its unit by up to 6 mu. */
const AFTER_POINT = 0.4; // em
/** A word that may be part of a formula. */
const SHORT_WORD = /^[A-Za-z\d.,;()]{1,12}$/;
const HAS_WORD = /\p{L}{3}/u;
const LONE_ITALIC = /^[(]?[A-Za-z][),;]?$/;
const ACCENTED = /^[(]?\p{L}\p{M}+[),;]?$/u;

/** Bases of scripts within upright text. A superscript at a longer word is the mark of a footnote or citation. */
const SUBSCRIPTED = /^(?:[A-Za-z][A-Za-z\d]{0,11}|\p{Script=Greek}|[|)\]])$/u;
const RAISED = /^(?:[A-Za-z]{1,2}|\p{Script=Greek}|[|)\]])$/u;
const FUNCTION = new RegExp(`^(?:${FUNCTIONS})$`);
const TIGHT = 0.05; // em
/** Maximum space between formula letters and a function before them. */
const ARGUMENT_GAP = 0.28; // em

/** Splits the runs of a line, from left to right, into pieces inside and outside formulas. */
export function toPieces(runs: readonly PlacedRun[]): Piece[] {
  const joined = joinScripts(composeSigns(runs.filter((run) => run.text.trim() !== '')));
  const whole = joined.flatMap((_, i) => splitBeside(joined, i));
  const pieces = whole.map((run, i) => toPiece(run, i, whole));
  const based = pieces.map((piece, i) => asFunction(asBase(piece, pieces[i + 1]), pieces, i));
  const parts = [...based];
  // Starts at the end, because the argument of a function may contain another function.
  for (let i = parts.length - 1; i >= 0; i--) parts[i] = asNamedFunction(parts[i] as Piece, parts, i);
  // Starts at the end, because a unit belongs to a formula only if the formula continues after the unit.
  for (let i = parts.length - 1; i >= 0; i--) parts[i] = asPart(parts[i] as Piece, parts, i);
  const grouped = joinGroups(parts);
  return grouped
    .flatMap((piece, i) => (grouped[i - 1]?.isMath ? splitDigits(piece) : [piece]))
    .flatMap(splitPunctuation);
}

/** Splits punctuation from a bracket, because a formula may end with the bracket. */
function splitPunctuation(piece: Piece): Piece[] {
  const { text, glyphs } = piece;
  if (piece.isMath || !piece.isText || !/[)\]][.,;:]$/.test(text)) return [piece];
  const letters = text.replaceAll(' ', '').length - 1;
  const [own, others] = splitGlyphs(glyphs, letters);
  const [before, sign] = [text.slice(0, -1), text.slice(-1)];
  return [
    { ...piece, text: before, math: escapeTex(before), glyphs: own },
    { ...piece, text: sign, math: sign, spaceBefore: false, gap: 0, glyphs: others },
  ];
}

/** Marks upright letters directly before a script as the base of the script: a unit, an operator, a Greek capital. */
function asBase(piece: Piece, next: Piece | undefined): Piece {
  if (piece.isMath || piece.script !== undefined || next?.script === undefined || next.spaceBefore) return piece;
  const isBase = next.script === '_' ? SUBSCRIPTED.test(piece.text) : RAISED.test(piece.text);
  if (!isBase || isName(piece.text, next)) return piece;
  const isOperator = isOperatorName(piece.text);
  const isWord = /^[A-Za-z][A-Za-z\d]*$/.test(piece.text);
  const math = isOperator ? `\\${piece.text}` : isWord ? `\\mathrm{${piece.text}}` : piece.math;
  return { ...piece, isMath: true, math };
}

/**
 * Returns whether this is a two-letter name with institute marks. The superscript of an element has a sign, and only a
 * few units have this form.
 */
function isName(word: string, { script, text }: Piece): boolean {
  if (script !== '^' || !/^(?!Hz|Jy|Pa|Gy|Sv|Ry)[A-Z][a-z]$/.test(word)) return false;
  const marks = text.split(/[,\s]+/).filter(Boolean);
  return marks.every((mark) => /^(?:\d{1,3}|[a-z]|[*∗†‡§¶])$/.test(mark)) && /[\da-z]/.test(text);
}

/** Adds a function name to the formula after the name: `log g`, `log(L/L_⊙)`. */
function asFunction(piece: Piece, pieces: readonly Piece[], i: number): Piece {
  const next = pieces[i + 1];
  if (piece.isMath || !next || !FUNCTION.test(piece.text)) return piece;
  const beside = next.glyphs?.[0]?.bars ? BESIDE_FRACTION : 0;
  if (next.gap > beside + (next.isMath ? ARGUMENT_GAP : THIN.most)) return piece;
  const isBefore = next.isMath || (/^[([|]/.test(next.text) && hasMathNext(pieces.slice(i + 2, i + 6)));
  return isBefore ? { ...piece, isMath: true, math: `\\${piece.text} ` } : piece;
}

/** Returns whether a part of a formula follows. A number and an operator may precede that part. */
function hasMathNext(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex((piece) => piece.isMath);
  return at >= 0 && pieces.slice(0, at).every((piece) => piece.joinsMath);
}

/** Joins groups of three digits into one number if thin spaces separate them: 12 500. */
function joinGroups(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isGroup = piece.gap > THIN.least && piece.gap < THIN.most && /^\d{3}(?!\d)/.test(piece.text);
    if (last && isGroup && isPlainNumber(last) && !piece.isMath && !piece.script)
      joined[joined.length - 1] = {
        ...piece,
        text: `${last.text} ${piece.text}`,
        math: `${last.math}\\,${piece.math}`,
        spaceBefore: last.spaceBefore,
        gap: last.gap,
        glyphs: last.glyphs && piece.glyphs ? [...last.glyphs, ...piece.glyphs] : undefined,
      };
    else joined.push(piece);
  }
  return joined;
}

function isPlainNumber({ text, isMath, script }: Piece): boolean {
  return !isMath && script === undefined && /^\d{1,3}(?: \d{3})*$/.test(text);
}

/** Maximum distance between the left edges of stacked signs. */
const STACKED = 0.3; // em

/** Composes ≲, ≳ and ≐, which TeX prints as two stacked signs. */
function composeSigns(runs: readonly PlacedRun[]): PlacedRun[] {
  const composed: PlacedRun[] = [];
  for (const run of runs) {
    const last = composed.at(-1);
    const isOver = last !== undefined && Math.abs(last.left - run.left) < STACKED * run.size;
    const sign = isOver ? COMPOSED[last.text.trim() + run.text.trim()] : undefined;
    if (last && sign) {
      const right = Math.max(last.right, run.right);
      const { font } = run.font.math ? run : last;
      composed[composed.length - 1] = { ...last, text: sign, right, font, ...jointGlyphs(last, run) };
    } else composed.push(run);
  }
  return composed;
}

/** Joins consecutive runs of the same script, such as "e" and the ligature "ff". */
function joinScripts(runs: readonly PlacedRun[]): PlacedRun[] {
  const joined: PlacedRun[] = [];
  let scripts: PlacedRun[] = [];
  for (const run of runs) {
    if (run.script) scripts.push(run);
    else {
      for (const script of stackScripts(scripts)) joined.push(script);
      joined.push(run);
      scripts = [];
    }
  }
  return [...joined, ...stackScripts(scripts)];
}

/** Separates a superscript from the subscript below it. Their runs are interleaved from left to right. */
function stackScripts(runs: readonly PlacedRun[]): PlacedRun[] {
  const stack: PlacedRun[] = [];
  for (const run of runs) {
    const at = stack.findLastIndex((other) => other.script === run.script);
    const last = stack[at];
    if (last && (at === stack.length - 1 || !hasSpace(last, run))) stack[at] = joinTwo(last, run);
    else stack.push(run);
  }
  const [first, second, ...others] = stack;
  const isOver = first && second && second.left < first.right;
  return isOver && others.length === 0 ? inOrder(first, second) : stack;
}

/**
 * Returns the scripts in TeX's usual order. In uncertainties, the upper value is first. In all other cases, the
 * subscript is first.
 */
function inOrder(first: PlacedRun, second: PlacedRun): PlacedRun[] {
  const [sub, sup] = first.script === 'sub' ? [first, second] : [second, first];
  return /^[+−±-]/.test(sup.text) ? [sup, sub] : [sub, sup];
}

function joinTwo(last: PlacedRun, run: PlacedRun): PlacedRun {
  const space = hasSpace(last, run) ? ' ' : '';
  return {
    ...last,
    text: last.text.trimEnd() + space + run.text.trimStart(),
    right: Math.max(last.right, run.right),
    ...jointGlyphs(last, run),
  };
}

/** Returns the glyphs of both runs, if they are known. */
function jointGlyphs(last: PlacedRun, run: PlacedRun): Pick<PlacedRun, 'glyphs'> {
  const [own, others] = [glyphsOf(last), glyphsOf(run)];
  return { glyphs: own && others ? [...own, ...others] : undefined };
}

/**
 * Moves digits directly after a formula into the formula. A `$` before a digit does not close a formula
 * (`$\lambda$1356`).
 */
function splitDigits(piece: Piece): Piece[] {
  const digits = piece.isMath || piece.spaceBefore ? undefined : /^\d+(?:\.\d+)?%?/.exec(piece.text)?.[0];
  if (digits === undefined) return [piece];
  const [own, others] = splitGlyphs(piece.glyphs, digits.length);
  const first = { ...piece, text: digits, math: escapeTex(digits), isMath: true, glyphs: own };
  const rest = piece.text.slice(digits.length);
  return rest === ''
    ? [first]
    : [
        first,
        {
          ...piece,
          text: rest.trimStart(),
          math: escapeTex(rest.trim()),
          spaceBefore: /^\s/.test(rest),
          gap: 0,
          glyphs: others,
        },
      ];
}

/** Returns the preceding run. After stacked scripts, the right edge of that run is the end of the longer script. */
function runBefore(runs: readonly PlacedRun[], i: number): PlacedRun | undefined {
  const [first, last] = [runs[i - 2], runs[i - 1]];
  const areStacked = first?.script !== undefined && last?.script !== undefined && first.right > last.right;
  return areStacked && !runs[i]?.script ? { ...last, right: first.right } : last;
}

function toPiece(run: PlacedRun, i: number, runs: readonly PlacedRun[]): Piece {
  const before = runBefore(runs, i);
  const text = run.text.trim();
  const isMath = isFormulaAt(runs, i) || isProduct(runs, i, (at) => isFormulaAt(runs, at));
  const script = run.script && (run.script === 'sub' ? '_' : '^');
  return {
    text: (isExponent(run, before) ? '^' : '') + text,
    math: script ? `${script}{${scriptTex(text)}}` : escapeTex(text),
    script,
    isMath: isMath && !isProse(run, text),
    joinsMath: !script && BETWEEN.test(text) && !isHyphen(run, text),
    spaceBefore: before !== undefined && hasSpace(before, run) && !isUnderUnit(runs, i - 1),
    gap: before ? gapBetween(before, run) : 0,
    isText: !run.script && !run.font.math,
    glyphs: glyphsOf(run) ?? glyphsOfWord(run),
  };
}

/** Returns the glyphs of a short upright word. The word may be part of a formula. */
function glyphsOfWord(run: PlacedRun): Piece['glyphs'] {
  const isUpright = !run.script && !run.font.math && !run.font.italic;
  return isUpright && SHORT_WORD.test(run.text.trim()) ? allGlyphsOf(run) : undefined;
}

function isMathRun(run: PlacedRun): boolean {
  return isMathGlyphs(run, run.text.trim());
}

function isFormulaAt(runs: readonly PlacedRun[], i: number): boolean {
  const run = runs[i];
  if (run === undefined) return false;
  return isMathRun(run) || isDecimalPoint(runs, i) || isVector(runs, i, isMathRun) || isLined(runs, i);
}

/**
 * Returns whether this is a text hyphen, as in `1-$\sigma$`. The minus of a formula is another sign with space on both
 * sides.
 */
function isHyphen(run: PlacedRun, text: string): boolean {
  return !run.font.math && /^\d*-$/.test(text);
}

function isMathGlyphs(run: PlacedRun, text: string): boolean {
  if (run.script !== undefined || run.inFraction || isLoneItalic(run) || isAccentedItalic(run, text)) return true;
  return run.font.math ? !NEUTRAL.test(text) : MATH_SYMBOLS.test(text) && !HAS_WORD.test(text);
}

/**
 * Returns whether this is the decimal point or comma of a number in a formula: `0.5`, `79{,}000`. The formula would
 * otherwise end before the next digits.
 */
function isDecimalPoint(runs: readonly PlacedRun[], i: number): boolean {
  const [before, point, after] = [runs[i - 1], runs[i], runs[i + 1]];
  if (!before || !point || !after || !/^[.,]$/.test(point.text)) return false;
  if (isUnderUnit(runs, i)) return /^\d/.test(after.text.trim());
  const isTight = gapBetween(before, point) < TIGHT && gapBetween(point, after) < TIGHT;
  // The comma of a list has a thin space after it.
  const isWhole = point.text === '.' || /^\d{3}(?!\d)/.test(after.text);
  return isTight && isWhole && /\d$/.test(before.text) && /^\d/.test(after.text);
}

/** Returns whether a decimal point is below its unit. `\farcs` prints 0″.8 this way. */
function isUnderUnit(runs: readonly PlacedRun[], i: number): boolean {
  const [unit, point, after] = [runs[i - 1], runs[i], runs[i + 1]];
  if (unit?.script !== 'sup' || point?.text !== '.' || !after) return false;
  const isOver = unit.left < point.right && unit.right > point.left && gapBetween(point, after) < AFTER_POINT;
  return isOver && UNIT_OVER_POINT.test(unit.text.replaceAll(/\s/g, ''));
}

/** Returns whether a superscript is an exponent. In plain text, 10 with the superscript 5 must not become 105. */
function isExponent(run: PlacedRun, before: PlacedRun | undefined): boolean {
  return run.script === 'sup' && !before?.script && /^[-−–+\d]/.test(run.text) && /\d\s*$/.test(before?.text ?? '');
}

/** Returns whether this is a variable in text italics, such as T before its subscript. */
function isLoneItalic(run: PlacedRun): boolean {
  return run.font.italic && LONE_ITALIC.test(run.text.trim());
}

/** Returns whether this is a variable with an accent in the text font. */
function isAccentedItalic({ glyphs }: PlacedRun, text: string): boolean {
  if (!ACCENTED.test(text.normalize('NFD'))) return false;
  return glyphs?.some(({ alphabet }) => /^(?:italic|boldItalic|bold)$/.test(alphabet)) === true;
}

/** Returns whether this is prose in a math font. Some journals set all italics in such a font. */
function isProse(run: PlacedRun, text: string): boolean {
  return !run.script && !run.inFraction && /^[(]?[A-Za-z]{4,}/.test(text) && !MATH_SYMBOLS.test(text);
}

function scriptTex(text: string): string {
  const escaped = escapeTex(text);
  return /[A-Za-z]{2,}/.test(text) ? `\\mathrm{${escaped}}` : escaped;
}
