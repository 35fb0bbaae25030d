import { inkOf, type Alphabet, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { FontStyle } from '../reading/font-style.ts';
import type { PlacedRun } from './placed-run.ts';

const ROUNDING = 0.1; // points

/**
 * Returns the glyphs of a run. Returns undefined if the individual glyphs are not known. A part of a cut run keeps the
 * glyphs of the complete run, so the glyphs are filtered by position.
 */
export function glyphsOf(run: PlacedRun): readonly PlacedGlyph[] | undefined {
  // An accent that is drawn before its letter has zero width in the text.
  if (run.right <= run.left) return run.glyphs;
  const isOfRun = (glyph: PlacedGlyph) => {
    const middle = (glyph.left + glyph.right) / 2;
    return middle > run.left - ROUNDING && middle < run.right + ROUNDING;
  };
  // Fast path: few runs are cut.
  return run.glyphs?.every(isOfRun) === true ? run.glyphs : run.glyphs?.filter(isOfRun);
}

/** Returns whether all print is above or below lines. The lines belong to fractions, roots or means. */
export function isAllInFraction(runs: readonly PlacedRun[]): boolean {
  return runs.every((run) => glyphsOf(run)?.every((glyph) => glyph.bars !== undefined) === true);
}

/** Returns whether a run consists of tall brackets or their parts. Both hang from their baseline. */
export function isHanging({ glyphs }: Pick<PlacedRun, 'glyphs'>): boolean {
  return glyphs?.every((glyph) => glyph.extensible !== undefined) === true;
}

/**
 * Returns whether a run consists of tall brackets or their parts that begin below `y` (points from the page's upper
 * edge).
 */
export function isTallBelow({ glyphs }: Pick<PlacedRun, 'glyphs'>, y: number): boolean {
  return glyphs?.every((glyph) => glyph.extensible !== undefined && inkOf(glyph).top > y) === true;
}

/**
 * Returns the glyphs of a run in a formula. For plain words, only the positions of the words are known. So the letters
 * get equal widths, which is sufficient for formulas.
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
