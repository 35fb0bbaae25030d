import type { TextRun } from '../../reading/page-content.ts';
import { joinLetterspaced } from './letterspaced.ts';
import type { Row } from './page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { isTallBelow } from '../../text/run-glyphs.ts';
import { restoreSmallCapitals } from './small-capitals.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

/** Maximum shift of a script's baseline, in em of the script's base. */
const SCRIPT_SHIFT = 0.62;
/** Minimum shift of a nested script. */
const LEAST_SHIFT = 0.08; // em
/** Maximum shift next to a tall bracket or an operator. */
const TALL_SHIFT = 1.3;
/** Maximum shift of a superscript above an overlined letter, which TeX places 0.65 em above the line. */
const OVERLINED_SHIFT = 0.72;
/** Maximum space between a script and its base. */
const SCRIPT_REACH = 0.32; // em
/** Maximum overlap of a script with its base. Slanted bases and bases with a wide italic correction overlap most. */
const OVERLAP = 0.35; // em
/** Distance from a note mark to the text after the mark. */
const BEFORE = { least: -0.2, most: 0.65 }; // em
/** Position of signs that are composed with a run: over the run (`overlap`) or after the run (`gap`). */
const OVER = { overlap: 0.3, gap: 0.8 }; // em
/**
 * Parts of one script: the maximum ratio of their sizes, the maximum shift between them, and the maximum distance by
 * which stacked parts begin before the script.
 */
const SAME_SIZE = 1.15;
const SAME_LINE = 0.05; // em
const STACKED = 0.5; // em
const SLIGHTLY = 0.1; // em
/** Maximum distance between baselines in a row. Lines in columns with small print are closer than text lines. */
const SAME_ROW = 1.6; // points
/** Maximum distance between attached runs, in em of the larger run. No other rule has a larger limit. */
const FARTHEST = 0.7;
/**
 * Maximum number of letters. The longest scripts are words, such as the index of a number of objects. The longest note
 * marks are several numbers.
 */
const SCRIPT_LETTERS = 30;
const NOTE_MARK_LETTERS = 10;
/**
 * Note marks that are as large as the text, or larger than the small print of tables (AASTeX). These marks are raised
 * by at least `LEAST_RAISE`.
 */
const LARGE_MARK = /^(?:[a-z]{1,2}|[*†‡§¶])$/;
const LEAST_RAISE = 0.25;
const LARGEST_MARK = 1.6; // share of the text size
const MARK_GAP = 0.16; // em
const NOTE_GAP = 0.4; // em
/** A row of at most `MARK_LETTERS` signs belongs to a line within `MARK_SHIFT`. */
const MARK_LETTERS = 4;
const MARK_SHIFT = 0.5; // em
/** Maximum shift of the dot of ≐. TeX prints the dot 0.57 or 0.58 above the line. */
const DOT_SHIFT = 0.6; // em
/** Full-size words in scripts. Their shifts follow σ13 to σ17 of cmsy10, with an addition for high letters. */
const SCRIPT_WORD = /^\p{L}{1,12}(?:[:,.-]\p{L}{1,12})?$/u;
const LONE_LETTER = /(?:^|\s)\p{L}$/u;
const LARGE_SHIFT = { least: 0.13, most: 0.52 }; // em
const DIRECTLY = 0.12; // em
/** Maximum overlap in em between a subscript and a slanted capital. */
const SLANT = 0.2;
const SAME_BASELINE = 0.14; // em
/** Small capitals have exactly the baseline of the large capitals, regardless of the print in the other column. */
const EXACTLY = 0.02; // points
/** Maximum space in em between words of one script. The space is 0.33, or slightly more in small sizes. */
const WORD_SPACE = 0.45;

const WORD = /\p{L}{2}/u;

interface Building {
  baseline: number;
  runs: PlacedRun[];
}

