import { inkOf, type Alphabet, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { FontStyle } from '../reading/font-style.ts';
import type { PlacedRun } from './page-rows.ts';

/**
 * The glyphs of a run; undefined if they are not known one by one. A run that was cut keeps those of the whole, so each
 * is taken where its part of the run is.
 */
export function glyphsOf(run: PlacedRun): readonly PlacedGlyph[] | undefined {
  // An accent that is drawn before its letter has no width in the text.
  if (run.right <= run.left) return run.glyphs;
  const isOfRun = (glyph: PlacedGlyph) => {
    const middle = (glyph.left + glyph.right) / 2;
    return middle > run.left - 0.1 && middle < run.right + 0.1;
  };
  // Few runs are cut.
  return run.glyphs?.every(isOfRun) === true ? run.glyphs : run.glyphs?.filter(isOfRun);
}

/** Whether all print is above or below lines: of fractions, roots or means. */
export function isAllInFraction(runs: readonly PlacedRun[]): boolean {
  return runs.every((run) => glyphsOf(run)?.every((glyph) => glyph.bars !== undefined) === true);
}

/** Whether a run is of tall brackets or their parts only, which hang from their baseline. */
export function isHanging({ glyphs }: Pick<PlacedRun, 'glyphs'>): boolean {
  return glyphs?.every((glyph) => glyph.extensible !== undefined) === true;
}

/** The same of those that begin below this height (points from the page's upper edge). */
export function isTallBelow({ glyphs }: Pick<PlacedRun, 'glyphs'>, y: number): boolean {
  return glyphs?.every((glyph) => glyph.extensible !== undefined && inkOf(glyph).top > y) === true;
}

/**
 * The glyphs of a run that belongs to a formula. Of plain words only the places of the words are known: their letters have
 * equal shares of them, which is all that a formula needs.
 */
export function allGlyphsOf(run: PlacedRun): readonly PlacedGlyph[] {
  const { words, baseline, size, font } = run;
  return (
    glyphsOf(run) ??
    words.flatMap(({ text, left, right }) => {
      const letters = Array.from(text);
      const width = (right - left) / letters.length;
      return letters.map((sign, i): PlacedGlyph => ({
        sign,
        alphabet: alphabetOf(font),
        left: left + i * width,
        right: left + (i + 1) * width,
        baseline,
        size,
      }));
    })
  );
}

function alphabetOf({ bold, italic, mono }: FontStyle): Alphabet {
  if (mono) return 'typewriter';
  if (italic) return 'textItalic';
  return bold ? 'bold' : 'roman';
}
