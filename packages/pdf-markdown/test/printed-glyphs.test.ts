import { expect, test } from '@jest/globals';
import { writeGlyphPdf, type PrintedCodes } from '@almagest/upstream-lab/typeset';
import { parsePdf } from '../src/parse-pdf.ts';
import type { UnknownGlyph } from '../src/reading/read-document.ts';
import { glyphOfCode, type Encoding } from '../src/glyphs/glyph-encodings.ts';

const FONTS: readonly (readonly [font: string, encoding: Encoding])[] = [
  ['CMMI10', 'OML'],
  ['CMSY10', 'OMS'],
  ['CMEX10', 'OMX'],
  ['MSAM10', 'MSA'],
  ['MSBM10', 'MSB'],
  ['wasy10', 'WASY'],
  ['stmary10', 'STMARY'],
  ['rtxmi', 'OML'],
  ['txsys', 'OMS'],
  ['rntxmi', 'OML'],
  ['esint10', 'ESINT'],
  ['TeX-matha10', 'MATHA'],
  ['TeX-mathb10', 'MATHB'],
  ['TeX-mathx10', 'MATHX'],
];
const CODES = Array.from({ length: 256 }, (_, code) => code);

const ON_A_PAGE = 13;

interface Printed {
  readonly read: ReadonlyMap<number, string>;
  readonly unknownGlyphs: readonly UnknownGlyph[];
}

/** Prints each code between words and letters, and returns the text read for it. Tall signs are printed as displays. */
async function readCodes(font: string, codes: readonly number[], names?: PrintedCodes['names']): Promise<Printed> {
  const pages = [];
  // Prints each group of codes in its own document, because text at the same place on several pages is a running head
  // or foot.
  for (let at = 0; at < codes.length; at += ON_A_PAGE)
    pages.push(await readPage({ font, codes: codes.slice(at, at + ON_A_PAGE), ...(names ? { names } : {}) }));
  return {
    read: new Map(pages.flatMap(({ read }) => [...read])),
    unknownGlyphs: pages.flatMap(({ unknownGlyphs }) => unknownGlyphs),
  };
}

async function readPage(printed: PrintedCodes): Promise<Printed> {
  const { blocks, unknownGlyphs } = await parsePdf(writeGlyphPdf([printed]));
  const parts = blocks
    .map((block) => block.markdown)
    .join(' ')
    .split(/sign (?=\d+ of)/)
    .slice(1);
  const read = parts.map((part) => {
    const sign = part.replace(/^\d+ of [A-Za-z]+ is/, '').replace('in print and that is all', '');
    const own = sign.replaceAll(/\\,|[$\s]|(?<!\\)[{}]/g, '');
    return [Number.parseInt(part, 10), own.replace('x', '').replace(/y(?!.*y)/, '')] as const;
  });
  return { read: new Map(read), unknownGlyphs };
}

/** Returns whether the sign is a lower part of a bracket. Lower parts are joined to the upper part of their bracket. */
const isLowerPart = (sign: string) => /[⎜⎝⎟⎠⎢⎣⎥⎦⎨⎩⎪⎬⎭⏐⎾]/.test(sign);

test.each(FONTS)('no sign of %s is lost', async (font, encoding) => {
  const codes = CODES.filter((code) => {
    const has256 = encoding.startsWith('MATH');
    const sign = has256 || code < 128 ? glyphOfCode(encoding, code) : undefined;
    return sign !== undefined && !isLowerPart(sign);
  });
  const { read, unknownGlyphs } = await readCodes(font, codes);
  expect(codes.filter((code) => (read.get(code) ?? '') === '')).toEqual([]);
  expect(unknownGlyphs).toEqual([]);
});

test("astronomy's signs are read from a file by their names", async () => {
  const { read } = await readCodes('CMSY10', [0x0c, 0x08, 0x0e, 0x30]);
  expect([...read.values()]).toEqual(['\\odot', '\\oplus', '\\circ', '\\prime']);
  const { read: planets } = await readCodes('wasy10', [46, 39, 25, 88, 89]);
  expect([...planets.values()]).toEqual(['\\odot', '\\text☿', '\\text♀', '\\text♃', '\\text♄']);
});