/** Orders a page's runs into rows from top to bottom. Subscripts and superscripts go into the row of their base. */
export function buildRows(runs: readonly TextRun[]): Row[] {
  const rows = groupByBaseline(runs);
  attachScripts(rows, () => true);
  // Attaches superscripts that follow a subscript in a later row, such as the exponent of `{M_\odot}^{-1}`.
  attachScripts(rows, (row) => letterCount(row.runs) <= NOTE_MARK_LETTERS);
  followScripts(rows);
  attachMarks(rows);
  return rows
    .filter((row) => row.runs.length > 0)
    .map(({ baseline, runs: own }) => ({
      baseline,
      runs: restoreSmallCapitals(own.map(joinLetterspaced).toSorted((a, b) => a.left - b.left)),
    }));
}

function groupByBaseline(runs: readonly TextRun[]): Building[] {
  const rows: Building[] = [];
  const hanging: Building[] = [];
  for (const run of runs.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = rows.at(-1);
    const isExactly = run.baseline - (row?.runs.at(-1)?.baseline ?? 0) < EXACTLY;
    const isSame = row && (isExactly || run.baseline - row.baseline <= Math.min(SAME_BASELINE * run.size, SAME_ROW));
    if (isSame && hangsBelow(run, row)) hanging.push({ baseline: run.baseline, runs: [run] });
    else if (isSame) row.runs.push(run);
    else rows.push({ baseline: run.baseline, runs: [run] });
  }
  return hanging.length === 0 ? rows : [...rows, ...hanging].toSorted((a, b) => a.baseline - b.baseline);
}

/**
 * Returns whether parts of tall brackets hang from a text baseline. Parts in TeX's extensible font extend down. So the
 * first part may be on the baseline of the line above the formula.
 */
function hangsBelow(run: TextRun, row: Building): boolean {
  return isTallBelow(run, row.baseline - 1) && row.runs.some(({ font, text }) => !font.math && WORD.test(text));
}

/** Moves each script to the nearest row that has an adjacent larger run or an adjacent attached script. */
function attachScripts(rows: readonly Building[], isDue: (row: Building) => boolean): void {
  rows.forEach((row, at) => {
    if (!isDue(row)) return;
    const staying: PlacedRun[] = [];
    for (const run of row.runs.toSorted((a, b) => a.left - b.left)) {
      const host = run.script || run.inFraction ? undefined : findHost(rows, at, run);
      if (!host) staying.push(run);
      else if (host === row) staying.push(run);
      // The baseline of the row may belong to another column.
      else if (host.runs.some((other) => isBefore(other, run))) host.runs.push(run);
      else host.runs.push({ ...run, script: run.baseline < host.baseline ? 'sup' : 'sub' });
    }
    row.runs = staying;
  });
}

/**
 * Moves nested scripts into the row of their base. The base may have been moved to its letter's row after the script
 * was placed.
 */
function followScripts(rows: readonly Building[]): void {
  rows.forEach((row, at) => {
    const staying: PlacedRun[] = [];
    for (const run of row.runs) {
      const isLeft = run.script && !row.runs.some((other) => !other.script && carries(other, run, 0));
      const host = isLeft ? hostOfSecond(rows, at, run) : undefined;
      if (!host) staying.push(run);
      else host.row.runs.push({ ...run, script: host.script });
    }
    row.runs = staying;
  });
}

function hostOfSecond(rows: readonly Building[], at: number, run: TextRun) {
  for (const row of neighbours(rows, at, 2 * run.size)) {
    const host = row.runs.find((other) => other.script && row !== rows[at] && carriesSecond(other, run));
    if (host?.script) return { row, script: host.script };
  }
  return undefined;
}

/** Returns whether this is a smaller script directly after another script. */
function carriesSecond(host: PlacedRun, script: TextRun): boolean {
  const shift = Math.abs(host.baseline - script.baseline) / host.size;
  const gap = (script.left - host.right) / host.size;
  const isSmaller = script.size < SCRIPT_SIZE * host.size;
  return isSmaller && shift > LEAST_SHIFT && shift < SCRIPT_SHIFT && gap > -OVERLAP && gap < SCRIPT_REACH;
}

