import { expect, test } from '@jest/globals';
import { areLetters, findTexFonts } from './nameless-fonts.ts';

const fontOf = (text: string) => {
  const uses = new Map<number, { count: number; width: number }>();
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    uses.set(code, { count: (uses.get(code)?.count ?? 0) + 1, width: 0.6 });
  }
  return { dot: 0.001, uses };
};

test('recognises the letters of small fonts only in all of them together', () => {
  const fonts = ['the spectra of hot stars show many lines of helium', 'models of their winds explain them well'].map(
    (text) => fontOf(text.replaceAll(' ', '').repeat(2)),
  );
  expect(findTexFonts(new Map(fonts.map((font, i) => [`f${i}`, font]))).size).toBe(0);
  expect(areLetters(fonts)).toBe(true);
  expect(areLetters([fontOf('zqxj'.repeat(60))])).toBe(false);
});
