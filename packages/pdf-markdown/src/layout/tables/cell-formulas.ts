import type { Box } from '../../block.ts';
import { inkOf } from '../../formulas/glyph-box.ts';
import { enclose } from '../../geometry.ts';
import type { Word } from '../../reading/page-content.ts';
import { findCellFractions } from './cell-fractions.ts';
import { findDegrees, findLimits, type CellFormula } from './cell-limits.ts';
import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { letterCount } from '../rows/rows.ts';
import { allGlyphsOf, isHanging } from '../../text/run-glyphs.ts';
import { extentOf } from './table-columns.ts';
import { regionsOfBrackets } from '../displays/tall-brackets.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { isOperatorName } from '../../tex/function-names.ts';
import { AXIS } from '../../tex/tex-metrics.ts';

/** Minimum share of the letters that have the table's font size. */
const LEAST_SHARE = 0.15;
const SAME_ROW = 0.2; // em
const ON_LINE = 0.05; // em
/** Minimum height of brackets around two rows in a matrix. */
const SEVERAL_ROWS = 2.2; // em
const BELOW_BRACKET = 0.3; // em
const AS_HIGH = 0.3; // em
/**
 * Maximum gap before the condition of a case. The gap is a quad plus the difference between the width of the column and
 * the width of its letters.
 */
const CASE_GAP = 2.2; // em
const COLUMN_GAP = 0.9; // em
const ALIGNED = 1; // points
/** Maximum distance of a script from the tallest brackets. */
const FARTHEST_SCRIPT = 1.6; // em
/** Position of scripts at underlined letters, in em of the letter. */
const FAR_SCRIPT = { gap: 0.2, shift: 0.9 };
/** Where a script continues, in em of the script: at the next sign on its line, or at the next sign of its exponent. */
const CONTINUED = { least: -0.1, most: 0.45, shift: 0.65 };

/**
 * Moves the parts of full-size formulas (numerators, denominators, limits) into their row. Each cell then contains its
 * complete formula. If a row has only fractions, the fraction bars mark the row.
 */
export function gatherFormulas(rows: readonly Row[]): readonly Row[] {
  const runs = rows.flatMap((row) => row.runs);
  const size = sizeOf(runs);
  const taken = new Set<PlacedRun>();
  const all = [
    ...enclosedRuns(runs, size),
    ...findCellFractions(runs, size),
    ...findLimits(rows, size),
    ...findDegrees(rows, size),
  ];
  const formulas = all.flatMap((formula) => {
    const own = formula.runs.filter((run) => !taken.has(run));
    for (const run of own) taken.add(run);
    return own.length > 0 ? [asOneRun({ ...formula, runs: own }, size)] : [];
  });
  return joinScripts(formulas.length === 0 ? rows : moved(rows, taken, formulas, size), size);
}

/**
 * Joins a cell into a single run if the cell is a formula with parts above and below its row. The cell must have no
 * other words.
 */
export function joinFormula(cell: readonly PlacedRun[]): readonly PlacedRun[] {
  const part = cell.find((run) => run.inFraction);
  const isBare = !cell.some(({ inFraction, font, words }) => !inFraction && !font.math && words.some(isOfText));
  return part && isBare && cell.length > 1
    ? [asOneRun({ ...extentOf(cell), baseline: part.baseline, runs: cell }, part.size)]
    : cell;
}

function isOfText({ text }: Word): boolean {
  return /\p{L}{2}/u.test(text) && !isOperatorName(text);
}

/** Returns a formula with parts above and below its row as a single run. A single run cannot be split at a space. */
function asOneRun({ baseline, left, right, runs }: CellFormula, size: number): PlacedRun {
  const sorted = runs.toSorted((a, b) => a.left - b.left);
  const { script: _, ...first } = (sorted.find((run) => run.font.math) ?? sorted[0]) as PlacedRun;
  const text = sorted.map((run) => run.text.replaceAll(' ', '')).join('');
  const glyphs = runs.flatMap(allGlyphsOf);
  return { ...first, text, left, right, baseline, size, glyphs, inFraction: true, words: [{ text, left, right }] };
}

/**
 * Moves small print that continues a script in another row into that row. This print is after a nested script, or far
 * from its row next to a tall bracket.
 */
function joinScripts(rows: readonly Row[], size: number): readonly Row[] {
  const isSmall = (run: PlacedRun) => run.size < SCRIPT_SIZE * size;
  const [small, full] = [rows.filter((row) => row.runs.every(isSmall)), rows.filter((row) => !row.runs.every(isSmall))];
  if (small.length === 0 || full.length === 0) return rows;
  const result = full.map((row) => ({ ...row, runs: [...row.runs] }));
  const rest = small.map((row) => ({
    ...row,
    runs: row.runs.filter((run) => {
      const host = result.find(
        ({ baseline, runs }) =>
          Math.abs(baseline - run.baseline) < FARTHEST_SCRIPT * size &&
          runs.some((other) => isContinued(other, run) || isFarScript(other, run) || isOfBracket(other, run)),
      );
      host?.runs.push({ ...run, script: run.baseline < host.baseline ? 'sup' : 'sub' });
      return host === undefined;
    }),
  }));
  return inOrder([...result, ...rest]);
}

function isContinued(script: PlacedRun, run: PlacedRun): boolean {
  const gap = (run.left - script.right) / run.size;
  const shift = Math.abs(script.baseline - run.baseline) / run.size;
  return script.script !== undefined && gap > CONTINUED.least && gap < CONTINUED.most && shift < CONTINUED.shift;
}

/**
 * Returns whether small print directly follows an underlined letter. The scripts of such a letter are further away than
 * other scripts.
 */