/** Returns whether the run continues another run on the same baseline, as small capitals continue a large capital. */
function isBefore(other: PlacedRun, run: PlacedRun): boolean {
  const gap = run.left - other.right;
  const isAdjacent = gap > -SLIGHTLY * run.size && gap < WORD_SPACE * run.size;
  return !other.script && isAdjacent && Math.abs(other.baseline - run.baseline) < SAME_LINE * run.size;
}

/**
 * Moves parts of composed signs into their line, such as the upper half of ≲ or an arrow above a letter. The baselines
 * of such parts are slightly off.
 */
function attachMarks(rows: readonly Building[]): void {
  rows.forEach((row, at) => {
    if (letterCount(row.runs) > MARK_LETTERS || !row.runs.every((run) => run.font.math || run.text.length === 1))
      return;
    for (const run of row.runs) {
      const reach = (run.text === '.' ? DOT_SHIFT : MARK_SHIFT) * run.size;
      const hosts = neighbours(rows, at, reach).filter((other) => other !== row);
      const host = hosts.find((other) => letterCount(other.runs) > 2 * MARK_LETTERS && isAmong(run, other.runs));
      if (!host) continue;
      host.runs.push(run);
      row.runs = row.runs.filter((other) => other !== run);
    }
  });
}

/**
 * Returns whether the run directly follows a run of the row, or is above or below a run of the row that has no word.
 */
function isAmong(run: TextRun, row: readonly TextRun[]): boolean {
  return row.some((other) => {
    const isOver = run.left < other.right - OVER.overlap * run.size;
    return (
      run.left > other.left && run.left < other.right + OVER.gap * run.size && !(isOver && /\p{L}{3}/u.test(other.text))
    );
  });
}

function findHost(rows: readonly Building[], at: number, run: TextRun): Building | undefined {
  let best: Building | undefined;
  let nearest = Infinity;
  for (const row of neighbours(rows, at, 2 * run.size)) {
    const distance = Math.abs(row.baseline - run.baseline);
    if (distance < nearest && row.runs.some((other) => other !== run && carries(other, run, distance))) {
      best = row;
      nearest = distance;
    }
  }
  return best;
}

function neighbours(rows: readonly Building[], at: number, reach: number): Building[] {
  const near: Building[] = [];
  const baseline = rows[at]?.baseline ?? 0;
  for (let i = at; i >= 0 && baseline - (rows[i]?.baseline ?? 0) < reach; i--) near.push(rows[i] as Building);
  for (let i = at + 1; i < rows.length && (rows[i]?.baseline ?? 0) - baseline < reach; i++)
    near.push(rows[i] as Building);
  return near;
}

/**
 * Returns whether `script` is attached to `host`. The script may be after the host, above or below another script, or
 * before the host as a footnote mark.
 */
function carries(host: PlacedRun, script: TextRun, shift: number): boolean {
  // Fast path: rejects most pairs.
  const gap = Math.max(script.left - host.right, host.left - script.right);
  if (gap > FARTHEST * Math.max(host.size, script.size)) return false;
  if (host.script) return carriesSecond(host, script) || goesOnIn(host, script, shift);
  if (carriesLarge(host, script)) return true;
  if (isLargeMark(script, host)) return false;
  const most = isTallSign(host) ? TALL_SHIFT : isOverlined(host) ? OVERLINED_SHIFT : SCRIPT_SHIFT;
  if (script.size > SCRIPT_SIZE * host.size || shift > most * host.size) return false;
  return isBesideHost(host, script);
}

/**
 * Returns whether the run continues a script of the same size. Next to tall brackets, entire scripts are far from their
 * row.
 */
function goesOnIn(host: PlacedRun, script: TextRun, shift: number): boolean {
  const isSameLine = Math.abs(host.baseline - script.baseline) < SAME_LINE * script.size;
  return (
    host.size < SAME_SIZE * script.size &&
    script.size < SAME_SIZE * host.size &&
    shift < (isSameLine ? TALL_SHIFT : SCRIPT_SHIFT * 1.4) * host.size &&
    script.left > host.left - STACKED * script.size &&
    script.left < host.right + (isSameLine ? WORD_SPACE : 0.35) * script.size
  );
}

