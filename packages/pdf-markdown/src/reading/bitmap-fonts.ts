import { glyphOfCode, type Encoding } from '../glyphs/glyph-encodings.ts';
import { breadthOf, TEX_FONTS, type TexFontWidths } from './tex-fonts.ts';

/** The use of a bitmap font in a document. The file contains neither the name nor the encoding of the font. */
export interface BitmapFont {
  readonly uses: ReadonlyMap<number, GlyphUse>;
  /** Unit of the glyph widths, in em: one dot of the printer for which the bitmaps were made. */
  readonly dot: number;
}

export interface GlyphUse {
  /** Number of times that the glyph was printed so far. */
  count: number;
  /** Width in em. */
  readonly width: number;
  /** The printed character, if the file names the character. */
  readonly character?: string;
}

/** A TeX font that a document contains as bitmaps. */
export interface NamedFont {
  /** TeX's name for the font: `CMMI10`. */
  readonly name: string;
  /** The font's size, in units of the size in the file. */
  readonly em: number;
}

/**
 * Names the TeX fonts that a document contains as bitmaps. Printer drivers store only bitmaps and widths, but the
 * widths of a few glyphs occur together in only one font. A test used four random signs (30 draws from each of 80 fonts
 * at 300, 600 and 6,000 dpi). It mistook no formula font for a font with another encoding.
 *
 * Some drivers store the font size. Other drivers store only dots, and then the widths also determine the size.
 *
 * @returns the recognised fonts, by key
 */
export function nameBitmapFonts(fonts: ReadonlyMap<string, BitmapFont>): ReadonlyMap<string, NamedFont> {
  const given = new Map([...fonts].map(([key, font]) => [key, [{ font, em: 1 }]]));
  const names = nameSized(given);
  return names.size > 0 ? names : nameSized(sizedFonts(fonts));
}

/** A font's widths in relation to one of its possible sizes. */
interface SizedFont {
  readonly font: BitmapFont;
  /** The possible size, in units of the size in the file. */
  readonly em: number;
}

/**
 * @param fonts each font in all its possible sizes, by key
 */
function nameSized(fonts: ReadonlyMap<string, readonly SizedFont[]>): ReadonlyMap<string, NamedFont> {
  const single = [...fonts.values()].flatMap((sizes) => (sizes.length === 1 ? sizes : [])).map(({ font }) => font);
  const sure = single.filter(({ uses }) => uses.size >= MANY_CODES);
  const dotOfText = mostUsed(single)?.dot ?? 1;
  const breadthBySize = ({ dot }: BitmapFont) => breadthOf((TEXT_SIZE * dotOfText) / dot);
  const textEncoding = encodingOfText(sure, breadthBySize);
  const known = sure.flatMap((font) => {
    const fit = bestFit(font, breadthBySize(font), textEncoding);
    // Equal widths would match every typewriter font.
    return fit && !TYPEWRITERS.has(fit.candidate.family) ? [{ dot: font.dot, breadth: fit.breadth }] : [];
  });
  const names = new Map<string, NamedFont>();
  if (known.length === 0) return names;
  const taken: { readonly family: string; readonly dot: number }[] = [];
  const codes = ([, [first]]: readonly [string, readonly SizedFont[]]) => first?.font.uses.size ?? 0;
  for (const [key, sizes] of [...fonts].toSorted((a, b) => codes(b) - codes(a))) {
    const fits = sizes.flatMap(({ font, em }) => {
      const isAlike = ({ dot }: { readonly dot: number }) => isSameSize(dot, font.dot);
      const breadth = known.find(isAlike)?.breadth ?? breadthBySize(font);
      const others = new Set(taken.filter(isAlike).map(({ family }) => family));
      const fit = bestFit(font, breadth, textEncoding, others);
      return fit ? [{ ...fit, font, em }] : [];
    });
    const [best] = fits.toSorted((a, b) => a.error - b.error);
    if (!best) continue;
    names.set(key, { name: best.candidate.name, em: best.em });
    taken.push({ family: best.candidate.family, dot: best.font.dot });
  }
  return names;
}

