import type { Box } from '../block.ts';
import { contains, touch } from '../geometry.ts';
import { composeAccents, endsInAccent } from '../glyphs/accents.ts';
import { rowBaseline, type Alphabet, type PlacedGlyph } from '../formulas/glyph-box.ts';
import { alphabetOfLetter, letterOf } from '../glyphs/glyph-alphabets.ts';
import { repairGlyphs } from '../glyphs/glyphs.ts';
import { placeOperators } from './hanging-operators.ts';
import { PLAIN_FONT, type FontStyle } from './font-style.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import type { TextRun, Word } from './page-content.ts';
import { isPlainText } from './plain-text.ts';
import { placeBars } from './stacked-bars.ts';
import type { Setting, Strip } from './strip-builder.ts';

/** Minimum number of letters in a direction other than the page's. Fewer letters are a stamp or an axis label. */
const LETTERS_ASIDE = 100;

/**
 * Returns the directions of a page's text in clockwise quarter turns. The first direction applies to most text: 0, or 1
 * to 3 on a page with a rotated table. The other directions apply to further text, such as a rotated table on an
 * upright page.
 */
export function directionsOf(strips: readonly Strip[]): number[] {
  const letters = [0, 0, 0, 0];
  for (const strip of strips) {
    const turns = turnsOf(strip);
    if (turns !== undefined) letters[turns] = (letters[turns] ?? 0) + lengthOfWords(strip);
  }
  // An upright page stays upright even if it has a long rotated stamp.
  const upright = letters[0] ?? 0;
  const most = Math.max(...letters);
  const main = upright * 2 >= most ? 0 : letters.indexOf(most);
  const others = letters.flatMap((count, turns) => (turns !== main && count >= LETTERS_ASIDE ? [turns] : []));
  return [main, ...others];
}

/** Maximum distance of axis labels from their drawing. Stamps are close to the page edge. */
const AROUND_DRAWING = 62; // points
const EDGE = 0.08; // share of the page

/** Counts the words in other directions. Labels of drawings and stamps at the page edges are not counted. */
export function countUnread(
  strips: readonly Strip[],
  directions: readonly number[],
  page: { readonly drawings: readonly Box[]; readonly width: number; readonly height: number },
): number {
  if (areSlanted(strips)) return 0;
  const { drawings, width, height } = page;
  const inner = {
    left: EDGE * width,
    right: (1 - EDGE) * width,
    top: EDGE * height,
    bottom: (1 - EDGE) * height,
  };
  let words = 0;
  for (const strip of strips) {
    const turns = turnsOf(strip);
    if (turns !== undefined && directions.includes(turns)) continue;
    const at = { left: strip.x, right: strip.x, top: strip.y, bottom: strip.y };
    const isLabel = drawings.some((drawing) => touch(at, drawing, AROUND_DRAWING));
    if (contains(inner, at) && !isLabel) words += strip.words.filter(({ text }) => WORD.test(text)).length;
  }
  return words;
}

const WORD = /\p{L}{2}/u;

function lengthOfWords(strip: Strip): number {
  return strip.words.reduce((sum, word) => sum + word.text.length + 1, -1);
}

/**
 * Returns the matrix that undoes this number of quarter turns for a page of this size. The matrix also moves the origin
 * back to the upper left corner.
 */
export function undoRotation(turns: number, width: number, height: number): Matrix {
  if (turns === 1) return [0, -1, 1, 0, 0, width];
  if (turns === 2) return [-1, 0, 0, -1, width, height];
  if (turns === 3) return [0, 1, -1, 0, height, 0];
  return IDENTITY;
}

/** The properties that a run takes from its font. */
interface RunFont {
  readonly style: FontStyle;
  readonly alphabet: Alphabet;
  /** Name of the font without the subset prefix. */
  readonly name: string;
}

/** White space within a word stands for a sign without print. */
const SPACE = /\s/;

const PLAIN: RunFont = { style: PLAIN_FONT, alphabet: 'roman', name: '' };

