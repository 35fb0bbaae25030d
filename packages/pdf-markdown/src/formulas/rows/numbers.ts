import type { Box } from '../../block.ts';
import { inkOf, type Bar, type PlacedGlyph } from '../glyph-box.ts';

/** The number of a displayed formula at the margin. */
export interface FormulaNumber {
  /** Without parentheses. */
  readonly text: string;
  readonly baseline: number;
}

/** Matches (12), (2.3), (1a), (A1), (A.1), (B–2), (IV.2), (IV.B.3), (12′), (3a–c), and marks such as (∗) and (†). */
const NUMBER =
  /^\((?:(?:[A-Z]{1,2}|[IVX]+)[.\-–−]){0,2}(?:[A-Z]{1,2}|[IVX]+)?\d{1,4}(?:[.\-–−]\d+)*[a-z]?(?:[-–−][a-z])?[′'’]{0,2}\)$|^\([∗*⋆†‡]{1,3}\)$/;
const LEAST_GAP = 1.4; // em between a formula and its number

const GAP_AFTER_END = 0.4; // em if the formula ends with punctuation
/** A formula that fills its line touches a number at the margin. The formula's full stop may be inside the number. */
const TIGHT = -0.3; // em
const AT_MARGIN = 2; // points

/**
 * Removes the numbers from a displayed formula. A number is upright and in parentheses, with a gap before or after it.
 *
 * @param margin right end of the column in points
 */
export function takeNumbers(
  glyphs: readonly PlacedGlyph[],
  bars: readonly Bar[],
  margin: number,
): {
  readonly rest: readonly PlacedGlyph[];
  readonly numbers: readonly FormulaNumber[];
} {
  const numbers: FormulaNumber[] = [];
  const taken = new Set<PlacedGlyph>();
  // The baseline of an extensible sign differs from the baseline of its row.
  for (const line of linesOf(glyphs.filter((glyph) => glyph.extensible === undefined))) {
    const pieces = piecesOf(line, margin);
    for (const piece of [pieces.at(-1), pieces[0]]) {
      const text = textOf(piece ?? []);
      if (!piece || !NUMBER.test(text) || !(isBeside(piece, pieces, glyphs) || endsAt(piece, margin))) continue;
      // Brackets and operators of several rows extend past a number between these rows.
      if (!endsAt(piece, margin) && isTouched(piece, glyphs, bars)) continue;
      numbers.push({ text: text.slice(1, -1), baseline: piece[0]?.baseline ?? 0 });
      for (const glyph of piece) taken.add(glyph);
      break;
    }
  }
  return { rest: taken.size > 0 ? glyphs.filter((glyph) => !taken.has(glyph)) : glyphs, numbers };
}

function textOf(piece: readonly PlacedGlyph[]): string {
  return piece.map((glyph) => glyph.sign).join('');
}

/** Returns whether a piece is at the margin, or on its own line below a formula that fills a line. */
function isBeside(
  piece: readonly PlacedGlyph[],
  pieces: readonly (readonly PlacedGlyph[])[],
  glyphs: readonly PlacedGlyph[],
): boolean {
  return (pieces.length === 1 && piece.length < glyphs.length) || isAtMargin(piece, glyphs);
}

/** Tolerance for baselines on one line. Numbers may be in another font with a slightly different baseline. */
const SAME_LINE = 0.1; // em

function linesOf(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const lines: PlacedGlyph[][] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line?.[0] && glyph.baseline - line[0].baseline < SAME_LINE * glyph.size) line.push(glyph);
    else lines.push([glyph]);
  }
  return lines;
}

function piecesOf(line: readonly PlacedGlyph[], margin: number): PlacedGlyph[][] {
  const pieces: PlacedGlyph[][] = [];
  const sorted = withoutEnd(line, margin).toSorted((a, b) => a.left - b.left);
  const number = endsAt(sorted, margin) ? sorted.findLast((glyph) => glyph.sign === '(') : undefined;
  for (const glyph of sorted) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    const isAfterEnd = last && /[.,;]/.test(last.sign) && glyph.sign === '(';
    const least = glyph === number ? TIGHT : isAfterEnd ? GAP_AFTER_END : LEAST_GAP;
    if (piece && last && glyph.left - last.right < least * glyph.size) piece.push(glyph);
    else pieces.push([glyph]);
  }
  return pieces;
}

/** Returns whether the print ends at the right end of the column. */
function endsAt(glyphs: readonly PlacedGlyph[], margin: number): boolean {
  return Math.abs(Math.max(...glyphs.map((glyph) => glyph.right)) - margin) < AT_MARGIN;
}

/** Moves a formula's full stop before the number if the full stop is printed inside the number for lack of room. */
function withoutEnd(line: readonly PlacedGlyph[], margin: number): readonly PlacedGlyph[] {
  if (!endsAt(line, margin)) return line;
  const sorted = line.toSorted((a, b) => a.left - b.left);
  const at = sorted.findLastIndex((glyph) => glyph.sign === '(');
  const [bracket, end] = [sorted[at], sorted[at + 1]];
  if (!bracket || !end || !/^[.,]$/.test(end.sign)) return line;
  return line.map((glyph) => (glyph === end ? { ...end, left: bracket.left - 0.3, right: bracket.left - 0.2 } : glyph));
}

/** Returns whether the number is at the right or left end of the formula. */
function isAtMargin(piece: readonly PlacedGlyph[], glyphs: readonly PlacedGlyph[]): boolean {
  const [first, last] = [piece[0] as PlacedGlyph, piece.at(-1) as PlacedGlyph];
  return glyphs.every((glyph) => glyph.right < last.right + 1) || glyphs.every((glyph) => glyph.left > first.left - 1);
}

/** Height and depth of brackets in text fonts, plus a small margin. */
const INK = { height: 0.8, depth: 0.3 }; // em

/** Returns whether print such as an exponent adjoins the number. If so, the number is part of the formula. */
function isTouched(piece: readonly PlacedGlyph[], glyphs: readonly PlacedGlyph[], bars: readonly Bar[]): boolean {
  const [first, last] = [piece[0] as PlacedGlyph, piece.at(-1) as PlacedGlyph];
  const reach = GAP_AFTER_END * first.size;
  const isNear = ({ left, right, top, bottom }: Box) =>
    bottom > first.baseline - INK.height * first.size &&
    top < first.baseline + INK.depth * first.size &&
    right > first.left - reach &&
    left < last.right + reach;
  return (
    glyphs.some((glyph) => !piece.includes(glyph) && isNear(inkOf(glyph))) ||
    bars.some((bar) => isNear({ ...bar, top: bar.y, bottom: bar.y }))
  );
}
