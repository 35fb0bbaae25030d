import type { Box } from '../../block.ts';
import { inkOf } from '../../formulas/glyph-box.ts';
import { enclose } from '../../geometry.ts';
import type { Rule } from '../../reading/page-content.ts';
import type { CutRow, Gutter } from './columns.ts';
import { boxOfRuns } from '../lines/line.ts';
import type { Row } from '../rows/page-rows.ts';
import { largestSize } from '../rows/row-sizes.ts';
import { letterCount } from '../rows/rows.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

/** Maximum distance between rows of one formula. Lines of text are 1.2 em apart. */
const FORMULA_STEP = 0.95; // em
const HORIZONTAL_BRACE = /[⏞⏟⎴⎵]/;
const NOTE_REACH = 1.5; // em

/**
 * Cuts rows at the gutter, except the rows of a formula across both columns. A row of numerators or limits belongs to
 * such a formula if a row across the gutter is closer than a line of text. Formula rows also stay uncut between
 * full-width text, or if they are separate from the columns above and below.
 */
export function uncutFormulas(
  rows: readonly Row[],
  cut: (row: Row) => CutRow,
  gutter: Gutter,
  rules: readonly Rule[],
): CutRow[] {
  const middle = (gutter.left + gutter.right) / 2;
  const cuts = rows.map(cut);
  const isWide = rows.map((row, i) => 'full' in (cuts[i] as CutRow) && isBare(row));
  const spread = (i: number, from: number) => {
    const [row, near] = [rows[i], rows[from]];
    if (!row || !near || !isWide[from] || isWide[i] || !isBare(row)) return;
    isWide[i] = Math.abs(row.baseline - near.baseline) < FORMULA_STEP * largestSize(near);
  };
  for (let i = 1; i < rows.length; i++) spread(i, i - 1);
  for (let i = rows.length - 2; i >= 0; i--) spread(i, i + 1);
  const isAcross = rows.map((row, i) => isWide[i] === true || hasBarAt(row, middle));
  for (const i of [...rowsBetween(rows, cuts, isAcross), ...rowsApart(rows, gutter, rules)]) isWide[i] = true;
  return cuts.map((own, i) => (isWide[i] ? { full: (rows[i] as Row).runs } : own));
}

/**
 * Returns the rows of formulas between two full-width lines of text. In these rows, the gap before a condition or a
 * number may be at the gutter. If a formula row spans both columns, the lines of text may be short, with an empty right
 * column next to them. The page may then also end below the formulas.
 */
function rowsBetween(rows: readonly Row[], cuts: readonly CutRow[], isAcross: readonly boolean[]): number[] {
  const found: number[] = [];
  const isText = (at: number) => 'full' in (cuts[at] ?? {}) && rows[at] !== undefined && !isBare(rows[at]);
  const isFree = (at: number) => at === rows.length || 'full' in (cuts[at] ?? {}) || isOfLeft(cuts[at]);
  let start = 0;
  // `undefined` stands for the end of the page.
  [...rows, undefined].forEach((row, i) => {
    if (row && (isBare(row) || isNote(row, rows[i + 1]) || isNote(row, rows[i - 1]))) return;
    const isOfPage = isAcross.slice(start, i).includes(true) && isFree(start - 1) && isFree(i);
    if (isOfPage || (isText(start - 1) && isText(i))) for (let at = start; at < i; at++) found.push(at);
    start = i + 1;
  });
  return found;
}

/** Minimum space around a formula across both columns. A display within a column has less. */
const SKIP = 1.1; // em
/**
 * Minimum extent of such a formula into the right column, as a share of the column's left edge. 0.1 corresponds to a
 * third of a column.
 */
const LINE_REACH = 0.1;
const IN_GUTTER = 2; // points
const AT_EDGE = 3; // points
const PROSE = /\p{L}{3} \p{L}{3}/u;
/** Minimum number of letters in words. A condition such as `otherwise` has fewer. */
const PROSE_LETTERS = 12;
const NUMBER = /^\([\p{L}.]{0,3}\d+(?:[.-]\d+)?\p{L}?\)$/u;

/**
 * Returns the rows of formulas that are separate from the text of both columns. The rows have print in the gutter, or
 * are next to REVTeX's rules. These rules mark the end of the left column and the start of the right column.
 */
