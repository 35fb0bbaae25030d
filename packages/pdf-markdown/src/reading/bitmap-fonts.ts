import { glyphOfCode, type Encoding } from '../text/glyph-encodings.ts';
import { COMPANION_WIDTHS, TEX_WIDTHS, TYPEWRITER_WIDTH } from './tex-widths.ts';

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

/** A font of TeX's with its widths by the codes of one encoding. */
interface Candidate {
  readonly name: string;
  /** The name without the size. */
  readonly family: string;
  readonly encoding: Encoding;
  /** The size for which it was designed, points. */
  readonly size: number;
  /** In ems; undefined for a code that the font does not have, NaN where the width is not known. */
  readonly widthOf: (code: number) => number | undefined;
  /** How much better its widths must fit, in ems, than those of a font that is more frequent in papers. */
  readonly handicap: number;
}

/**
 * Names the fonts of TeX that a document has as bitmaps. A driver of a printer keeps of them only the bitmaps and the
 * widths, but the widths of a few glyphs belong together in one font only: of four signs of formulas, drawn at random, none
 * were taken for those of another encoding (30 draws from each of 80 fonts at 300, 600 and 6,000 dots an inch).
 *
 * @returns a name for each font whose widths are known, by key
 */
export function nameBitmapFonts(fonts: ReadonlyMap<string, BitmapFont>): ReadonlyMap<string, string> {
  const sure = [...fonts.values()].filter(({ uses }) => uses.size >= MANY_CODES);
  const dotOfText = mostUsed(fonts)?.dot ?? 1;
  const breadthBySize = ({ dot }: BitmapFont) => breadthOf((TEXT_SIZE * dotOfText) / dot);
  const textEncoding = encodingOfText(sure, breadthBySize);
  const known = sure.flatMap((font) => {
    const fit = bestFit(font, breadthBySize(font), textEncoding);
    // Equal widths are those of any typewriter's font.
    return fit && !TYPEWRITERS.has(fit.candidate.family) ? [{ dot: font.dot, breadth: fit.breadth }] : [];
  });
  const names = new Map<string, string>();
  if (known.length === 0) return names;
  const taken: { readonly family: string; readonly dot: number }[] = [];
  for (const [key, font] of [...fonts].toSorted(([, a], [, b]) => b.uses.size - a.uses.size)) {
    const isAlike = ({ dot }: { readonly dot: number }) => Math.abs(Math.log(dot / font.dot)) < SAME_SIZE;
    const breadth = known.find(isAlike)?.breadth ?? breadthBySize(font);
    const others = new Set(taken.filter(isAlike).map(({ family }) => family));
    const fit = bestFit(font, breadth, textEncoding, others);
    if (!fit) continue;
    names.set(key, fit.candidate.name);
    taken.push({ family: fit.candidate.family, dot: font.dot });
  }
  return names;
}

const TYPEWRITERS: ReadonlySet<string> = new Set(['CMTT', 'ECTT']);
/** Of fewer glyphs the widths may fit by accident: they tell a font only in a document whose other fonts are TeX's. */
const MANY_CODES = 5;
/** What the text of a paper is mostly printed in, points. */
const TEXT_SIZE = 10;
/** All fonts of a document are drawn for one printer: in a font of the same size, a dot is the same part of an em. */
const SAME_SIZE = 0.03;

function mostUsed(fonts: ReadonlyMap<string, BitmapFont>): BitmapFont | undefined {
  const glyphs = ({ uses }: BitmapFont) => [...uses.values()].reduce((sum, { count }) => sum + count, 0);
  return [...fonts.values()].toSorted((a, b) => glyphs(b) - glyphs(a))[0];
}

/** The encoding of the document's text: the one in which more of it has the widths of its characters. */
function encodingOfText(fonts: readonly BitmapFont[], breadth: (font: BitmapFont) => number): Encoding {
  const fitting = (encoding: Encoding) => {
    const own = CANDIDATES.filter((candidate) => candidate.encoding === encoding);
    return fonts.filter((font) => own.some((candidate) => fitOf(font, breadth(font), candidate) !== undefined)).length;
  };
  return fitting('T1') > fitting('OT1') ? 'T1' : 'OT1';
}