test('an unknown sign is printed as U+FFFD, counted and named', async () => {
  const { read, unknownGlyphs } = await readCodes('txexas', [5, 6]);
  expect([...read.values()].every((sign) => sign.includes('\ufffd'))).toBe(true);
  expect(unknownGlyphs).toEqual([
    { font: 'txexas', code: 5, count: 1 },
    { font: 'txexas', code: 6, count: 1 },
  ]);
});

/** Glyph names from TeX packages, and the expected TeX. */
const NAMED: readonly (readonly [name: string, tex: string])[] = [
  ['uni2A7D', '\\leqslant'],
  ['u1D6FC', '\\alpha'],
  ['u1D716', '\\epsilon'],
  ['uni222B.sm', '\\int'],
  ['uni20D7.rt', '\\vec'],
  ['u1D4BE.dtls', '\\imath'],
  ['similarequal', '\\simeq'],
  ['lessorsimilar', '\\lesssim'],
  ['notlessorslnteql', '\\not\\leqslant'],
  ['summationdisplay', '\\sum'],
  ['uni22DE0338', '\\not\\curlyeqprec'],
  ['nelement', '\\notin'],
  ['bbR', '\\mathbbR'],
  ['Ebbb', '\\mathbbE'],
  ['uni210E', 'h'],
  ['rightarrow', '\\rightarrow'],
  ['Jupiter', '\\text♃'],
  ['Sun', '\\odot'],
  ['Earth', '\\oplus'],
  ['dblbracketleft', '\\llbracket'],
  ['hat6', '\\hat'],
  ['tilde4', '\\tilde'],
];

test.each(['program', 'pdf'] as const)('reads a sign with a private code by its name in the %s', async (place) => {
  const byCode = new Map(NAMED.map(([name], i) => [65 + i, name]));
  const { read, unknownGlyphs } = await readCodes('ABMath', [...byCode.keys()], { in: place, byCode });
  expect(NAMED.map(([name], i) => [name, read.get(65 + i)])).toEqual(NAMED);
  expect(unknownGlyphs).toEqual([]);
});

test('a formula sign with a meaningless name is unknown, not the letter with its code', async () => {
  const byCode = new Map([[65, '_a65_']]);
  const { unknownGlyphs } = await readCodes('ABMath', [65], { in: 'program', byCode });
  expect(unknownGlyphs).toEqual([{ font: 'ABMath', code: 65, count: 1 }]);
});

test.each(['ABMath', 'txsys', 'ABText'])(
  'falls back to standard glyph names for %s where the table of characters has gaps',
  async (font) => {
    const byCode = new Map([
      [65, 'A'],
      [185, 'parenleft'],
      [186, 'bracketright'],
      [187, 'five'],
    ]);
    const characters = new Map([[65, 'A']]);
    // pdfjs loses the name of the last glyph of a font program.
    const names = { in: 'program', byCode: new Map([...byCode, [188, 'own']]), characters } as const;
    const { read, unknownGlyphs } = await readCodes(font, [185, 186, 187], names);
    expect([...read.values()]).toEqual(['(', ']', '5']);
    expect(unknownGlyphs).toEqual([]);
  },
);

test("does not mistake a font's weight for the name of its last glyph", async () => {
  const byCode = new Map([
    [65, 'A'],
    [82, 'R'],
  ]);
  const { read, unknownGlyphs } = await readCodes('ABMath', [...byCode.keys()], { in: 'program', byCode });
  expect([...read.keys()]).toEqual([65, 82]);
  expect(read.get(82)).toContain('R');
  expect(unknownGlyphs).toEqual([]);
});

test('reads the letters that TeX uses from Symbol fonts', async () => {
  const byCode = new Map([
    [101, 'epsilon'],
    [102, 'phi'],
    [106, 'phi1'],
  ]);
  const { read } = await readCodes('StandardSymL-Slant', [...byCode.keys()], { in: 'pdf', byCode });
  expect([...read.values()]).toEqual(['\\epsilon', '\\phi', '\\varphi']);
});