function rowsApart(rows: readonly Row[], gutter: Gutter, rules: readonly Rule[]): number[] {
  const found: number[] = [];
  const marks = rules.filter((rule) => isOfColumn(rule, gutter));
  // Fast path: most pages have no such formula.
  if (marks.length === 0 && !rows.some((row) => isInGutter(row, gutter))) return found;
  const flush = (part: Part, isBelowMark: boolean, isAboveMark: boolean) => {
    if (part.rows.length === 0 || part.rows.some((at) => isProse(rows[at] as Row))) return;
    const own = part.rows.map((at) => rows[at] as Row);
    if (own.some((row) => isNumberedLeft(row, gutter))) return;
    if (isBelowMark || isAboveMark || isAcross(own, gutter)) for (const row of part.rows) found.push(row);
  };
  let part: Part = { rows: [], bottom: -Infinity };
  let isBelowMark = false;
  rows.forEach((row, i) => {
    const { top, bottom } = inkOfRow(row);
    const mark = marks.find(({ y }) => y > part.bottom && y < top);
    if (mark || top - part.bottom > SKIP * largestSize(row)) {
      flush(part, isBelowMark, mark !== undefined && mark.left > gutter.left);
      part = { rows: [], bottom: -Infinity };
      isBelowMark = mark !== undefined && mark.right < gutter.right;
    }
    part.rows.push(i);
    part.bottom = Math.max(part.bottom, bottom);
  });
  flush(part, isBelowMark, false);
  return found;
}

/** Rows that are as close to each other as rows of a formula or lines of text. */
interface Part {
  rows: number[];
  bottom: number;
}

function isOfColumn({ left, right }: Rule, gutter: Gutter): boolean {
  const isLeft = Math.abs(right - gutter.left) < AT_EDGE && left < gutter.left / 2;
  const isRight = Math.abs(left - gutter.right) < AT_EDGE && right - left > gutter.left / 2;
  return isLeft || isRight;
}

/** Returns whether rows have print in the gutter and extend well into the right column. */
function isAcross(rows: readonly Row[], gutter: Gutter): boolean {
  if (!rows.some((row) => isInGutter(row, gutter))) return false;
  const runs = rows.flatMap((row) => row.runs);
  const { left, right } = gutter;
  return runs.some((run) => run.left < left) && runs.some((run) => run.right > right + LINE_REACH * left);
}

/** Returns whether a row, or a fraction or root bar in it, has print in the gutter. */
function isInGutter({ runs }: Row, { left, right }: Gutter): boolean {
  const isInside = (part: Pick<Box, 'left' | 'right'>) =>
    part.left < right - IN_GUTTER && part.right > left + IN_GUTTER;
  return runs.some((run) => isInside(run) || run.glyphs?.some((glyph) => glyph.bars?.some(isInside)));
}

/** Returns whether the left part of a row ends with an equation number. */
function isNumberedLeft({ runs }: Row, gutter: Gutter): boolean {
  return runs.some((run) => Math.abs(run.right - gutter.left) < AT_EDGE && NUMBER.test(run.text.replaceAll(' ', '')));
}

function isProse({ runs }: Row): boolean {
  const words = runs.filter((run) => !run.font.math && !run.script && /\p{L}{2}/u.test(run.text));
  return words.some(({ text }) => PROSE.test(text)) || letterCount(words) > PROSE_LETTERS;
}

function inkOfRow({ runs }: Row): Box {
  return enclose(runs.flatMap((run) => run.glyphs?.map(inkOf) ?? [])) ?? boxOfRuns(runs);
}

/** Returns whether a fraction or root bar crosses this position. */
function hasBarAt({ runs }: Row, x: number): boolean {
  return runs.some((run) => run.glyphs?.some((glyph) => glyph.bars?.some((bar) => bar.left < x && bar.right > x)));
}

function isOfLeft(cut: CutRow | undefined): boolean {
  return cut !== undefined && !('full' in cut) && cut.left.length > 0 && cut.right.length === 0;
}

/** Returns whether a row is a small-print note on a horizontal brace in the next row. */
function isNote(row: Row, next: Row | undefined): boolean {
  if (!next?.runs.some((run) => HORIZONTAL_BRACE.test(run.text))) return false;
  return (
    largestSize(row) < SCRIPT_SIZE * largestSize(next) &&
    Math.abs(row.baseline - next.baseline) < NOTE_REACH * largestSize(next)
  );
}

/** Returns whether a row has no words, like a row of a formula. */
function isBare(row: Row): boolean {
  return !row.runs.some((run) => !run.font.math && !run.script && /\p{L}{4}/u.test(run.text));
}
