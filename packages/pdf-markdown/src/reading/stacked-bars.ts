import { inkOf, type PlacedGlyph } from '../formulas/glyph-box.ts';
import type { TextRun } from './page-content.ts';
import { AXIS } from '../tex/tex-metrics.ts';

/** Codes of bar pieces in TeX's extensible font (`|`, `‖`). */
const PIECES = new Set([12, 13]);
const EXACTLY = 0.05; // em
/** Maximum overlap in em between pieces in fonts other than Computer Modern. */
const OVERLAP = 0.25;

/**
 * Moves the stacked pieces of tall bars (`\big|`) to the line whose axis the bar is centred on. Each piece has its own
 * baseline. Without the move, the highest piece would join the line above.
 */
export function placeBars(runs: readonly TextRun[]): TextRun[] {
  const placed = [...runs];
  let stack: PlacedGlyph[] = [];
  runs.forEach((run, i) => {
    const piece = pieceOf(run);
    if (!piece) return;
    const above = stack.at(-1);
    stack = above && isBelow(above, piece) && pieceOf(runs[i - 1]) === above ? [...stack, piece] : [piece];
    const baseline = lineOf(stack);
    stack.forEach((_, at) => {
      const place = i - stack.length + 1 + at;
      placed[place] = { ...(runs[place] as TextRun), baseline };
    });
  });
  return placed;
}

/** Returns the baseline of the line whose axis is in the middle of the pieces. */
function lineOf(stack: readonly PlacedGlyph[]): number {
  const [first, last] = [stack[0], stack.at(-1)] as [PlacedGlyph, PlacedGlyph];
  return (inkOf(first).top + inkOf(last).bottom) / 2 + AXIS * first.size;
}

function isBelow(upper: PlacedGlyph, lower: PlacedGlyph): boolean {
  const gap = (inkOf(lower).top - inkOf(upper).bottom) / upper.size;
  const isSame = upper.sign === lower.sign && Math.abs(lower.left - upper.left) < EXACTLY * upper.size;
  return isSame && lower.baseline > upper.baseline && gap > -OVERLAP && gap < EXACTLY;
}

function pieceOf(run: TextRun | undefined): PlacedGlyph | undefined {
  const glyph = run?.glyphs?.length === 1 ? run.glyphs[0] : undefined;
  return glyph && PIECES.has(glyph.extensible ?? -1) ? glyph : undefined;
}
