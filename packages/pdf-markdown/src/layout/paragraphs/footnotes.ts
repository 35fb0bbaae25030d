import type { Rule } from '../../reading/page-content.ts';
import { captionStart } from '../captions/captions.ts';
import { isSameColumn, type Column, type Line } from '../lines/line.ts';
import type { Metrics } from '../lines/metrics.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

const SMALLER = 0.94; // share of the body size
const ADDRESS = /\S@\S|corresponding author|e-?mail|universi|institut|department/i;
const ADDRESS_LINES = 6;
const ADDRESS_GAP = 1.8; // line spacings
/** Maximum distance of a note from the margin. Notes may be indented like paragraphs. */
const MARGIN_WITHIN = 30; // points
const MARK = /^(?:\d{1,3}|[*∗†‡§¶‖#]{1,3}|[a-z])$/;

/**
 * Finds the lines of footnotes. They are smaller than the text and at the bottom of a column. The first line begins
 * with a mark or is below a short rule.
 *
 * @param rulesOf returns the rules of a page by the page's number
 */
export function findFootnotes(
  lines: readonly Line[],
  metrics: Metrics,
  rulesOf: (page: number) => readonly Rule[],
): Set<Line> {
  const notes = new Set<Line>();
  const ends = columnEnds(lines);
  lines.forEach((line, i) => {
    if (!isLowest(line, ends)) return;
    for (const note of notesAbove(lines, i, metrics, rulesOf(line.page))) notes.add(note);
  });
  return notes;
}

/** Returns the lowest baseline of each column on each page. */
function columnEnds(lines: readonly Line[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { page, column, baseline } of lines) {
    const key = `${page} ${column}`;
    ends.set(key, Math.max(ends.get(key) ?? 0, baseline));
  }
  return ends;
}

/**
 * Returns whether the line is the lowest in its column. A line that spans the page must be the lowest in all columns.
 */
function isLowest({ page, column, baseline }: Line, ends: ReadonlyMap<string, number>): boolean {
  if (column === 'side') return false;
  const beside: readonly Column[] = column === 'full' ? ['full', 'left', 'right'] : ['full', column];
  return beside.every((one) => (ends.get(`${page} ${one}`) ?? 0) <= baseline);
}

/** Collects lines upwards from the last line of a column while the print is small. */
function notesAbove(lines: readonly Line[], last: number, metrics: Metrics, rules: readonly Rule[]): readonly Line[] {
  const bottom = lines[last] as Line;
  let first = last + 1;
  let start: number | undefined;
  let marked: number | undefined;
  while (first > 0 && isSmallPrint(lines[first - 1] as Line, bottom, metrics)) {
    first--;
    const line = lines[first] as Line;
    const isNote = beginsNote(line) && isAtMargin(line, metrics);
    if (isNote) marked = first;
    // The rule above a caption is the last rule of a table.
    if (captionStart(line, metrics)) return marked === undefined ? [] : lines.slice(marked, last + 1);
    if (isNote || isUnderRule(line, rules)) start = first;
  }
  start ??= isAddress(lines, first, last, metrics) ? first : undefined;
  const notes = start === undefined ? [] : lines.slice(start, last + 1);
  // The denominator of a formula at the end of a page is also small print.
  return notes.some((line) => line.prose > 0) ? notes : [];
}

function isSmallPrint(line: Line, bottom: Line, metrics: Metrics): boolean {
  return isSameColumn(line, bottom) && line.size < SMALLER * metrics.bodySize && line.baseline <= bottom.baseline;
}

/**
 * Returns whether these lines are author addresses. Addresses have no mark and are at the foot of the first page, well
 * below the text.
 */
function isAddress(lines: readonly Line[], first: number, last: number, metrics: Metrics): boolean {
  const line = lines[first];
  const above = lines[first - 1];
  if (!line || !above || line.page !== 1 || last - first >= ADDRESS_LINES || !isSameColumn(above, line)) return false;
  const isApart = line.baseline - above.baseline > ADDRESS_GAP * metrics.leading(metrics.bodySize);
  return isApart && lines.slice(first, last + 1).some((one) => ADDRESS.test(one.text));
}

const LEAST_RAISE = 0.5; // points

/** Returns whether the line begins with a superscript or another separate mark. */
export function beginsNote(line: Line): boolean {
  const [first, second] = line.runs;
  if (!first || !second) return false;
  const isRaised =
    first.script === 'sup' ||
    (first.size < SCRIPT_SIZE * second.size && first.baseline < second.baseline - LEAST_RAISE);
  return isRaised && MARK.test(first.text.trim());
}

/**
 * Returns whether a line begins near the margin. Formulas begin further right, so the upper limit of a sum is not
 * mistaken for a mark.
 */
function isAtMargin(line: Line, metrics: Metrics): boolean {
  return line.box.left < metrics.edges(line).left + MARGIN_WITHIN;
}

/**
 * A footnote rule: its height in em above the baseline, and its length and distance from the start of the note in
 * points.
 */
const RULE = { nearest: 0.5, farthest: 2.6, indent: 18, longest: 200 };

/**
 * Returns whether a line is under a footnote rule. The rule begins at the column's margin and is shorter than the
 * column.
 */
function isUnderRule(line: Line, rules: readonly Rule[]): boolean {
  return rules.some(
    (rule) =>
      rule.y < line.baseline - RULE.nearest * line.size &&
      rule.y > line.baseline - RULE.farthest * line.size &&
      Math.abs(rule.left - line.box.left) < RULE.indent &&
      rule.right - rule.left < RULE.longest,
  );
}
