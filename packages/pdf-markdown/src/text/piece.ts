import type { PlacedGlyph } from '../formulas/glyph-box.ts';
import { SCRIPT_SPACE } from '../tex/tex-metrics.ts';

/** A piece of a line: a run in one font, or a word of such a run. */
export interface Piece {
  readonly text: string;
  readonly math: string;
  /** `_` or `^`. */
  readonly script: string | undefined;
  readonly isMath: boolean;
  readonly joinsMath: boolean;
  readonly spaceBefore: boolean;
  /** The space before the piece in em. */
  readonly gap: number;
  /** Whether the piece is in a text font. TeX takes commas in formulas from the font of the formula's letters. */
  readonly isText: boolean;
  /** Undefined if the positions of the glyphs are unknown. */
  readonly glyphs: readonly PlacedGlyph[] | undefined;
}

/**
 * Splits the glyphs of a text after the first `letters` letters. Returns undefined if a glyph prints letters of both
 * parts.
 */
export function splitGlyphs(
  glyphs: readonly PlacedGlyph[] | undefined,
  letters: number,
): readonly [before: readonly PlacedGlyph[] | undefined, after: readonly PlacedGlyph[] | undefined] {
  let count = 0;
  const at = glyphs?.findIndex((glyph) => (count += glyph.sign.length) >= letters) ?? -1;
  return count === letters && glyphs ? [glyphs.slice(0, at + 1), glyphs.slice(at + 1)] : [undefined, undefined];
}

/** Returns the space in em that TeX inserts after a script: half a point. */
export function spaceOf(piece: Piece | undefined): number {
  return piece?.script === undefined ? 0 : SCRIPT_SPACE;
}
