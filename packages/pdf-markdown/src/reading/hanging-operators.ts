import type { PlacedGlyph } from '../formulas/glyph-box.ts';
import { classOf } from '../formulas/signs.ts';
import type { TextRun } from './page-content.ts';

/** How far above the line an operator that hangs begins, and from where on it is one of displays, sizes. */
const HANGS = { least: 0.35, display: 0.9, most: 1.6 };
/** How far above the line the baseline of an integral is that stands below it, sizes. In STIX they do in displays. */
const STANDS = { least: -0.8, most: -0.04 };
const DISPLAY_INTEGRAL = { code: 90, hang: 1.36 }; // sizes, in Computer Modern
const BEFORE = { runs: 3, gap: 1.2 }; // sizes
const AFTER = { runs: 6, gap: 3 }; // sizes
const FULL_SIZE = 0.9; // sizes

/** Codes in TeX's extensible font of operators in text and in displays. Other integrals are as high as the first. */
const CODES: Readonly<Record<string, readonly [text: number, display: number]>> = {
  '⨆': [70, 71],
  '∮': [72, 73],
  '⨀': [74, 75],
  '⨁': [76, 77],
  '⨂': [78, 79],
  '∑': [80, 88],
  '∏': [81, 89],
  '∫': [82, 90],
  '⋃': [83, 91],
  '⋂': [84, 92],
  '⨄': [85, 93],
  '⋀': [86, 94],
  '⋁': [87, 95],
  '∐': [96, 97],
};

/**
 * Large operators that hang from above the line, although their font does not say so: STIX and the newer signs of newtx have
 * codes of their own. They are put on the line of what was drawn beside them.
 */
export function placeOperators(runs: readonly TextRun[]): TextRun[] {
  return runs.map((run, i) => {
    const glyph = run.glyphs?.length === 1 ? run.glyphs[0] : undefined;
    if (!glyph || glyph.extensible !== undefined || classOf(glyph.sign) !== 'op') return run;
    const line = lineBeside(runs, i);
    return line === undefined ? run : placeOperator(run, glyph, line);
  });
}

function placeOperator(run: TextRun, glyph: PlacedGlyph, line: number): TextRun {
  const hang = (line - run.baseline) / run.size;
  if (hang > STANDS.least && hang < STANDS.most && /^[∫-∳]$/.test(glyph.sign))
    return standingIntegral(run, glyph, line);
  if (hang < HANGS.least || hang > HANGS.most) return run;
  const [inText, inDisplay] = CODES[glyph.sign] ?? [82, 90];
  const placed: PlacedGlyph = { ...glyph, extensible: hang < HANGS.display ? inText : inDisplay, hangs: true };
  return { ...run, baseline: line, glyphs: [placed] };
}

/** An integral of a display as Computer Modern prints it: it hangs, centred on the axis. */
function standingIntegral(run: TextRun, glyph: PlacedGlyph, line: number): TextRun {
  const baseline = line - DISPLAY_INTEGRAL.hang * run.size;
  return { ...run, baseline: line, glyphs: [{ ...glyph, baseline, extensible: DISPLAY_INTEGRAL.code, hangs: false }] };
}

/** The baseline of the letters before the operator, or of the first full-size ones after it. */
function lineBeside(runs: readonly TextRun[], at: number): number | undefined {
  const run = runs[at] as TextRun;
  const isFull = (other: TextRun) => other.size > FULL_SIZE * run.size && other.size < run.size / FULL_SIZE;
  const isOther = (other: TextRun) => classOf(other.text) !== 'op';
  const before = runs
    .slice(Math.max(0, at - BEFORE.runs), at)
    .findLast((other) => isFull(other) && isOther(other) && isNear(run.left - other.right, BEFORE.gap * run.size));
  const after = runs
    .slice(at + 1, at + 1 + AFTER.runs)
    .find((other) => isFull(other) && isOther(other) && isNear(other.left - run.right, AFTER.gap * run.size));
  return (before ?? after)?.baseline;
}

function isNear(gap: number, most: number): boolean {
  return gap > -0.3 * most && gap < most;
}
