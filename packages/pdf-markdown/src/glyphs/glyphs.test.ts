import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fontStyle } from '../reading/font-style.ts';
import { alphabetOfFont, alphabetOfLetter, letterOf } from './glyph-alphabets.ts';
import { encodingOf, glyphOfCode, isComputerModern, type Encoding } from './glyph-encodings.ts';
import { signOfName } from './glyph-names.ts';
import { formulaSign, isUnknown, joinBrackets, namedSign, readGlyph, repairGlyphs } from './glyphs.ts';

test("ignores a subset tag in a font's name", () => {
  const names = ['txexs', 'NewPXMI', 'CMEX10', 'PLAIN', 'Symbol', 'TeXGyrePagellaX-Regular', 'STIXMath'];
  // Without its tag, each name begins with the name of a TeX font family.
  const beginning = fc.constantFrom('CM', 'LM', 'XM', 'PL', 'CS', 'MSAM', 'EUF', 'TX', 'PX', 'RSFS');
  const tag = fc
    .tuple(beginning, fc.string({ unit: fc.constantFrom('A', 'M', 'X', 'Z'), minLength: 6, maxLength: 6 }))
    .map(([start, end]) => (start + end).slice(0, 6));
  fc.assert(
    fc.property(tag, fc.constantFrom(...names), (letters, name) => {
      const tagged = `${letters}+${name}`;
      expect(encodingOf(tagged)).toBe(encodingOf(name));
      expect(isComputerModern(tagged)).toBe(isComputerModern(name));
      expect(fontStyle(tagged)).toEqual(fontStyle(name));
      expect(alphabetOfFont(tagged, undefined, false)).toBe(alphabetOfFont(name, undefined, false));
    }),
  );
});

test('writes a tall bracket once', () => {
  expect(joinBrackets(repairGlyphs('\uf8ee\uf8ef\uf8f0 x \uf8f9\uf8fa\uf8fb', false))).toBe('[ x ]');
});

test('reports unknown signs', () => {
  expect(repairGlyphs('a\u0010b\ufffd\ue123', false)).toBe('ab\ufffd\ufffd');
  expect(['\u0010', '\ufffd', '\ue123'].every(isUnknown)).toBe(true);
  expect(['x', '∘', '\uf8ee', ' '].some(isUnknown)).toBe(false);
  expect(namedSign(12, '\f')).toBe('\ufffd');
  expect(namedSign(5, ' ')).toBe('\ufffd');
  expect(namedSign(32, ' ')).toBe(' ');
  expect(namedSign(120, 'x')).toBe('x');
});

test('splits ligatures and keeps a soft hyphen at the end of a line', () => {
  expect(repairGlyphs('e\ufb00ect in\ufb02u\u00ad', false)).toBe('effect influ-');
});

test('splits the ligatures of Calibri within words, and keeps the letters whose names they use', () => {
  const words = ['wriƩen', 'Ɵtles', 'geƫng', 'aŌer', 'plaƞorm', 'funcƟonaliƟes'];
  expect(words.map((word) => repairGlyphs(word, false))).toEqual([
    'written',
    'titles',
    'getting',
    'after',
    'platform',
    'functionalities',
  ]);
  expect(['Ōsaka', 'Ɵ', 'Ʃ'].map((word) => repairGlyphs(word, false))).toEqual(['Ōsaka', 'Ɵ', 'Ʃ']);
});

test('replaces the micro and ohm signs by Greek letters', () => {
  expect(repairGlyphs('\u00b5\u2126', true)).toBe('μΩ');
});

test.each([
  ['ABCDEF+CMMI10', 'OML', 'italic'],
  ['CMMIB7', 'OML', 'boldItalic'],
  ['LMMathItalic10-Regular', 'OML', 'italic'],
  ['rtxmi', 'OML', 'italic'],
  ['NewTXMI', 'OML', 'italic'],
  ['MTMI', 'OML', 'italic'],
  ['CMSY7', 'OMS', 'calligraphic'],
  ['txsys', 'OMS', 'calligraphic'],
  ['MTSY', 'OMS', 'calligraphic'],
  ['CMEX10', 'OMX', 'roman'],
  ['txexs', 'OMX', 'roman'],
  ['MSAM10', 'MSA', 'roman'],
  ['txsya', 'MSA', 'roman'],
  ['MSBM7', 'MSB', 'blackboard'],
  ['txsyb', 'TXSYB', 'blackboard'],
  ['EUFM10', 'alphabet', 'fraktur'],
  ['Kp--M-Ex-Regular', 'OMX', 'roman'],
  ['Kp-Light-M-Ex-Regular', 'OMX', 'roman'],
  ['Kp-Light-M-Italic', 'OML', 'italic'],
  ['Kp-Light-Italic', undefined, 'italic'],
  // Fonts newer than txmi: upright Greek, fraktur, and signs by name, including the = of newtx.
  ['txmiaX', undefined, 'fraktur'],
  ['txmiaSTbb', undefined, 'blackboard'],
  ['stmary10', 'STMARY', 'roman'],
  ['SFRM1000', 'T1', 'roman'],
  ['RSFS10', 'alphabet', 'script'],
  ['CMR10', 'OT1', 'roman'],
  ['CMBX12', 'OT1', 'bold'],
  ['CMTI10', 'OT1', 'textItalic'],
  ['CMSS10', 'OT1', 'sans'],
  ['NimbusRomNo9L-ReguItal', undefined, 'italic'],
  ['NimbusRomNo9L-Regu', undefined, 'roman'],
  ['Times-Roman', undefined, 'roman'],
])('derives encoding and alphabet from the font name %s', (font, encoding, alphabet) => {
  expect(encodingOf(font)).toBe(encoding);
  expect(alphabetOfFont(font, encoding as Encoding | undefined, false)).toBe(alphabet);
});

