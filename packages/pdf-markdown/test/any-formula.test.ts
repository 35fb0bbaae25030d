import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import katex from 'katex';
import type { Alphabet, PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { readDisplayed, readInline } from '../src/formulas/read-formula.ts';
import { writeTex } from '../src/formulas/write-tex.ts';
import { glyphOfCode, type Encoding } from '../src/glyphs/glyph-encodings.ts';
import { readGlyph } from '../src/glyphs/glyphs.ts';

const ENCODINGS = ['OT1', 'OML', 'OMS', 'OMX', 'MSA', 'MSB', 'WASY', 'STMARY'] as const satisfies readonly Encoding[];
const ALPHABETS: Readonly<Record<(typeof ENCODINGS)[number], Alphabet>> = {
  OT1: 'roman',
  OML: 'italic',
  OMS: 'calligraphic',
  OMX: 'roman',
  MSA: 'roman',
  MSB: 'blackboard',
  WASY: 'roman',
  STMARY: 'roman',
};

const glyph = fc
  .record({
    encoding: fc.constantFrom(...ENCODINGS),
    code: fc.nat(127),
    left: fc.integer({ min: 0, max: 120 }),
    baseline: fc.constantFrom(93, 96, 100, 101.5, 107, 114),
    size: fc.constantFrom(10, 7, 5),
    hangs: fc.boolean(),
    extent: fc.option(
      fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true })),
      {
        nil: undefined,
      },
    ),
  })
  .map(({ encoding, code, left, baseline, size, hangs, extent }): PlacedGlyph => {
    const { text, extensible } = readGlyph(encoding, code, '\ufffd');
    return {
      sign: text,
      alphabet: ALPHABETS[encoding],
      left,
      right: left + 0.5 * size,
      baseline,
      size,
      ...(extensible === undefined ? {} : { extensible, hangs, ...(extent && { extent }) }),
    };
  });
const bar = fc
  .record({
    left: fc.integer({ min: 0, max: 100 }),
    width: fc.integer({ min: 2, max: 60 }),
    y: fc.constantFrom(91, 97.5, 104),
  })
  .map(({ left, width, y }) => ({ left, right: left + width, y }));

test('KaTeX accepts the TeX of any printed formula, and the confidence is between 0 and 1', () => {
  fc.assert(
    fc.property(fc.array(glyph, { minLength: 1, maxLength: 14 }), fc.array(bar, { maxLength: 3 }), (glyphs, bars) => {
      const { tex, confidence } = readDisplayed(glyphs, bars);
      expect(() => katex.renderToString(tex, { strict: 'ignore', displayMode: true })).not.toThrow();
      expect(() => katex.renderToString(readInline(glyphs).tex, { strict: 'ignore' })).not.toThrow();
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test.each(ENCODINGS)('KaTeX accepts the TeX of every glyph of %s', (encoding) => {
  const refused = Array.from({ length: 128 }, (_, code) => code).flatMap((code) => {
    if (glyphOfCode(encoding, code) === undefined) return [];
    const { text, extensible } = readGlyph(encoding, code, '\ufffd');
    const place = { left: 10, right: 15, baseline: 100, size: 10, alphabet: ALPHABETS[encoding] };
    const letter: PlacedGlyph = { ...place, sign: 'x', left: 9 };
    const one: PlacedGlyph = { ...place, sign: text, ...(extensible === undefined ? {} : { extensible }) };
    const { tex } = readDisplayed([letter, one], []);
    try {
      katex.renderToString(tex, { strict: 'ignore', displayMode: true });
      return tex.includes('\ufffd') || tex.trim() === 'x' ? [`${code}: ${tex}`] : [];
    } catch (error) {
      return [`${code}: ${tex} ${String(error)}`];
    }
  });
  expect(refused).toEqual([]);
});

test('KaTeX accepts every letter and sign of the Unicode blocks, alone and within a word', () => {
  const characters = [...range(0xa1, 0x2fff), ...range(0x1d400, 0x1d7ff), ...range(0x1f000, 0x1faff)];
  const refused = characters.filter((text) => {
    const word = writeTex({ kind: 'word', text: `a${text}b`, alphabet: 'roman' });
    const sign = writeTex({ kind: 'sign', text, alphabet: 'italic' });
    try {
      katex.renderToString(`${sign} ${word}`, { strict: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toEqual([]);
});

/** Returns the assigned Unicode characters from `first` to `last`. */
function range(first: number, last: number): string[] {
  const characters = Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
  return characters.filter((text) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(text));
}
