import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodingOf, glyphOfCode } from '../glyphs/glyph-encodings.ts';
import { nameBitmapFonts, type BitmapFont } from './bitmap-fonts.ts';
import { TEX_WIDTHS } from './tex-widths.ts';

const POINTS_OF_AN_INCH = 72.27;
const LETTERS = Array.from('etaoinshrdlucmfwypvbgk', (letter) => letter.charCodeAt(0));
const LIGATURES = { OT1: [11, 12, 13, 14], T1: [27, 28, 29, 30] };

const widthIn = (font: string, code: number) => (TEX_WIDTHS.get(font)?.[code] ?? 0) / 1000;

/** Returns a font with printed glyphs of these widths. The widths are rounded to whole dots. */
function fontOf(widths: ReadonlyMap<number, number>, { size = 10, resolution = 600, count = 1 } = {}): BitmapFont {
  const dot = POINTS_OF_AN_INCH / (resolution * size);
  const use = (width: number) => ({ count, width: Math.round(width / dot) * dot });
  return { dot, uses: new Map([...widths].map(([code, width]) => [code, use(width)])) };
}

const widthsOf = (font: string, codes: readonly number[]) => new Map(codes.map((code) => [code, widthIn(font, code)]));

/** Returns a text font with letters, and with ligatures at the codes of an encoding. */
function text(encoding: 'OT1' | 'T1', resolution = 600): BitmapFont {
  const ligatures = LIGATURES[encoding].map((code, i) => [code, widthIn('CMR10', LIGATURES.OT1[i] ?? 0)] as const);
  return fontOf(new Map([...widthsOf('CMR10', LETTERS), ...ligatures]), { resolution, count: 100 });
}

/** A formula font and at least six of its codes. */
const ofFormulas = fc.constantFrom('CMMI10', 'CMSY10', 'CMEX10', 'MSAM10', 'MSBM10').chain((name) => {
  const encoding = encodingOf(name) ?? 'OML';
  const codes = Array.from({ length: 128 }, (_, code) => code).filter(
    (code) => glyphOfCode(encoding, code) !== undefined && widthIn(name, code) > 0,
  );
  return fc.record({
    name: fc.constant(name),
    codes: fc.uniqueArray(fc.constantFrom(...codes), { minLength: 6, maxLength: 20 }),
  });
});

test('recognises formula fonts by the widths of a few glyphs, at every printer resolution', () => {
  fc.assert(
    fc.property(ofFormulas, fc.constantFrom(300, 600, 1200, 8000), ({ name, codes }, resolution) => {
      const found = nameBitmapFonts(
        new Map([
          ['text', text('OT1', resolution)],
          ['formulas', fontOf(widthsOf(name, codes), { resolution })],
        ]),
      );
      expect(encodingOf(found.get('formulas')?.name ?? '')).toBe(encodingOf(name));
    }),
    { seed: 11 },
  );
});

test('distinguishes text encodings by the codes of ligatures, and smaller print by its dots', () => {
  const small = fontOf(widthsOf('CMR7', [48, 49, 50, 51, 52, 61]), { size: 7 });
  const named = (encoding: 'OT1' | 'T1') =>
    nameBitmapFonts(
      new Map([
        ['text', text(encoding)],
        ['small', small],
      ]),
    );
  expect([...named('OT1')]).toEqual([
    ['text', { name: 'CMR10', em: 1 }],
    ['small', { name: 'CMR7', em: 1 }],
  ]);
  expect([...named('T1')]).toEqual([
    ['text', { name: 'ECRM1000', em: 1 }],
    ['small', { name: 'ECRM0700', em: 1 }],
  ]);
});

test('an already known font of the document is recognised again only in another size', () => {
  const found = nameBitmapFonts(
    new Map([
      ['text', text('OT1')],
      ['sets', fontOf(widthsOf('MSBM10', [82]))],
    ]),
  );
  expect(found.get('sets')?.name).toBe('MSBM10');
});

test('names no font if codes stand for other letters, all glyphs are equally wide, or no width is above 0', () => {
  const codes = LETTERS.toReversed();
  const shuffled = new Map(LETTERS.map((code, i) => [codes[i] ?? 0, widthIn('CMR10', code)]));
  const equal = new Map(LETTERS.map((code) => [code, 0.5]));
  const scaled = (factor: number) => new Map(LETTERS.map((code) => [code, factor * widthIn('CMR10', code)]));
  for (const widths of [shuffled, equal, scaled(-1), scaled(0), scaled(Infinity)])
    expect(nameBitmapFonts(new Map([['text', fontOf(widths)]])).size).toBe(0);
});

test('finds font sizes if the file gives only dots', () => {
  const DOTS = 83; // dots of a 10-point em at 600 dpi
  const inDots = (font: string, codes: readonly number[], em: number): BitmapFont => ({
    dot: 1,
    uses: new Map(codes.map((code) => [code, { count: 1, width: Math.round(widthIn(font, code) * em) }])),
  });
  const found = nameBitmapFonts(
    new Map([
      ['text', inDots('CMR10', [...LETTERS, ...LIGATURES.OT1], DOTS)],
      ['letters', inDots('CMMI10', [11, 23, 28, 59, 97, 120], DOTS)],
      ['indices', inDots('CMR7', [48, 49, 61, 101, 109, 114], 0.7 * DOTS)],
      ['minus', inDots('CMSY7', [0], 0.7 * DOTS)],
    ]),
  );
  const sizes = [...found].map(([key, { name, em }]) => [key, name.replace(/\d+/, ''), Math.round((10 * em) / DOTS)]);
  expect(sizes).toEqual([
    ['text', 'CMR', 10],
    ['letters', 'CMMI', 10],
    ['indices', 'CMR', 7],
    ['minus', 'CMSY', 7],
  ]);
  const wide = fontOf(new Map(LETTERS.map((code) => [code, 1.3 * widthIn('CMR10', code)])));
  expect(nameBitmapFonts(new Map([['text', wide]])).get('text')?.em).toBeCloseTo(1.3);
});
