import { inkOf, type Bar, type PlacedGlyph } from '../../formulas/glyph-box.ts';
import { isSameColumn, type Line } from '../lines/line.ts';
import { glyphsOf } from '../../text/run-glyphs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

/** Minimum height in em of a numerator's baseline above the bar. The letters of the numerator may be on the bar. */
const LEAST_RISE = -0.05;
/**
 * Distance in em from the bar to the print of a denominator. The denominator's baseline may be unusually low, under a
 * root or with tall brackets.
 */
const GAP_BELOW = { least: -0.1, most: 0.7 };
const LOWEST = 2; // em
const ON_AXIS = 0.12; // em
const BESIDE = 0.9; // em
/**
 * Maximum number of consecutive lines of one fraction: the numerator, the neighbours of the fraction, and the
 * denominator, each with scripts.
 */
const NEIGHBOUR_REACH = 3;

/**
 * Returns the lines of each full-size fraction: the numerator, the denominator, and the neighbours on the fraction's
 * axis. A long root in the denominator may be as low as the next line of text. A neighbour may be a word.
 *
 * @param lines of a document in reading order
 * @param isWordy whether a line belongs to a text
 */
export function findDisplayedFractions(lines: readonly Line[], isWordy: (line: Line) => boolean): ReadonlySet<Line>[] {
  const fractions: ReadonlySet<Line>[] = [];
  lines.forEach((line, at) => {
    for (const bar of barsUnder(line)) {
      const near = lines
        .slice(Math.max(0, at - NEIGHBOUR_REACH), at + NEIGHBOUR_REACH + 1)
        .filter((other) => isSameColumn(line, other) && Math.abs(other.baseline - bar.y) < LOWEST * line.size);
      const beside = near.filter((other) => isBeside(other, bar));
      const under = near.filter((other) => other !== line && isUnder(other, bar));
      if (beside.length === 0 || under.length === 0) continue;
      const parts = near.slice(
        Math.min(...[line, ...beside, ...under].map((part) => near.indexOf(part))),
        Math.max(...[line, ...beside, ...under].map((part) => near.indexOf(part))) + 1,
      );
      if (!parts.some(isWordy)) fractions.push(new Set(parts));
    }
  });
  return fractions;
}

/** Returns the bars below full-size print of this line. */
function barsUnder(line: Line): ReadonlySet<Bar> {
  // Fast path: most runs have no bar.
  const runs = line.runs.filter((run) => run.glyphs?.some((glyph) => glyph.bars !== undefined));
  const glyphs = runs.flatMap((run) => glyphsOf(run) ?? []).filter((glyph) => isFull(glyph, line));
  return new Set(
    glyphs.flatMap((glyph) =>
      (glyph.bars ?? []).filter(
        (bar) => bar.y - glyph.baseline > LEAST_RISE * glyph.size && isMiddleOverBar(glyph, bar),
      ),
    ),
  );
}

function isFull({ size }: PlacedGlyph, line: Line): boolean {
  return size > SCRIPT_SIZE * line.size;
}

function isMiddleOverBar({ left, right }: PlacedGlyph, bar: Bar): boolean {
  const middle = (left + right) / 2;
  return middle > bar.left && middle < bar.right;
}

function isUnder(line: Line, bar: Bar): boolean {
  return line.runs
    .flatMap((run) => glyphsOf(run) ?? [])
    .some((glyph) => {
      const gap = (inkOf(glyph).top - bar.y) / glyph.size;
      return isFull(glyph, line) && isMiddleOverBar(glyph, bar) && gap > GAP_BELOW.least && gap < GAP_BELOW.most;
    });
}

/** Returns whether full-size print on the axis of the bar begins or ends next to the bar. */
function isBeside(line: Line, bar: Bar): boolean {
  return line.runs.some(
    (run) =>
      run.size > SCRIPT_SIZE * line.size &&
      Math.abs(run.baseline - bar.y - AXIS * run.size) < ON_AXIS * run.size &&
      Math.min(Math.abs(run.left - bar.right), Math.abs(bar.left - run.right)) < BESIDE * run.size,
  );
}
