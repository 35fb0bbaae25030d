import type { Box } from '../../block.ts';
import { enclose } from '../../geometry.ts';
import { inkOf } from '../../formulas/glyph-box.ts';
import { classOf, INTEGRAL } from '../../tex/signs.ts';
import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { allGlyphsOf, glyphsOf, isHanging } from '../../text/run-glyphs.ts';
import { extentOf, type Extent } from './table-columns.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { takesLimits } from '../../tex/function-names.ts';
import { LIMIT_SPACE } from '../../tex/tex-metrics.ts';

/**
 * Minimum height of an operator with limits above and below. Lower operators have no larger form, so they have no such
 * limits in tables.
 */
const TALL = 1.1; // em
/** Height of an operator's name. */
const NAME_HEIGHT = 0.7; // em
/**
 * Distance in em between an operator and its limit. The distance is 1.1 to 3 points at 10 points. Letters are lower
 * than TeX's boxes.
 */
const GAP = { least: -0.15, most: 0.45 };
/** Maximum distance in em between the centres of a limit and its operator. */
const CENTRED = 0.35;
/** Horizontal distance of an integral's limits from its ends. */
const BESIDE = { least: -0.6, most: 0.6 }; // em
/** Where a limit continues: at the next sign on its line, or at a script of the limit. */
const CONTINUED = { gap: 0.45, shift: 0.65 }; // em
/** Maximum distance in em from the start of a root's degree to the radical sign. */
const DEGREE_BEFORE = 0.6;
/** Positions of scripts at letters in the row. */
const SCRIPT = { before: -0.35, behind: 0.32, shift: 0.62 }; // em

/** A part of a formula in a cell. The formula has signs above and below its row. */
export interface CellFormula extends Extent {
  /** Baseline of the formula's row in points. */
  readonly baseline: number;
  readonly runs: readonly PlacedRun[];
}

/**
 * Returns the full-size operators and their limits. Limits above and below an operator may be wider than the operator.
 */
export function findLimits(rows: readonly Row[], size: number): CellFormula[] {
  const operators = operatorsOf(rows, size);
  if (operators.length === 0) return [];
  const runs = rows.flatMap((row) => row.runs);
  const pieces = smallPieces(runs, size);
  const direct = Map.groupBy(pieces, (piece) => operatorOf(piece, operators, size));
  const others = direct.get(undefined) ?? [];
  return operators.flatMap((operator) => {
    const limits = direct.get(operator) ?? [];
    // Further rows of a limit are below the first row.
    const further = others.filter((piece) => limits.some((limit) => isAboveOrBelow(piece, limit, size)));
    const own = [operator.run, ...[...limits, ...further].flatMap((piece) => piece.runs)];
    return limits.length === 0 ? [] : [{ ...extentOf(own), baseline: operator.baseline, runs: own }];
  });
}

/**
 * Returns the operator whose limit is this small print. Between two stacked operators, prefers the operator at TeX's
 * distance.
 */
function operatorOf(piece: Piece, operators: readonly Operator[], size: number): Operator | undefined {
  let [best, least]: [Operator | undefined, number] = [undefined, Infinity];
  for (const operator of operators) {
    const isBeside = isBesideIntegral(piece, operator, size);
    if (!isBeside && !isAboveOrBelow(piece, operator, size)) continue;
    const { top, bottom } = operator.box;
    const isOver = piece.baseline < top;
    const rise = (isOver ? top - piece.baseline : piece.baseline - bottom) / size;
    const distance = isBeside ? 0 : Math.abs(rise - (isOver ? LIMIT_SPACE.above.baseline : LIMIT_SPACE.below.baseline));
    if (distance < least) [best, least] = [operator, distance];
  }
  return best;
}

/** Returns tall roots with a degree. The degree is before the upper part of the sign. */
export function findDegrees(rows: readonly Row[], size: number): CellFormula[] {
  const small = rows.flatMap((row) => row.runs.filter((run) => run.size < SCRIPT_SIZE * size));
  return rows.flatMap(({ baseline, runs }) =>
    runs.flatMap((root) => {
      const [sign] = root.text === '√' ? (glyphsOf(root) ?? []) : [];
      const box = sign && inkOf(sign);
      const degree = box ? small.filter((run) => isDegree(run, box, size)) : [];
      const own = [...degree, root];
      return degree.length > 0 ? [{ ...extentOf(own), baseline, runs: own }] : [];
    }),
  );
}