/**
 * Returns the document's fonts of unknown size, each in the sizes that its widths allow. A font with few glyphs may
 * have the size of any other font.
 */
function sizedFonts(fonts: ReadonlyMap<string, BitmapFont>): ReadonlyMap<string, readonly SizedFont[]> {
  const text = mostUsed([...fonts.values()]);
  const body = text && freeFactor(text);
  if (body === undefined) return new Map();
  const ems = new Map<string, number>();
  for (const [key, font] of fonts) {
    const factor = font.uses.size >= MANY_CODES ? freeFactor(font) : undefined;
    if (factor !== undefined) ems.set(key, emOf(factor, body));
  }
  const all = [...ems.values()].filter((em, i, own) => own.findIndex((other) => isSameSize(em, other)) === i);
  return new Map(
    [...fonts].map(([key, font]) => {
      const em = ems.get(key);
      return [key, (em === undefined ? all : [em]).map((one) => ({ font: inEms(font, one), em: one }))];
    }),
  );
}

function isSameSize(a: number, b: number): boolean {
  return Math.abs(Math.log(a / b)) < SAME_SIZE;
}

/**
 * Smaller letters are relatively wider. Each step is a fifth of the previous step, so six iterations give an accuracy
 * of 0.01 %.
 */
const ITERATIONS = 6;

/** Returns the em of a font whose widths, scaled by `factor`, match 10-point letters. */
function emOf(factor: number, body: number): number {
  let em = factor;
  for (let step = 0; step < ITERATIONS; step += 1) em = factor / breadthOf((TEXT_SIZE * em) / body);
  return em;
}

/** Returns the factor that makes the widths match a 10-point font, or undefined. */
function freeFactor(font: BitmapFont): number | undefined {
  let best: { readonly factor: number; readonly error: number } | undefined;
  for (const candidate of TEX_FONTS) {
    const factor = candidate.size === TEXT_SIZE ? factorOf(font, candidate) : undefined;
    const fit = factor === undefined ? undefined : fitOf(inEms(font, factor), breadthOf(TEXT_SIZE), candidate);
    if (factor === undefined || fit === undefined) continue;
    const error = fit.error + candidate.handicap;
    if (best === undefined || error < best.error) best = { factor, error };
  }
  return best?.factor;
}

function inEms({ uses, dot }: BitmapFont, em: number): BitmapFont {
  const scaled = [...uses].map(([code, use]) => [code, { ...use, width: use.width / em }] as const);
  return { uses: new Map(scaled), dot: dot / em };
}

const TYPEWRITERS: ReadonlySet<string> = new Set(['CMTT', 'ECTT']);
/**
 * Minimum number of codes that identify a font in any document. Fewer codes may match by chance, so they identify a
 * font only if the document's other fonts are TeX's.
 */
const MANY_CODES = 5;
/** Usual text size of papers in points. */
const TEXT_SIZE = 10;
/**
 * Tolerance for the dots of fonts with the same size. All fonts of a document are made for one printer. So a dot is the
 * same share of an em in all fonts of one size.
 */
const SAME_SIZE = 0.03;

function mostUsed(fonts: readonly BitmapFont[]): BitmapFont | undefined {
  const glyphs = ({ uses }: BitmapFont) => [...uses.values()].reduce((sum, { count }) => sum + count, 0);
  return fonts.toSorted((a, b) => glyphs(b) - glyphs(a))[0];
}

/** Returns the encoding of the text: the encoding whose widths match more fonts. */
function encodingOfText(fonts: readonly BitmapFont[], breadth: (font: BitmapFont) => number): Encoding {
  const fitting = (encoding: Encoding) => {
    const own = TEX_FONTS.filter((candidate) => candidate.encoding === encoding);
    return fonts.filter((font) => own.some((candidate) => fitOf(font, breadth(font), candidate) !== undefined)).length;
  };
  return fitting('T1') > fitting('OT1') ? 'T1' : 'OT1';
}