interface Fit {
  readonly candidate: Candidate;
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
  for (const candidate of CANDIDATES) {
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

/** How well the widths fit those of the candidate, after the best factor for all; undefined if one does not fit. */
function fitOf({ uses, dot }: BitmapFont, expected: number, candidate: Candidate): Fit | undefined {
  const { widthOf, size, encoding } = candidate;
  let [products, squares, known] = [0, 0, 0];
  for (const [code, { width, character }] of uses) {
    const own = widthOf(code);
    if (own === undefined || isOtherLetter(code, character, glyphOfCode(encoding, code))) return undefined;
    if (Number.isNaN(own)) continue;
    products += own * width;
    squares += own * own;
    known += 1;
  }
  if (squares === 0 || known < uses.size / 2) return undefined;
  const factor = products / squares;
  const breadth = factor * breadthOf(size);
  const surplus = Math.abs(Math.log(breadth / expected));
  if (surplus > Math.log(LIMITS.breadth)) return undefined;
  let sum = 0;
  for (const [code, { width }] of uses) {
    const own = widthOf(code) ?? 0;
    const error = Number.isNaN(own) ? 0 : Math.abs(width - factor * own);
    if (error > LIMITS.dots * dot + LIMITS.ems) return undefined;
    sum += error;
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

/** How much wider letters are at small sizes than at 10 points, relative to the size (cmr5 to cmr17, by their TFM files). */
const BREADTHS: readonly (readonly [size: number, breadth: number])[] = [
  [5, 1.36],
  [6, 1.22],
  [7, 1.14],
  [8, 1.06],
  [9, 1.03],
  [10, 1],
  [12, 0.98],
  [17, 0.92],
];

function breadthOf(size: number): number {
  const above = BREADTHS.findIndex(([other]) => other >= size);
  const [upper, lower] = [BREADTHS[above] ?? BREADTHS.at(-1), BREADTHS[above - 1]];
  if (!upper) return 1;
  if (!lower || above < 0) return upper[1];
  return lower[1] + ((upper[1] - lower[1]) * (size - lower[0])) / (upper[0] - lower[0]);
}

/** Fonts by their names without the size: their encodings, and their handicaps. */
const FAMILIES: ReadonlyMap<string, readonly [Encoding, number]> = new Map([
  ['CMR', ['OT1', 0]],
  ['CMMI', ['OML', 0.002]],
  ['CMSY', ['OMS', 0.002]],
  ['CMEX', ['OMX', 0.004]],
  ['CMBX', ['OT1', 0.006]],
  ['CMTI', ['OT1', 0.006]],
  ['CMTT', ['OT1', 0.006]],
  ['TCRM', ['TS1', 0.006]],
  ['CMSS', ['OT1', 0.01]],
  ['CMCSC', ['OT1', 0.01]],
  ['MSAM', ['MSA', 0.008]],
  ['MSBM', ['MSB', 0.008]],
  ['CMSSBX', ['OT1', 0.015]],
  ['CMMIB', ['OML', 0.015]],
  ['CMBSY', ['OMS', 0.02]],
]);

/** Names of the fonts that have the same letters in the encoding T1. */
const IN_T1: Readonly<Record<string, string>> = {
  CMR: 'ECRM',
  CMBX: 'ECBX',
  CMTI: 'ECTI',
  CMTT: 'ECTT',
  CMSS: 'ECSS',
  CMSSBX: 'ECSX',
  CMCSC: 'ECCC',
};

const CANDIDATES: readonly Candidate[] = [
  ...[...TEX_WIDTHS].flatMap(([name, widths]) => withT1(name, (code) => widths[code])),
  ...withT1('CMTT10', () => TYPEWRITER_WIDTH),
  ...withT1('TCRM10', (code) => COMPANION_WIDTHS[code - COMPANION_START]),
];

function withT1(name: string, thousandths: (code: number) => number | undefined): Candidate[] {
  const family = /^[A-Z]+/.exec(name)?.[0] ?? '';
  const [encoding, handicap] = FAMILIES.get(family) ?? [];
  if (encoding === undefined || handicap === undefined) return [];
  const size = Number(name.slice(family.length));
  const widthOf = (code: number) => {
    const width = thousandths(code);
    return width === undefined || glyphOfCode(encoding, code) === undefined ? undefined : width / 1000;
  };
  const own: Candidate = { name, family, encoding, size, widthOf, handicap };
  const other = IN_T1[family];
  if (other === undefined) return [own];
  const sizeName = `${String(size).padStart(2, '0')}00`;
  return [own, { ...own, name: other + sizeName, family: other, encoding: 'T1', widthOf: inT1(widthOf) }];
}

const COMPANION_START = 128;

/** “, ”, the hyphen at the end of a line, ď, ľ and ï have widths of their own in the fonts with the encoding T1. */
const OTHER_IN_T1: ReadonlySet<number> = new Set([16, 17, 127, 164, 169, 239]);

/** The widths by the codes of T1: a letter with an accent is as wide as the letter. */
function inT1(widthOf: (code: number) => number | undefined): (code: number) => number | undefined {
  const byGlyph = new Map<string, number>();
  for (let code = 0; code < 128; code += 1) {
    const [glyph, width] = [glyphOfCode('OT1', code), widthOf(code)];
    if (glyph !== undefined && width !== undefined) byGlyph.set(glyph, width);
  }
  return (code) => {
    const glyph = glyphOfCode('T1', code);
    if (glyph === undefined) return undefined;
    if (OTHER_IN_T1.has(code)) return Number.NaN;
    return byGlyph.get(glyph) ?? byGlyph.get(glyph.normalize('NFD').charAt(0)) ?? Number.NaN;
  };
}
