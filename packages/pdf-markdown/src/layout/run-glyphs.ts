import type { PlacedGlyph } from '../formulas/glyph-box.ts';
import type { PlacedRun } from './rows.ts';

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
