import { glyphOfCode, type Encoding } from '../text/glyph-encodings.ts';
import { breadthOf, TEX_FONTS, type TexFontWidths } from './tex-fonts.ts';

/** What a document prints in a font of bitmaps, of which the file says neither name nor encoding. */
export interface BitmapFont {
  /** By code. */
  readonly uses: ReadonlyMap<number, GlyphUse>;
  /** The unit of its glyphs' widths, a dot of the printer for which they were drawn, in ems. */
  readonly dot: number;
}

export interface GlyphUse {
  /** How often the glyph was printed so far. */
  count: number;
  /** In ems. */
  readonly width: number;
  /** What it prints, if the file says so. */
  readonly character?: string;
}

/** A font of TeX's that a document has as bitmaps. */
export interface NamedFont {
  /** As TeX names it: `CMMI10`. */
  readonly name: string;
  /** What the font's size is, in the size that the file gives. */
  readonly em: number;
}

/**
 * Names the fonts of TeX that a document has as bitmaps. A driver of a printer keeps of them only the bitmaps and the
 * widths, but the widths of a few glyphs belong together in one font only: of four signs of formulas, drawn at random, none
 * were taken for those of another encoding (30 draws from each of 80 fonts at 300, 600 and 6,000 dots an inch).
 *
 * Some drivers give the size of a font, others only dots: then the widths tell the size too.
 *
 * @returns the fonts whose widths are known, by key
 */
export function nameBitmapFonts(fonts: ReadonlyMap<string, BitmapFont>): ReadonlyMap<string, NamedFont> {
  const given = new Map([...fonts].map(([key, font]) => [key, [{ font, em: 1 }]]));
  const names = nameSized(given);
  return names.size > 0 ? names : nameSized(sizedFonts(fonts));
}

/** A font's widths in an em that it may have. */
interface SizedFont {
  readonly font: BitmapFont;
  /** In the size that the file gives. */
  readonly em: number;
}

/** @param fonts each in all sizes that it may have, by key */
function nameSized(fonts: ReadonlyMap<string, readonly SizedFont[]>): ReadonlyMap<string, NamedFont> {
  const single = [...fonts.values()].flatMap((sizes) => (sizes.length === 1 ? sizes : [])).map(({ font }) => font);
  const sure = single.filter(({ uses }) => uses.size >= MANY_CODES);
  const dotOfText = mostUsed(single)?.dot ?? 1;
  const breadthBySize = ({ dot }: BitmapFont) => breadthOf((TEXT_SIZE * dotOfText) / dot);
  const textEncoding = encodingOfText(sure, breadthBySize);
  const known = sure.flatMap((font) => {
    const fit = bestFit(font, breadthBySize(font), textEncoding);
    // Equal widths are those of any typewriter's font.
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
 * The fonts of a document of which the file gives no sizes, in those that their widths have. A font with few glyphs may have
 * any size of the others.
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

/** The em of a font of which letters are so wide that they fit those of 10 points after a factor. */
function emOf(factor: number, body: number): number {
  let em = factor;
  // Smaller letters are wider in relation: each step is a fifth of the one before.
  for (let step = 0; step < 6; step += 1) em = factor / breadthOf((TEXT_SIZE * em) / body);
  return em;
}

/** By which factor the widths fit those of a font for 10 points; undefined if they fit none. */
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
/** Of fewer glyphs the widths may fit by accident: they tell a font only in a document whose other fonts are TeX's. */
const MANY_CODES = 5;
/** What the text of a paper is mostly printed in, points. */
const TEXT_SIZE = 10;
/** All fonts of a document are drawn for one printer: in a font of the same size, a dot is the same part of an em. */
const SAME_SIZE = 0.03;

function mostUsed(fonts: readonly BitmapFont[]): BitmapFont | undefined {
  const glyphs = ({ uses }: BitmapFont) => [...uses.values()].reduce((sum, { count }) => sum + count, 0);
  return fonts.toSorted((a, b) => glyphs(b) - glyphs(a))[0];
}

/** The encoding of the document's text: the one in which more of it has the widths of its characters. */
function encodingOfText(fonts: readonly BitmapFont[], breadth: (font: BitmapFont) => number): Encoding {
  const fitting = (encoding: Encoding) => {
    const own = TEX_FONTS.filter((candidate) => candidate.encoding === encoding);
    return fonts.filter((font) => own.some((candidate) => fitOf(font, breadth(font), candidate) !== undefined)).length;
  };
  return fitting('T1') > fitting('OT1') ? 'T1' : 'OT1';
}

interface Fit {
  readonly candidate: TexFontWidths;
  /** The mean difference of the widths, in ems, and what else speaks against the candidate. */
  readonly error: number;
  /** How much wider the letters are than at 10 points, relative to the size. */
  readonly breadth: number;
}

/** The font whose widths are most like those of the bitmaps; undefined if none are alike. */
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
/** A document has nearly all its text in one encoding, ems. */
const OTHER_ENCODING = 0.01;
/** A document has each font once in each size, ems. */
const TAKEN = 0.02;

/**
 * Limits of a fit: widths are rounded to dots, and those of other sizes are not quite in proportion (msbm5 against msbm7: .02
 * ems; 13 % between fonts of different designs at 5 points, by their TFM files).
 */
const LIMITS = { dots: 0.55, ems: 0.022, breadth: 1.13 } as const;
/** What a breadth that is not the expected one counts beside errors in ems: most widths are half an em. */
const BREADTH_WEIGHT = 0.5;

/** The factor by which the candidate's widths are most like those of the font; undefined if a code is not the candidate's. */
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
  // A hostile file may have widths below 0.
  return products > 0 && known >= uses.size / 2 ? products / squares : undefined;
}

/** How well the widths fit those of the candidate, after the best factor for all; undefined if one does not fit. */
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
 * Whether the file names another letter or figure than the candidate has at the same code. One that only repeats the code
 * stands for a name that is not known.
 */
function isOtherLetter(code: number, named: string | undefined, own: string | undefined): boolean {
  if (named === undefined || named === String.fromCharCode(code)) return false;
  return /^[A-Za-z\d]$/.test(named) && named !== own;
}