test.each(['OT1', 'OML', 'OMS', 'OMX', 'MSA', 'MSB'] as const)('has a glyph for each code of %s', (encoding) => {
  const glyphs = Array.from({ length: 128 }, (_, code) => glyphOfCode(encoding, code));
  // MSBM has no glyph at five of its codes.
  expect(glyphs.filter((glyph) => glyph === undefined)).toHaveLength(encoding === 'MSB' ? 5 : 0);
  expect(glyphs.filter((glyph) => glyph !== undefined && glyph.trim() === '')).toEqual([]);
});

test('reads signs by their codes, whatever the file names them', () => {
  // The sun is encoded as a form feed. A form feed would count as white space.
  expect(readGlyph('OMS', 12, '\f').text).toBe('⊙');
  expect(readGlyph('OMS', 8, '\b').text).toBe('⊕');
  expect(readGlyph('OMS', 14, '◦').text).toBe('∘');
  expect(readGlyph('OMS', 48, '0').text).toBe('′');
  expect(readGlyph('OML', 63, '?').text).toBe('⋆');
  expect(readGlyph('OMS', 28, '\u001c').text).toBe('≪');
  expect(readGlyph('OML', 15, 'ǫ').text).toBe('ϵ');
  expect(['MSB', 'TXSYB'].map((encoding) => readGlyph(encoding as Encoding, 118, '≿').text)).toEqual(['⪸', '⪷']);
  expect(readGlyph('OMX', 18, '\u0012')).toEqual({ text: '(', extensible: 18 });
  expect(readGlyph('MSA', 38, '&').text).toBe('≳');
  // Drivers move the first 32 codes to other codes.
  expect(readGlyph('OML', 174, '®').text).toBe('α');
});

test('the colon of relations is a colon in formula fonts', () => {
  expect(repairGlyphs('h∶k', true)).toBe('h:k');
  expect(repairGlyphs('h∶k', false)).toBe('h∶k');
});

test('treats U+FFFF as a missing glyph', () => {
  expect(repairGlyphs('\uffff', false)).toBe('\ufffd');
});

test('reads astronomical signs', () => {
  const printed = (encoding: Encoding, code: number) => readGlyph(encoding, code, String.fromCharCode(code)).text;
  expect({
    sun: printed('OMS', 0x0c),
    earth: printed('OMS', 0x08),
    degree: printed('OMS', 0x0e),
    arcminute: printed('OMS', 0x30),
    ring: printed('OT1', 0x17),
    star: printed('OML', 0x3f),
  }).toEqual({ sun: '⊙', earth: '⊕', degree: '∘', arcminute: '′', ring: '˚', star: '⋆' });
});

test('trusts the name of a letter if a font has other codes than TeX', () => {
  expect(readGlyph('OML', 0x0b, 'q').text).toBe('q');
  expect(readGlyph('OML', 0x61, 'a').text).toBe('a');
  expect(readGlyph('OT1', 0x41, 'A').text).toBe('A');
});

test('reads the tall signs of mathabx, which have their own codes', () => {
  const read = (codes: readonly number[]) => codes.map((code) => glyphOfCode('MATHX', code)).join('');
  expect(read([0, 4, 6, 5, 16, 20, 22, 21, 32, 36, 38, 37])).toBe('(⎛⎜⎝[⎡⎢⎣{⎧⎨⎩');
  expect(read([15, 67, 71, 80, 95, 96, 101, 107, 111, 184, 191])).toBe('‖⟨⟩⌈⌋√⎷⏞⏟∑∯');
});

test('recognises formula letters from the Windows characters that Ghostscript names for them', () => {
  expect(readGlyph('OML', 27, 'Ã')).toEqual({ text: 'σ' });
  expect(readGlyph('OML', 18, '¹')).toEqual({ text: 'θ' });
});

test('trusts the names of newtx, whose codes differ from the fonts they are named after', () => {
  expect(readGlyph('OML', 43, '𝑉').text).toBe('𝑉');
  expect(readGlyph('OML', 109, '𝜕').text).toBe('𝜕');
  expect(readGlyph('OMS', 184, '+').text).toBe('+');
  expect(readGlyph('OMS', 185, '(').text).toBe('(');
  expect(readGlyph('OMS', 6, '±').text).toBe('±');
  // The star among newtx's letters is the smaller of TeX's two stars.
  expect(readGlyph('OML', 162, '★', 'uni2605').text).toBe('⋆');
  expect(readGlyph('MSA', 162, '★', 'uni2605').text).toBe('★');
});