/** Fonts of superior figures for note marks, by name (M. Sharpe, superiors and newtx: `ntxsups`). */
const SUPERIORS = /sups(?:-|$)/i;
/** Size of superior figures and their height above the line, as shares of the font size. */
const SUPERIOR_SIZE = 0.65;
const SUPERIOR_HEIGHT = 0.33;

/**
 * Reads the text that is upright after `turn`, the matrix that undoes `turns` quarter turns. Drops text in other
 * directions, such as a preprint server's stamp or an axis label.
 */
export function readTextRuns(
  strips: readonly Strip[],
  { turns, turn }: { readonly turns: number; readonly turn: Matrix },
  fontOf: (fontName: string) => RunFont | undefined,
): TextRun[] {
  const runs: TextRun[] = [];
  const isSlanted = areSlanted(strips);
  for (const strip of strips) {
    if (turnsOf(strip) !== turns && !isSlanted) continue;
    const run = toRun(strip, turn, fontOf(strip.fontName) ?? PLAIN);
    if (run.words.length === 0) continue;
    const last = runs.at(-1);
    if (last && waitsFor(last, run)) runs.splice(-1, 1, ...combineLast(last, run));
    else runs.push(run);
  }
  return placeOperators(placeBars(runs)).map((run) => {
    const text = composeAccents(run.text);
    return text === run.text ? run : { ...run, ...withTexts(run.words, text) };
  });
}

/** Returns whether a page has only slanted text. This text is read as upright. */
function areSlanted(strips: readonly Strip[]): boolean {
  return strips.every((strip) => turnsOf(strip) === undefined);
}

/** Maximum slant of upright text. */
const UPRIGHT = 0.05; // quarter turns

/**
 * Returns the number of clockwise quarter turns of the text (y downwards). Returns undefined if the text is slanted.
 */
function turnsOf({ ux, uy }: Setting): number | undefined {
  const angle = Math.atan2(uy, ux) / (Math.PI / 2);
  const turns = Math.round(angle);
  return Math.abs(angle - turns) < UPRIGHT ? (turns + 4) % 4 : undefined;
}

function toRun(placed: Strip, [a, b, c, d, e, f]: Matrix, { style: font, alphabet, name }: RunFont): TextRun {
  const strip = SUPERIORS.test(name) ? raised(placed) : placed;
  const origin = a * strip.x + c * strip.y + e;
  const baseline = b * strip.x + d * strip.y + f;
  const words: Word[] = [];
  for (const word of strip.words) {
    const repaired = repairGlyphs(word.text, font.math);
    const text = SPACE.test(repaired) ? repaired.replaceAll(/\s+/g, '') : repaired;
    if (text !== '') words.push({ text, left: origin + word.from, right: origin + word.to });
  }
  return {
    text: words.map((word) => word.text).join(' '),
    words,
    left: words[0]?.left ?? origin,
    right: words.at(-1)?.right ?? origin,
    baseline: rowBaseline({ baseline, size: strip.size, ...extensibleOf(strip) }),
    size: strip.size,
    font,
    fontKey: strip.fontName,
    ...(!font.math && isPlainText(strip.words) ? {} : { glyphs: placeGlyphs(strip, origin, baseline, font, alphabet) }),
  };
}

/** Returns the strip with the actual size and baseline of its superior figures. */
function raised(strip: Strip): Strip {
  const height = SUPERIOR_HEIGHT * strip.size;
  return { ...strip, size: SUPERIOR_SIZE * strip.size, x: strip.x + strip.uy * height, y: strip.y - strip.ux * height };
}

function extensibleOf({ glyphs }: Strip): Pick<PlacedGlyph, 'extensible' | 'extent'> {
  const { extensible, extent } = glyphs[0] ?? {};
  return extensible === undefined ? {} : { extensible, ...(extent && { extent }) };
}