/** Returns whether full-size print is attached to the host, as a note mark or as a word that is a letter's script. */
function carriesLarge(host: PlacedRun, script: TextRun): boolean {
  return isLargeMark(host, script) || isLargeScript(host, script);
}

/** Returns whether a note mark as large as the text is raised, directly after a word or directly before the note. */
function isLargeMark(host: PlacedRun, mark: TextRun): boolean {
  if (!LARGE_MARK.test(mark.text) || host.font.math) return false;
  const size = mark.size / host.size;
  const raise = (host.baseline - mark.baseline) / host.size;
  const after = (mark.left - host.right) / host.size;
  const before = (host.left - mark.right) / host.size;
  const isRaised = raise > LEAST_RAISE && raise < SCRIPT_SHIFT;
  const isAfter = !mark.font.math && Math.abs(after) < MARK_GAP;
  const isBeside = isAfter || (before > 0 && before < NOTE_GAP && /^(?=\p{Lu})\p{Script=Latin}/u.test(host.text));
  return isRaised && size > SCRIPT_SIZE && size < LARGEST_MARK && isBeside;
}

/**
 * Returns whether a full-size word directly after a formula letter has the shift of a script, as in LaTeX's
 * `P_\textrm{rot}` and `P_\mbox{rot}`.
 */
function isLargeScript(host: PlacedRun, script: TextRun): boolean {
  const isLetter = host.font.math || (host.font.italic && LONE_LETTER.test(host.text));
  if (!isLetter || script.font.math || !SCRIPT_WORD.test(script.text)) return false;
  const shift = Math.abs(script.baseline - host.baseline) / host.size;
  const isShifted = shift > LARGE_SHIFT.least && shift < LARGE_SHIFT.most;
  const gap = (script.left - host.right) / host.size;
  return isShifted && script.size < host.size / SCRIPT_SIZE && gap > -SLANT && gap < DIRECTLY;
}

/**
 * Returns whether a script is next to its host. Scripts must be short. A line of small print in the other column may
 * also end directly before a larger line, or begin directly after it.
 */
function isBesideHost(host: PlacedRun, script: TextRun): boolean {
  const behind = script.left - host.right;
  const before = host.left - script.right;
  const letters = letterCount([script]);
  return (
    (behind > -OVERLAP * host.size && behind < SCRIPT_REACH * host.size && letters <= SCRIPT_LETTERS) ||
    (before > BEFORE.least * host.size && before < BEFORE.most * host.size && letters <= NOTE_MARK_LETTERS)
  );
}

function isOverlined({ glyphs }: TextRun): boolean {
  return glyphs?.at(-1)?.bars !== undefined;
}

function isTallSign({ glyphs }: TextRun): boolean {
  return glyphs?.length === 1 && glyphs[0]?.extensible !== undefined;
}

/** Splits a row at gaps wider than `gap` em. */
export function splitAtGaps(runs: readonly PlacedRun[], gap: number): PlacedRun[][] {
  const pieces: PlacedRun[][] = [];
  let right = -Infinity;
  for (const run of runs) {
    const piece = pieces.at(-1);
    if (piece && run.left - right <= gap * Math.max(run.size, piece.at(-1)?.size ?? 0)) piece.push(run);
    else pieces.push([run]);
    right = Math.max(piece ? right : -Infinity, run.right);
  }
  return pieces;
}

/** Returns the number of letters and digits. All page statistics weight runs by this number. */
export function letterCount(runs: readonly TextRun[]): number {
  let letters = 0;
  for (const run of runs) letters += lettersIn(run);
  return letters;
}

export function lettersIn({ text }: TextRun): number {
  let letters = text.length;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) letters--;
  return letters;
}