function isFarScript(host: PlacedRun, run: PlacedRun): boolean {
  const gap = (run.left - host.right) / host.size;
  const shift = Math.abs(host.baseline - run.baseline) / host.size;
  return !host.script && host.font.math && Math.abs(gap) < FAR_SCRIPT.gap && shift < FAR_SCRIPT.shift;
}

/** Returns whether small print directly follows a tall bracket near one of its ends. */
function isOfBracket(host: PlacedRun, run: PlacedRun): boolean {
  const ink = isHanging(host) ? enclose(allGlyphsOf(host).map(inkOf)) : undefined;
  if (!ink || host.script) return false;
  const isAtHeight = run.baseline > ink.top && run.baseline < ink.bottom + BELOW_BRACKET * host.size;
  return Math.abs(run.left - host.right) < FAR_SCRIPT.gap * host.size && isAtHeight;
}

function inOrder(rows: readonly Row[]): Row[] {
  return rows
    .filter((row) => row.runs.length > 0)
    .map((row) => ({ ...row, runs: row.runs.toSorted((a, b) => a.left - b.left) }))
    .toSorted((a, b) => a.baseline - b.baseline);
}

/** Returns the font size of the table's text. In a table of inline fractions, most letters are smaller. */
function sizeOf(runs: readonly PlacedRun[]): number {
  const sizes = Map.groupBy(runs, (run) => Math.round(10 * run.size) / 10);
  const least = LEAST_SHARE * letterCount(runs);
  return Math.max(0, ...[...sizes].flatMap(([size, own]) => (letterCount(own) >= least ? [size] : [])));
}

/** Moves runs from their rows into the rows with the given baselines. */
function moved(
  rows: readonly Row[],
  taken: ReadonlySet<PlacedRun>,
  formulas: readonly PlacedRun[],
  size: number,
): Row[] {
  const left = rows.map((row) => ({ ...row, runs: row.runs.filter((run) => !taken.has(run)) }));
  const result: { baseline: number; runs: PlacedRun[] }[] = left.filter((row) => row.runs.length > 0);
  for (const run of formulas) {
    const row = result.find((one) => Math.abs(one.baseline - run.baseline) < SAME_ROW * size);
    if (row) row.runs.push(run);
    else result.push({ baseline: run.baseline, runs: [run] });
  }
  return inOrder(result);
}

/** Returns the contents of brackets over several rows. The baseline is in the middle of the contents. */
function enclosedRuns(runs: readonly PlacedRun[], size: number): CellFormula[] {
  const brackets = regionsOfBrackets(runs, 'left').filter(({ top, bottom }) => bottom - top > SEVERAL_ROWS * size);
  if (brackets.length === 0) return [];
  const closing = regionsOfBrackets(runs, 'right');
  const sorted = runs.toSorted((a, b) => a.left - b.left);
  const enclosed = new Set<PlacedRun>();
  return brackets
    .toSorted((a, b) => a.left - b.left)
    .flatMap((bracket) => {
      const { left, top, bottom } = bracket;
      const inside = sorted.filter(
        (run) => run.left >= left && heightOf(run) > top && heightOf(run) < bottom + BELOW_BRACKET * size,
      );
      const end = closing.find((other) => other.left > bracket.right && isAsHigh(other, bracket, size));
      const own = end ? inside.filter((run) => run.left < end.right) : untilSpace(inside, bracket.right, size);
      const baseline = (top + bottom) / 2 + AXIS * size;
      const before = sorted.filter((run) => run.left < left && !enclosed.has(run));
      if (isOfSeveralRows(own, before, baseline, size)) return [];
      for (const run of own) enclosed.add(run);
      return [{ ...extentOf(own), baseline, runs: own }];
    });
}

/**
 * Returns whether a bracket spans several rows of the table. Cells then precede all lines inside the bracket except the
 * middle line.
 */
function isOfSeveralRows(
  inside: readonly PlacedRun[],
  before: readonly PlacedRun[],
  baseline: number,
  size: number,
): boolean {
  const isFull = (run: PlacedRun) => run.size > SCRIPT_SIZE * size && !isHanging(run);
  const others = inside.filter((run) => isFull(run) && Math.abs(run.baseline - baseline) > SAME_ROW * size);
  const isBeside = (run: PlacedRun) =>
    before.some((other) => isFull(other) && Math.abs(other.baseline - run.baseline) < ON_LINE * size);
  return others.length > 0 && others.every(isBeside);
}

/**
 * Returns the height of a run: its baseline, or the middle of a tall bracket or bracket part. Tall brackets hang from
 * their baseline.
 */
function heightOf(run: PlacedRun): number {
  const ink = isHanging(run) ? enclose(allGlyphsOf(run).map(inkOf)) : undefined;
  return ink ? (ink.top + ink.bottom) / 2 : run.baseline;
}

function isAsHigh(one: Box, other: Box, size: number): boolean {
  return Math.max(Math.abs(one.top - other.top), Math.abs(one.bottom - other.bottom)) < AS_HIGH * size;
}

/** Returns the leading runs up to a column gap. Conditions of cases are aligned, so they also belong to these runs. */
function untilSpace(runs: readonly PlacedRun[], left: number, size: number): PlacedRun[] {
  const own: PlacedRun[] = [];
  let end = left;
  for (const run of runs) {
    const isAligned = runs.some((other) => areAligned(run, other, size));
    if (run.left - end > (isAligned ? CASE_GAP : COLUMN_GAP) * size) break;
    own.push(run);
    end = Math.max(end, run.right);
  }
  return own;
}

/** Returns whether both runs begin lines in the same column. */
function areAligned(one: PlacedRun, other: PlacedRun, size: number): boolean {
  const isBelow = Math.abs(one.baseline - other.baseline) > size;
  return isBelow && Math.abs(one.left - other.left) < ALIGNED && [one, other].every((run) => !isHanging(run));
}
