import { expect } from '@jest/globals';
import katex from 'katex';
import type { Alphabet, Bar, PlacedGlyph } from '../src/formulas/glyph-box.ts';
import { readDisplayed } from '../src/formulas/read-formula.ts';

interface Place {
  readonly y?: number;
  readonly size?: number;
  readonly alphabet?: Alphabet;
  readonly width?: number;
  readonly extensible?: number;
}

/** Returns a glyph at `x`. `y` is the distance of its baseline below 100 points. Letters are half an em wide. */
export function glyph(
  sign: string,
  x: number,
  { y = 0, size = 10, alphabet, width, extensible }: Place = {},
): PlacedGlyph {
  const upright = /[\d()[\],=+−]/.test(sign) ? 'roman' : 'italic';
  return {
    sign,
    alphabet: alphabet ?? upright,
    left: x,
    right: x + (width ?? 0.5 * size),
    baseline: 100 + y,
    size,
    ...(extensible === undefined ? {} : { extensible }),
  };
}

export function word(text: string, x: number, place: Place = {}): PlacedGlyph[] {
  const size = place.size ?? 10;
  return text.split('').map((sign, i) => glyph(sign, x + 0.5 * size * i, { alphabet: 'roman', ...place }));
}

/** Reads glyphs and lines as TeX and checks that KaTeX accepts it. */
export function tex(glyphs: readonly PlacedGlyph[], bars: readonly Bar[] = []): string {
  const formula = readDisplayed(glyphs, bars);
  expect(() => katex.renderToString(formula.tex, { strict: 'ignore', displayMode: true })).not.toThrow();
  return formula.tex;
}
