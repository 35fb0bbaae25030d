import { rowBaseline, type PlacedGlyph } from '../formulas/glyph-box.ts';
import { classOf } from '../tex/signs.ts';
import type { TextRun } from './page-content.ts';
import { FULL_SIZE } from '../tex/size-classes.ts';

/**
 * Distance in em from the start of a hanging operator down to the line. An operator that begins at least `display`
 * above the line is a display operator.
 */
const HANGS = { least: 0.35, display: 0.9, most: 1.6 };
/**
 * Distance in em from the line up to the baseline of an integral that starts below the line. STIX prints such integrals
 * in displays.
 */
const STANDS = { least: -0.8, most: -0.04 };
const DISPLAY_INTEGRAL = { code: 90, hang: 1.36 }; // em, in Computer Modern
const BEFORE = { runs: 8, gap: 1.2 }; // em
const AFTER = { runs: 8, gap: 3 }; // em

const EXACTLY = 0.03; // em
/**
 * Maximum distance between a measured operator and its line. Programs other than TeX print inline operators on the
 * baseline instead of centring them on the axis.
 */
const OFF_LINE = 0.25; // em
/**
 * Maximum distance between an operator of unknown height and its line. mathptmx's inline sum is the sign of the Symbol
 * font, slightly below the line.
 */
const ALMOST = 0.12; // em

const INTEGRALS = [82, 90] as const;
/**
 * Codes of inline and display operators in TeX's extensible font. Integrals without an entry have the height of `∫`.
 */
const CODES: Readonly<Record<string, readonly [text: number, display: number]>> = {
  '⨆': [70, 71],
  '∮': [72, 73],
  '⨀': [74, 75],
  '⨁': [76, 77],
  '⨂': [78, 79],
  '∑': [80, 88],
  '∏': [81, 89],
  '∫': INTEGRALS,
  '⋃': [83, 91],
  '⋂': [84, 92],
  '⨄': [85, 93],
  '⋀': [86, 94],
  '⋁': [87, 95],
  '∐': [96, 97],
};

/**
 * Moves large operators that hang to the line of their neighbours. STIX and the newer signs of newtx have private
 * codes, so the font does not show that these operators hang.
 */
export function placeOperators(runs: readonly TextRun[]): TextRun[] {
  return runs.map((run, i) => {
    const glyph = run.glyphs?.length === 1 ? run.glyphs[0] : undefined;
    const isMeasured = glyph?.extent !== undefined;
    if (!glyph || (glyph.extensible !== undefined && !isMeasured) || classOf(glyph.sign) !== 'op') return run;
    const lines = linesBeside(runs, i);
    const line = lines.find((one) => isCentred(glyph, one)) ?? lines[0];
    if (line === undefined) return run;
    if (isMeasured) return Math.abs(line - run.baseline) < OFF_LINE * run.size ? { ...run, baseline: line } : run;
    const own = lines.find((one) => Math.abs(one - run.baseline) < ALMOST * run.size);
    if (own === undefined) return placeOperator(run, glyph, line);
    const isExact = Math.abs(own - run.baseline) < EXACTLY * run.size;
    return isExact ? run : { ...run, baseline: own, glyphs: [{ ...glyph, baseline: own }] };
  });
}

function placeOperator(run: TextRun, glyph: PlacedGlyph, line: number): TextRun {
  const hang = (line - run.baseline) / run.size;
  if (hang > STANDS.least && hang < STANDS.most && /^[∫-∳]$/.test(glyph.sign))
    return standingIntegral(run, glyph, line);
  if (hang < HANGS.least || hang > HANGS.most) return run;
  const [inText, inDisplay] = CODES[glyph.sign] ?? INTEGRALS;
  const placed: PlacedGlyph = { ...glyph, extensible: hang < HANGS.display ? inText : inDisplay, hangs: true };
  return { ...run, baseline: line, glyphs: [placed] };
}

/** Returns a display integral in Computer Modern's form: it hangs from its baseline and is centred on the axis. */
function standingIntegral(run: TextRun, glyph: PlacedGlyph, line: number): TextRun {
  const baseline = line - DISPLAY_INTEGRAL.hang * run.size;
  return { ...run, baseline: line, glyphs: [{ ...glyph, baseline, extensible: DISPLAY_INTEGRAL.code, hangs: false }] };
}

/**
 * Returns the baselines of the letters before the operator, and then of the letters after it. The first baseline is not
 * always the operator's line, because the operator or its neighbours may be in a fraction.
 */
function linesBeside(runs: readonly TextRun[], at: number): number[] {
  const run = runs[at] as TextRun;
  const isFull = (other: TextRun) =>
    other.size > FULL_SIZE * run.size && other.size < run.size / FULL_SIZE && classOf(other.text) !== 'op';
  const before = runs
    .slice(Math.max(0, at - BEFORE.runs), at)
    .filter((other) => isFull(other) && isNear(run.left - other.right, BEFORE.gap * run.size))
    .toReversed();
  const after = runs
    .slice(at + 1, at + 1 + AFTER.runs)
    .filter((other) => isFull(other) && isNear(other.left - run.right, AFTER.gap * run.size));
  return [...before, ...after].map((other) => other.baseline);
}

/**
 * Returns whether the operator is centred on the axis of this line. The heights are assumed to be Computer Modern's.
 */
function isCentred(glyph: PlacedGlyph, line: number): boolean {
  return (CODES[glyph.sign] ?? INTEGRALS).some(
    (extensible) => Math.abs(rowBaseline({ ...glyph, extensible }) - line) < EXACTLY * glyph.size,
  );
}

/** Maximum overlap of an operator with its neighbours, as a share of the largest gap. */
const OVERLAP = 0.3;

function isNear(gap: number, most: number): boolean {
  return gap > -OVERLAP * most && gap < most;
}