function placeGlyphs(
  strip: Strip,
  origin: number,
  baseline: number,
  font: FontStyle,
  alphabet: Alphabet,
): PlacedGlyph[] {
  // The loop has no spreads because it runs for every glyph.
  const glyphs: PlacedGlyph[] = [];
  for (const { sign, from, to, extensible, hangs, extent, arrow, drop, isOverprinted } of strip.glyphs) {
    const own = alphabetOfLetter(sign);
    const glyph: PlacedGlyph = {
      sign: own ? letterOf(sign) : extensible === undefined ? repairGlyphs(sign, font.math) : sign,
      alphabet: isOverprinted ? boldOf(own ?? alphabet) : (own ?? alphabet),
      left: origin + from,
      right: origin + to,
      baseline: baseline + drop,
      size: strip.size,
    };
    if (extensible === undefined && !arrow) glyphs.push(glyph);
    else
      glyphs.push({
        ...glyph,
        ...(extensible === undefined ? {} : { extensible, hangs: hangs === true, ...(extent && { extent }) }),
        ...(arrow && { arrow: { left: origin + arrow.from, right: origin + arrow.to } }),
      });
  }
  return glyphs;
}

function boldOf(alphabet: Alphabet): Alphabet {
  return alphabet === 'italic' ? 'boldItalic' : alphabet === 'roman' ? 'bold' : alphabet;
}

/** Replaces the texts of words. The composition of accents preserves the spaces between words. */
function withTexts(words: readonly Word[], text: string): Pick<TextRun, 'text' | 'words'> {
  const texts = text.split(' ');
  return { text, words: words.map((word, i) => ({ ...word, text: texts[i] ?? word.text })) };
}

/** Maximum gap between an accent and its letter, and maximum shift of an accent over a capital. */
const ACCENT = { gap: 0.05, shift: 0.35 }; // em

/** Returns whether an accent was drawn separately above this letter. */
function waitsFor(accent: TextRun, letter: TextRun): boolean {
  return (
    endsInAccent(accent.text) &&
    letter.left < accent.right + ACCENT.gap * accent.size &&
    letter.left > accent.left - accent.size &&
    Math.abs(letter.baseline - accent.baseline) < ACCENT.shift * accent.size
  );
}

/**
 * Combines an accent in another font with the accent's letter into a formula. Text before the accent remains a separate
 * run.
 */
function combineLast(accent: TextRun, letter: TextRun): TextRun[] {
  const [last, mark] = [accent.words.at(-1), accent.glyphs?.at(-1)];
  const rest = accent.glyphs?.slice(0, -1);
  if (!last || !mark || accent.fontKey === letter.fontKey || accent.text.length < 2 || mark.sign.length > 1)
    return [combine(accent, letter)];
  // The text before the accent may be another accent that overlaps this accent.
  const end = Math.max(mark.left, rest?.at(-1)?.right ?? mark.left);
  const shortened = { ...last, text: last.text.slice(0, -1), right: end };
  const words = [...accent.words.slice(0, -1), ...(shortened.text === '' ? [] : [shortened])];
  const text = words.map((word) => word.text).join(' ');
  const right = words.at(-1)?.right ?? end;
  const own = { ...accent, text: last.text.slice(-1), left: mark.left, glyphs: [mark] };
  const before = { ...accent, text, words, right, glyphs: rest };
  return [before, combine({ ...own, words: [{ text: own.text, left: mark.left, right: mark.right }] }, letter)];
}

function combine(accent: TextRun, letter: TextRun): TextRun {
  const [under, ...rest] = letter.words;
  const over = accent.words.at(-1);
  const left = Math.min(accent.left, letter.left);
  const right = Math.max(accent.right, letter.right);
  const joined = {
    text: (over?.text ?? '') + (under?.text ?? ''),
    left: Math.min(over?.left ?? left, under?.left ?? left),
    right: Math.max(over?.right ?? right, under?.right ?? right),
  };
  return {
    ...letter,
    text: accent.text + letter.text,
    words: [...accent.words.slice(0, -1), joined, ...rest],
    left,
    right,
    glyphs: glyphsOfBoth(accent, letter),
  };
}

function glyphsOfBoth({ glyphs: first = [] }: TextRun, { glyphs: second = [] }: TextRun): PlacedGlyph[] {
  return [...first, ...second];
}
