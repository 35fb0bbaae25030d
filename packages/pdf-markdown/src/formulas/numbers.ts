import type { Box } from '../block.ts';
import { inkOf, type Bar, type PlacedGlyph } from './glyph-box.ts';

/** The number of a displayed formula at the margin, and where it stands. */
export interface FormulaNumber {
  /** Without parentheses. */
  readonly text: string;
  readonly baseline: number;
}

const NUMBER = /^\((?:[A-Z]{1,2}\.?)?\d+(?:[.\-–]\d+)*[a-z]?′?\)$/;
const LEAST_GAP = 1.4; // sizes between a formula and its number

const GAP_AFTER_END = 0.4; // sizes, where a comma or full stop ends the formula

/** Takes the numbers away from a displayed formula: upright, in parentheses, with a gap before or after them. */
export function takeNumbers(
  glyphs: readonly PlacedGlyph[],
  bars: readonly Bar[],
): {
  readonly rest: readonly PlacedGlyph[];
  readonly numbers: readonly FormulaNumber[];
} {
  const numbers: FormulaNumber[] = [];
  const taken = new Set<PlacedGlyph>();
  for (const line of linesOf(glyphs)) {
    const pieces = piecesOf(line);
    for (const piece of [pieces.at(-1), pieces[0]]) {
      const text = piece?.map((glyph) => glyph.sign).join('') ?? '';
      if (!piece || !NUMBER.test(text) || !isAtMargin(piece, glyphs) || isTouched(piece, glyphs, bars)) continue;
      numbers.push({ text: text.slice(1, -1), baseline: piece[0]?.baseline ?? 0 });
      for (const glyph of piece) taken.add(glyph);
      break;
    }
  }
  return { rest: taken.size > 0 ? glyphs.filter((glyph) => !taken.has(glyph)) : glyphs, numbers };
}

function linesOf(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const lines: PlacedGlyph[][] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line?.[0] && glyph.baseline - line[0].baseline < 0.1 * glyph.size) line.push(glyph);
    else lines.push([glyph]);
  }
  return lines;
}

function piecesOf(line: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const pieces: PlacedGlyph[][] = [];
  for (const glyph of line.toSorted((a, b) => a.left - b.left)) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    const least = last && /[.,;]/.test(last.sign) && glyph.sign === '(' ? GAP_AFTER_END : LEAST_GAP;
    if (piece && last && glyph.left - last.right < least * glyph.size) piece.push(glyph);
    else pieces.push([glyph]);
  }
  return pieces;
}

/** Whether the number is at the right or the left end of the whole formula. */
function isAtMargin(piece: readonly PlacedGlyph[], glyphs: readonly PlacedGlyph[]): boolean {
  const [first, last] = [piece[0] as PlacedGlyph, piece.at(-1) as PlacedGlyph];
  return glyphs.every((glyph) => glyph.right < last.right + 1) || glyphs.every((glyph) => glyph.left > first.left - 1);
}

/** Whether something stands directly beside it, such as an exponent: then it is a part of the formula. */
function isTouched(piece: readonly PlacedGlyph[], glyphs: readonly PlacedGlyph[], bars: readonly Bar[]): boolean {
  const [first, last] = [piece[0] as PlacedGlyph, piece.at(-1) as PlacedGlyph];
  const reach = GAP_AFTER_END * first.size;
  const isNear = ({ left, right, top, bottom }: Box) =>
    bottom > first.baseline - 0.8 * first.size &&
    top < first.baseline + 0.3 * first.size &&
    right > first.left - reach &&
    left < last.right + reach;
  return (
    glyphs.some((glyph) => !piece.includes(glyph) && isNear(inkOf(glyph))) ||
    bars.some((bar) => isNear({ ...bar, top: bar.y, bottom: bar.y }))
  );
}