interface Fit {
  readonly candidate: TexFontWidths;
  /** Mean difference between the widths in em, plus penalties for the candidate. */
  readonly error: number;
  /** Ratio of the letter widths to the widths of 10-point letters, with both widths relative to the font size. */
  readonly breadth: number;
}

/** Returns the font whose widths match the bitmaps best. Returns undefined if no font is close. */
function bestFit(
  font: BitmapFont,
  breadth: number,
  textEncoding: Encoding,
  taken: ReadonlySet<string> = new Set(),
): Fit | undefined {
  let best: Fit | undefined;
  for (const candidate of TEX_FONTS) {
    const fit = fitOf(font, breadth, candidate);
    if (fit === undefined) continue;
    const isOtherText = TEXTS.has(candidate.encoding) && candidate.encoding !== textEncoding;
    const error =
      fit.error + candidate.handicap + (isOtherText ? OTHER_ENCODING : 0) + (taken.has(candidate.family) ? TAKEN : 0);
    if (best === undefined || error < best.error) best = { ...fit, error };
  }
  return best;
}

const TEXTS: ReadonlySet<Encoding> = new Set(['OT1', 'T1']);
/** Penalty in em for a second text encoding. Nearly all text of a document has one encoding. */
const OTHER_ENCODING = 0.01;
/** Penalty in em for a font that was already found in this size. */
const TAKEN = 0.02;

/**
 * Limits of a match. Widths are rounded to dots. Widths at other sizes are not quite proportional: msbm5 and msbm7
 * differ by 0.02 em, and 5-point designs by 13 % (from their TFM files).
 */
const LIMITS = { dots: 0.55, ems: 0.022, breadth: 1.13 } as const;
/** Weight of an unexpected breadth relative to errors in em. Most widths are about half an em. */
const BREADTH_WEIGHT = 0.5;

/**
 * Returns the factor that best scales the candidate's widths to the font's. Returns undefined if the candidate lacks a
 * code.
 */
function factorOf({ uses }: BitmapFont, { widthOf, encoding }: TexFontWidths): number | undefined {
  let [products, squares, known] = [0, 0, 0];
  for (const [code, { width, character }] of uses) {
    const own = widthOf(code);
    if (own === undefined || isOtherLetter(code, character, glyphOfCode(encoding, code))) return undefined;
    if (Number.isNaN(own)) continue;
    products += own * width;
    squares += own * own;
    known += 1;
  }
  // A hostile file may have negative widths.
  return products > 0 && known >= uses.size / 2 ? products / squares : undefined;
}

/**
 * Returns how well the widths match the candidate after scaling all widths by the best factor. Returns undefined if
 * some width does not match.
 */
function fitOf(font: BitmapFont, expected: number, candidate: TexFontWidths): Fit | undefined {
  const { widthOf, size } = candidate;
  const factor = factorOf(font, candidate);
  if (factor === undefined) return undefined;
  const breadth = factor * breadthOf(size);
  const surplus = Math.abs(Math.log(breadth / expected));
  if (surplus > Math.log(LIMITS.breadth)) return undefined;
  let [sum, known] = [0, 0];
  for (const [code, { width }] of font.uses) {
    const own = widthOf(code) ?? Number.NaN;
    if (Number.isNaN(own)) continue;
    const error = Math.abs(width - factor * own);
    if (error > LIMITS.dots * font.dot + LIMITS.ems) return undefined;
    sum += error;
    known += 1;
  }
  return { candidate, error: sum / known + BREADTH_WEIGHT * surplus, breadth };
}

/**
 * Returns whether the file's name for this code is another letter or digit than the candidate's. If the name repeats
 * the code, the real name is unknown.
 */
function isOtherLetter(code: number, named: string | undefined, own: string | undefined): boolean {
  if (named === undefined || named === String.fromCharCode(code)) return false;
  return /^[A-Za-z\d]$/.test(named) && named !== own;
}