function isDegree({ left, right, baseline }: PlacedRun, root: Box, size: number): boolean {
  const isBefore = left > root.left - DEGREE_BEFORE * size && right < root.right;
  return isBefore && baseline > root.top && baseline < root.bottom;
}

interface Operator {
  readonly run: PlacedRun;
  readonly box: Box;
  readonly baseline: number;
  readonly isIntegral: boolean;
}

function operatorsOf(rows: readonly Row[], size: number): Operator[] {
  return rows.flatMap(({ baseline, runs }) =>
    runs.flatMap((run) => [...signsIn(run, baseline, size), ...namesIn(run)]),
  );
}

function signsIn(run: PlacedRun, baseline: number, size: number): Operator[] {
  return (glyphsOf(run) ?? []).flatMap((glyph) => {
    const box = inkOf(glyph);
    const isTall = classOf(glyph.sign) === 'op' && box.bottom - box.top > TALL * size;
    return isTall ? [{ run, box, baseline, isIntegral: INTEGRAL.test(glyph.sign) }] : [];
  });
}

function namesIn(run: PlacedRun): Operator[] {
  const { words, baseline, size } = run;
  const names = words.filter(({ text }) => takesLimits(text));
  return names.map(({ left, right }) => ({
    run,
    box: { left, right, top: baseline - NAME_HEIGHT * size, bottom: baseline },
    baseline,
    isIntegral: false,
  }));
}

/** Continuous small print with scripts. */
interface Piece {
  readonly box: Box;
  readonly baseline: number;
  readonly runs: readonly PlacedRun[];
}

/** Returns the small print that is not a script of the preceding letter. */
function smallPieces(runs: readonly PlacedRun[], size: number): Piece[] {
  const pieces: Piece[] = [];
  const isSmall = (run: PlacedRun) => run.size < SCRIPT_SIZE * size;
  for (const run of runs.filter(isSmall).toSorted((a, b) => a.left - b.left)) {
    const at = pieces.findLastIndex((piece) => continuesPiece(piece, run));
    const piece = pieces[at];
    const ink = enclose(allGlyphsOf(run).map(inkOf));
    if (!ink) continue;
    if (piece) pieces[at] = { ...piece, box: enclose([piece.box, ink]) ?? ink, runs: [...piece.runs, run] };
    else pieces.push({ box: ink, baseline: run.baseline, runs: [run] });
  }
  // The baseline of a tall bracket is not the baseline of a row.
  const full = runs.filter((run) => !isSmall(run) && !isHanging(run));
  return pieces.filter((piece) => !full.some((run) => isScriptOf(piece, run)));
}

function continuesPiece({ box, baseline }: Piece, run: PlacedRun): boolean {
  const isNear = run.left - box.right < CONTINUED.gap * run.size;
  return isNear && Math.abs(run.baseline - baseline) < CONTINUED.shift * run.size;
}

function isScriptOf({ box, baseline }: Piece, run: PlacedRun): boolean {
  const gap = (box.left - run.right) / run.size;
  const shift = Math.abs(baseline - run.baseline) / run.size;
  return gap > SCRIPT.before && gap < SCRIPT.behind && shift < SCRIPT.shift;
}

function isBesideIntegral({ box: limit }: Piece, { box, isIntegral }: Operator, size: number): boolean {
  const behind = (limit.left - box.right) / size;
  const isAtHeight = limit.bottom > box.top - GAP.most * size && limit.top < box.bottom + GAP.most * size;
  return isIntegral && isAtHeight && behind > BESIDE.least && behind < BESIDE.most;
}

/** Returns whether small print is centred above or below a box and close to the box. */
function isAboveOrBelow({ box: limit }: Piece, { box }: { readonly box: Box }, size: number): boolean {
  const gap = Math.max(box.top - limit.bottom, limit.top - box.bottom) / size;
  const aside = Math.abs(limit.left + limit.right - box.left - box.right) / 2;
  return aside < CENTRED * size && gap > GAP.least && gap < GAP.most;
}
