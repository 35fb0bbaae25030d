import { enclose } from '../../geometry.ts';
import { findDisplayedFractions } from './displayed-fractions.ts';
import { findStatements } from './displayed-statements.ts';
import { hasRelation, isApart, mathOrItalicShare, rowsBeside, type Band } from './display-rows.ts';
import { findLimits, isLimit, LIMIT_LETTERS, touches } from './limit-lines.ts';
import { isSameColumn, type Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import { hasBoldNumber } from '../headings/numbering.ts';
import { isProse } from '../lines/prose.ts';
import { isAllInFraction } from '../../text/run-glyphs.ts';
import {
  beginsSentenceOf,
  endsParagraph,
  equationNumber,
  fillsColumn,
  goesOnInSentence,
  isAtMargin,
  NEXT_LINE,
} from '../lines/sentences.ts';
import { areEnclosed, findBraces, findBrackets, isCase, type Bracket } from './tall-brackets.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

/** Signs that identify a formula without formula letters. References have brackets and strokes too. */
const EQUALITY = /[=<>≤≥≈∼≃≡∝≲≳≪≫→←↔∈⊂⊆≠±×∑∏∫√∂∇]/;
/** Maximum distance between lines of a band. Lines of a paragraph are one line spacing apart. */
const BAND_STEP = 0.86; // line spacings
/** Maximum distance from a formula down to its number. The usual distance is about one line spacing. */
const NUMBER_STEP = 1.6;
const INDENT = 0.9; // em
/**
 * Minimum shares of formula letters in a display: in any display, with a number, and with an indent or space. In a
 * display with a relation or several rows, italic letters of the text font also count.
 */
const LEAST_MATH = 0.05;
const SOME_MATH = 0.1;
const SOME_ITALIC = 0.2;
const MUCH_MATH = 0.15;
const MOST_WORDS = 0.3;
/** Maximum number of letters in a numerator or limit that has its own line. */
const PART_LETTERS = 3;
/** Minimum share of words in a line that may begin a paragraph. */
const TEXT_SHARE = 0.25;
const FRACTION_LETTERS = 40;
/** Maximum share of words in the print next to a fraction. These words are a condition. */
const WORDS_BESIDE = 0.6;
/**
 * Maximum distance from a line down to a denominator, which is full-size print. The next line of text is further away.
 */
const DENOMINATOR_DROP = 0.75; // line spacings

/**
 * Returns the lines that belong to displayed formulas.
 *
 * Consecutive lines that are closer than lines of text are classified together. A display has few words. An indent,
 * space or number separates it from paragraphs. A line of a paragraph may have as few words, but begins at the margin.
 *
 * @param lines of a document in reading order
 */
export function findDisplays(lines: readonly Line[], metrics: Metrics): ReadonlySet<Line> {
  const displays = new Set<Line>();
  const braces = findBraces(lines);
  const besideFractions = new Set(lines.filter((line, i) => isBesideFraction(line, lines[i + 1], metrics)));
  const fractions = findDisplayedFractions(lines, isWordy);
  const limits = findLimits(lines, metrics);
  const isPart = (line: Line) =>
    limits.has(line) ||
    isPartOfFraction(line) ||
    besideFractions.has(line) ||
    fractions.some((fraction) => fraction.has(line)) ||
    braces.some((brace) => isCase(line, brace));
  const ends = new Set(lines.filter((line, i) => endsParagraph(line, lines[i - 1], metrics)));
  const isSentence = (band: Band) =>
    goesOnInSentence(band[0] as Line, metrics) ||
    (isAtMargin(band[0] as Line, metrics) && hasBoldNumber(band[0] as Line)) ||
    band.some((line) => ends.has(line) || beginsSentenceOf(line, metrics) || fillsColumn(line, metrics));
  const bands = toBands(lines, metrics, { brackets: findBrackets(lines), fractions, ends }, isPart);
  bands.forEach((band, i) => {
    const isBare = !band.some((line) => isProse(line) && !(band.length > 1 && isPart(line)));
    const isSurely = hasRelation(band) && fractions.some((fraction) => band.some((line) => fraction.has(line)));
    if (isBare && !isSentence(band) && (isSurely || isDisplay(band, bands[i - 1]?.at(-1), bands[i + 1]?.[0], metrics)))
      for (const line of band) displays.add(line);
  });
  const isBare = (band: Band) => !isSentence(band) && !band.some(isProse);
  for (const band of rowsBeside(bands, displays, isBare, metrics)) for (const line of band) displays.add(line);
  for (const line of findStatements(lines, displays, metrics)) displays.add(line);
  return displays;
}

/** Brackets and fractions that join lines at the distance of text lines. */
interface Joined {
  readonly brackets: readonly Bracket[];
  readonly fractions: readonly ReadonlySet<Line>[];
  /** The last lines of paragraphs. */
  readonly ends: ReadonlySet<Line>;
}

function toBands(
  lines: readonly Line[],
  metrics: Metrics,
  { brackets, fractions, ends }: Joined,
  isPart: (line: Line) => boolean,
): Band[] {
  const step = BAND_STEP * metrics.leading(metrics.bodySize);
  const isText = (line: Line) => ends.has(line) || goesOnInSentence(line, metrics) || (isProse(line) && !isPart(line));
  const areJoined = (a: Line, b: Line) =>
    areEnclosed(a, b, brackets) || fractions.some((fraction) => fraction.has(a) && fraction.has(b));
  const bands: Line[][] = [];
  for (const line of lines) {
    const own = bands.at(-1);
    if (own && beginsSentenceOf(line, metrics)) {
      bands.push([...takeLimits(own, line, metrics), line]);
      continue;
    }
    const last = own?.at(-1);
    const reach = isNumberAlone(line) ? NUMBER_STEP * step : step;
    const isNear =
      last !== undefined &&
      isSameColumn(last, line) &&
      !isText(last) &&
      !isText(line) &&
      (Math.abs(line.baseline - last.baseline) < reach || touches(last, line, metrics) || areJoined(last, line));
    if (isNear) own?.push(line);
    else bands.push([line]);
  }
  return bands.filter((band) => band.length > 0);
}

/**
 * Removes the small print at the height of the sentence below from a band. This print belongs to operators in the
 * sentence.
 */
function takeLimits(band: Line[], sentence: Line, metrics: Metrics): Line[] {
  const isOfSentence = (line: Line) =>
    isLimit(line, metrics) && isSameColumn(line, sentence) && line.box.bottom > sentence.box.top;
  return band.splice(1 + band.findLastIndex((line) => !isOfSentence(line)));
}

/** Returns whether a line is only a number. The number of a wide formula has its own line. */
function isNumberAlone(line: Line): boolean {
  return equationNumber(line) === line.text.replaceAll(' ', '');
}

/** Returns whether a line consists of words above or below a fraction bar: `\frac{|\mathrm{Bias}|}{r}`. */
function isPartOfFraction(line: Line): boolean {
  return line.text.length <= FRACTION_LETTERS && isAllInFraction(line.runs);
}

/**
 * Returns whether the words of a line are next to a full-size fraction. The line is indented and has a denominator
 * close below.
 */
function isBesideFraction(line: Line, below: Line | undefined, metrics: Metrics): boolean {
  if (!below || !isSameColumn(line, below) || isProse(below) || line.math === 0) return false;
  const { left, right } = metrics.edges(line);
  const isClose = below.baseline - line.baseline < DENOMINATOR_DROP * metrics.leading(metrics.bodySize);
  const isFull = Math.min(line.size, below.size) > SCRIPT_SIZE * metrics.bodySize;
  const isInside = line.box.left > left + INDENT * metrics.bodySize && line.box.right < right - metrics.bodySize;
  return isClose && isFull && isInside && line.prose < WORDS_BESIDE;
}

/**
 * Returns whether a line has too many words to be print next to a fraction. The line is text that contains a large
 * fraction.
 */
function isWordy(line: Line): boolean {
  return isProse(line) && line.text.length > LIMIT_LETTERS && line.prose > WORDS_BESIDE;
}

function isDisplay(band: Band, above: Line | undefined, below: Line | undefined, metrics: Metrics): boolean {
  const first = band[0] as Line;
  const { left, right } = metrics.edges(first);
  const box = enclose(band.map((line) => line.box)) ?? first.box;
  const indent = (box.left - left) / metrics.bodySize;
  if (band.every(isLonePart) && indent > 2) return true;
  const math = mathShare(band);
  if (math < LEAST_MATH && !isEquality(band, 1)) return false;
  const mathOrItalic = mathOrItalicShare(band);
  if (isNumberedFormula(band, math, mathOrItalic, right - metrics.bodySize)) return true;
  if (isStacked(band, mathOrItalic)) return true;
  if (indent > INDENT)
    return band.length > 1 || box.right < right - 2 || !(isText(first) || goesOnAsText(first, below, metrics));
  return (math > MUCH_MATH || isEquality(band, mathOrItalic)) && isApart(box, first, { above, below }, metrics);
}

function isNumberedFormula(band: Band, math: number, mathOrItalic: number, margin: number): boolean {
  return (math > SOME_MATH || mathOrItalic > SOME_ITALIC) && band.some((line) => isNumbered(line, margin));
}

function isEquality(band: Band, mathOrItalic: number): boolean {
  return mathOrItalic > MOST_WORDS && band.some((line) => EQUALITY.test(line.text));
}

function mathShare(band: Band): number {
  return band.reduce((sum, line) => sum + line.math * line.text.length, 0) / Math.max(1, lettersInBand(band));
}

function lettersInBand(band: Band): number {
  return band.reduce((sum, line) => sum + line.text.length, 0);
}

/** Returns whether the lines of a band are closer than lines of text and consist mostly of signs. */
function isStacked(band: Band, math: number): boolean {
  return band.length > 1 && math > MOST_WORDS && hasRelation(band);
}

function isNumbered(line: Line, margin: number): boolean {
  return equationNumber(line) !== undefined && line.box.right > margin;
}

/** Returns whether a line is only a numerator or a limit. */
function isLonePart(line: Line): boolean {
  return line.text.length <= PART_LETTERS && !/\p{L}{2}/u.test(line.text);
}

/**
 * Returns whether a line contains words but no number. The line begins a paragraph if it is indented and fills its
 * column.
 */
function isText(line: Line): boolean {
  return line.prose > TEXT_SHARE && equationNumber(line) === undefined;
}

/**
 * Returns whether a paragraph begins with this line, because text follows directly below at the margin. There would be
 * space below a display.
 */
function goesOnAsText(line: Line, below: Line | undefined, metrics: Metrics): boolean {
  if (!below || !isSameColumn(line, below) || !isProse(below)) return false;
  const step = below.baseline - line.baseline;
  return step < NEXT_LINE * metrics.leading(metrics.bodySize) && isAtMargin(below, metrics);
}
