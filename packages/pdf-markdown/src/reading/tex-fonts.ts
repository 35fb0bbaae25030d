import { glyphOfCode, type Encoding } from '../glyphs/glyph-encodings.ts';
import { COMPANION_WIDTHS, TEX_WIDTHS, TYPEWRITER_WIDTH } from './tex-widths.ts';

/** A TeX font and its widths by the codes of one encoding. */
export interface TexFontWidths {
  readonly name: string;
  /** Name without the size. */
  readonly family: string;
  readonly encoding: Encoding;
  /** Design size in points. */
  readonly size: number;
  /** Width in em. Undefined if the font doesn't have the code, NaN if the width is unknown. */
  readonly widthOf: (code: number) => number | undefined;
  /**
   * Advantage of other fonts over this font, in em. This font is chosen over a more common font only if its widths
   * match better by more than the handicap.
   */
  readonly handicap: number;
}

/**
 * Ratio of letter widths at small sizes to widths at 10 points, both relative to the size (cmr5 to cmr17, from their
 * TFM files).
 */
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

/**
 * Returns the ratio of the letter widths of a font with this design size, in points, to the widths at 10 points. Both
 * are relative to the size.
 */
export function breadthOf(size: number): number {
  const above = BREADTHS.findIndex(([other]) => other >= size);
  const [upper, lower] = [BREADTHS[above] ?? BREADTHS.at(-1), BREADTHS[above - 1]];
  if (!upper) return 1;
  if (!lower || above < 0) return upper[1];
  return lower[1] + ((upper[1] - lower[1]) * (size - lower[0])) / (upper[0] - lower[0]);
}

/** Encodings and handicaps of fonts, by the font's name without the size. */
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

/** Fonts with the same letters in the T1 encoding. */
const IN_T1: Readonly<Record<string, string>> = {
  CMR: 'ECRM',
  CMBX: 'ECBX',
  CMTI: 'ECTI',
  CMTT: 'ECTT',
  CMSS: 'ECSS',
  CMSSBX: 'ECSX',
  CMCSC: 'ECCC',
};

export const TEX_FONTS: readonly TexFontWidths[] = [
  ...[...TEX_WIDTHS].flatMap(([name, widths]) => withT1(name, (code) => widths[code])),
  ...withT1('CMTT10', () => TYPEWRITER_WIDTH),
  ...withT1('TCRM10', (code) => COMPANION_WIDTHS[code - COMPANION_START]),
];

function withT1(name: string, thousandths: (code: number) => number | undefined): TexFontWidths[] {
  const family = /^[A-Z]+/.exec(name)?.[0] ?? '';
  const [encoding, handicap] = FAMILIES.get(family) ?? [];
  if (encoding === undefined || handicap === undefined) return [];
  const size = Number(name.slice(family.length));
  const widthOf = (code: number) => {
    const width = thousandths(code);
    return width === undefined || glyphOfCode(encoding, code) === undefined ? undefined : width / 1000;
  };
  const own: TexFontWidths = { name, family, encoding, size, widthOf, handicap };
  const other = IN_T1[family];
  if (other === undefined) return [own];
  const sizeName = `${String(size).padStart(2, '0')}00`;
  return [own, { ...own, name: other + sizeName, family: other, encoding: 'T1', widthOf: inT1(widthOf) }];
}

const COMPANION_START = 128;

/** Codes of “, ”, the hyphen at line ends, ď, ľ and ï. The widths of these characters are different in T1 fonts. */
const OTHER_IN_T1: ReadonlySet<number> = new Set([16, 17, 127, 164, 169, 239]);

/** Converts widths to the codes of T1. An accented letter is as wide as the plain letter. */
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
