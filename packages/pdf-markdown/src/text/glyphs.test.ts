import { expect, test } from '@jest/globals';
import { repairGlyphs } from './glyphs.ts';

test('writes a tall bracket once', () => {
  expect(repairGlyphs('\uf8ee\uf8ef\uf8f0 x \uf8f9\uf8fa\uf8fb', false)).toBe('[ x ]');
});

test('translates codes of TeX’s extensible font in formulas, and drops them elsewhere', () => {
  expect(repairGlyphs('\u0010x\u0011', true)).toBe('(x)');
  expect(repairGlyphs('a\u0010b\ufffd', false)).toBe('ab');
});

test('splits ligatures and keeps a soft hyphen at the end of a line', () => {
  expect(repairGlyphs('e\ufb00ect in\ufb02u\u00ad', false)).toBe('effect influ-');
});

test('replaces the micro and ohm signs by Greek letters', () => {
  expect(repairGlyphs('\u00b5\u2126', true)).toBe('μΩ');
});
