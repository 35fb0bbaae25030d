import { expect, test } from '@jest/globals';
import { repairGlyphs } from './glyphs.ts';

test('prints tall brackets once', () => {
  expect(repairGlyphs('\uf8ee\uf8ef\uf8f0 x \uf8f9\uf8fa\uf8fb', false)).toBe('[ x ]');
});

test('reads codes of TeX’s extensible font in formulas, and drops them elsewhere', () => {
  expect(repairGlyphs('\u0010x\u0011', true)).toBe('(x)');
  expect(repairGlyphs('a\u0010b\ufffd', false)).toBe('ab');
});

test('opens ligatures and keeps a soft hyphen at a line’s end', () => {
  expect(repairGlyphs('e\ufb00ect in\ufb02u\u00ad', false)).toBe('effect influ-');
});

test('takes the signs of micro and ohm for the Greek letters that they are', () => {
  expect(repairGlyphs('\u00b5\u2126', true)).toBe('μΩ');
});