test('reads T1 ligatures by code, and everything with a name by its name', () => {
  expect([27, 28, 30, 21].map((code) => readGlyph('T1', code, String.fromCharCode(code)).text)).toEqual([
    'ff',
    'fi',
    'ffi',
    '–',
  ]);
  expect(readGlyph('T1', 176, '°').text).toBe('°');
  expect(readGlyph('T1', 28, 'ffi').text).toBe('ffi');
});

test("knows Unicode's mathematical alphabets", () => {
  expect(['𝐀', '𝑥', '𝒙', '𝒜', '𝔄', '𝔸', '𝖠', '𝙰', '𝛼', '𝟙', 'x'].map(alphabetOfLetter)).toEqual([
    'bold',
    'italic',
    'boldItalic',
    'script',
    'fraktur',
    'blackboard',
    'sans',
    'typewriter',
    'italic',
    'blackboard',
    undefined,
  ]);
});

test('knows the alphabet of a mathematical letter that was printed with an accent', () => {
  expect(['ℋ\u0302', '𝒟\u0302', 'ℝ\u0303', 'H\u0302', '\u212b'].map(alphabetOfLetter)).toEqual([
    'script',
    'script',
    'blackboard',
    undefined,
    undefined,
  ]);
  expect(letterOf('ℋ\u0302').normalize('NFD')).toBe('H\u0302');
  expect(letterOf('\u{1d719}\u0307')).toBe('ϕ\u0307');
});

test("astronomy's signs have their names, whatever the file says", () => {
  const signs = (encoding: Encoding, codes: readonly number[]) =>
    codes.map((code) => readGlyph(encoding, code, String.fromCharCode(code)).text).join('');
  expect(signs('OMS', [12, 8, 14, 48])).toBe('⊙⊕∘′');
  expect(signs('WASY', [46, 38, 39, 25, 26, 88, 89, 90, 91, 62, 63])).toBe('☉⊕☿♀♂♃♄♅♆≲≳');
  expect(signs('OT1', [23, 94, 95, 126])).toBe('˚ˆ˙˜');
});

test("reads glyphs of new fonts beyond TeX's codes by their names", () => {
  expect(readGlyph('OMX', 185, '∫', 'uni222B.dsp')).toEqual({ text: '∫', extensible: 90 });
  expect(readGlyph('OMX', 175, '∫', 'uni222B')).toEqual({ text: '∫', extensible: 82 });
  expect(readGlyph('OMX', 129, '\u0081', 'parenleftbig4')).toEqual({ text: '(', extensible: 16 });
  expect(readGlyph('OMX', 151, '\u0097', 'bracketrightbig2')).toEqual({ text: ']', extensible: 3 });
  expect(readGlyph('OMS', 162, '¯', undefined)).toEqual({ text: '¯' });
});

test('reads letters common to Greek and Latin as Latin in formulas, and list signs of OpenType fonts as brackets', () => {
  expect(['Τ', '𝛫', 'Χ', 'Σ', '𝛴', 'x', '⒧', '⒭', 'ᵆ'].map(formulaSign)).toEqual([
    '𝑇',
    '𝐾',
    '𝑋',
    'Σ',
    '𝛴',
    'x',
    '(',
    ')',
    '𝑢',
  ]);
});

test("maps newtx's larger parts of parentheses to the extensible font", () => {
  expect(['parenlefttpA', 'parenrightexA', 'parenrightbtA'].map(signOfName)).toEqual([
    { text: '⎛', extensible: 48 },
    { text: '⎟', extensible: 67 },
    { text: '⎠', extensible: 65 },
  ]);
  expect(signOfName('tilde6')).toEqual({ text: '\u0303', extensible: 103 });
});

test('reads text letters by their characters, although formula signs have the same names', () => {
  expect(readGlyph('T1', 0xf8, 'ø', 'oslash').text).toBe('ø');
  expect(readGlyph('OMS', 0xf8, 'ø', 'oslash').text).toBe('⊘');
});

test('reads the congruence sign of txfonts by its other name', () => {
  expect([signOfName('simequal'), signOfName('similarequal')]).toEqual([{ text: '≅' }, { text: '≃' }]);
});

test("reads the pieces of STIX's long arrows as lines", () => {
  expect(signOfName('horizontal.x')).toEqual({ text: '−' });
});

test('reads letters by the names of their variants and ligatures', () => {
  const names = ['one.oldstyle', 'zero.prop', 'a.sc', 'eacute.sc', 'germandbls.alt', 'f_f_i', 'T_h', 'quotesingle.ts1'];
  expect(names.map((name) => signOfName(name)?.text)).toEqual(['1', '0', 'a', 'é', 'ß', 'ffi', 'Th', "'"]);
  const withoutMeaning = ['foo.sc', 'a_foo', 'constructor.x', 'aconstructor.x'];
  const knownToPdfjs = ['one'];
  expect([...withoutMeaning, ...knownToPdfjs].filter((name) => signOfName(name) !== undefined)).toEqual([]);
});
