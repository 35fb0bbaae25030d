import { mode } from '../../geometry.ts';
import { areCentredCapitals, areSmallCapitals, isCapitals } from '../headings/capitals.ts';
import { captionStart } from '../captions/captions.ts';
import { findDisplays } from '../displays/displays.ts';
import { endAlike, goesOnAtMargin, hangsBelow } from '../lines/hanging-lines.ts';
import { isAfterShort, marginAt, rightOfJustified } from '../lines/justified-lines.ts';
import { itemStarts } from './item-starts.ts';
import { isSameColumn, type Line, MOSTLY, WHOLLY } from '../lines/line.ts';
import { isSurelyItem, itemNumber } from './list-items.ts';
import type { Metrics } from '../lines/metrics.ts';
import { leftOfTitle, readNumbers } from '../headings/numbering.ts';
import type { PlacedRun } from '../../text/placed-run.ts';

/** Lines of one column that belong together. */
export interface Group {
  readonly kind: 'text' | 'formula' | 'code';
  readonly lines: readonly Line[];
  /** Whether the first line is indented relative to the following lines or to the column. */
  readonly indented: boolean;
}

const NEW_PARAGRAPH_GAP = 1.38; // line spacings
/** Minimum gap after a line that ends early. After other lines, the gap must be larger. */
const GAP_AFTER_SHORT = 1.14; // line spacings
const SIZE_CHANGE = 0.07;
const INDENT_FROM = 0.55; // em
const INDENT_TO = 5; // em
/** Maximum distance between rows in a group of formulas, and between blocks of code. */
const IN_FORMULA = 3.2; // line spacings
const IN_CODE = 2.5; // line spacings
/** Minimum shares: of typewriter type in a line of code, and of italics in a line that may end a theorem. */
const CODE = 0.8;
const ITALIC = 0.95;
/** Maximum number of letters in a line whose size may be the size of a formula. */
const FEW_LETTERS = 4;
/**
 * Minimum share of small capitals in a heading (`SMALL_CAPITALS`), and maximum number of letters in an abbreviation
 * (`ABBREVIATION`).
 */
const SMALL_CAPITALS = 0.6;
const ABBREVIATION = 5;
/** Maximum size of a heading in small print, as a share of the text size. */
const SMALLEST_HEADING = 0.95;
/** Maximum distance from the column's margin to the start of a paragraph's lines. */
const AT_COLUMN = 2.5; // points

/** Divides the lines of a document into paragraphs, headings and formulas. The lines are in reading order. */
export function groupLines(lines: readonly Line[], metrics: Metrics): Group[] {
  const inCaption = captionLines(lines, metrics);
  const displays = findDisplays(lines, metrics);
  const kinds = lines.map((line, i) =>
    inCaption.has(line) ? 'text' : kindOf(line, lines[i - 1], lines[i + 1], displays, metrics),
  );
  const groups: Group[][] = [];
  let start = 0;
  for (let end = 1; end <= lines.length; end++) {
    const before = lines[end - 1];
    const line = lines[end];
    const place = line && inCaption.get(line);
    if (place === 'rest') continue;
    const isCaption = before !== undefined && inCaption.has(before);
    const continues =
      before && line && kinds[end] === kinds[end - 1] && !isApart(lines, end, kinds[end] ?? 'text', metrics);
    if (continues && !isCaption && place === undefined) continue;
    const own = lines.slice(start, end);
    const caption: Group = { kind: 'text', lines: own, indented: false };
    groups.push(isCaption ? [caption] : toGroups(own, kinds[start] ?? 'text', metrics));
    start = end;
  }
  return groups.flat();
}

/** Maximum distance in line spacings between the lines of a caption. */
const CAPTION_STEP = 1.25;
const LEAST_STEP = 0.5; // em
const SAME_SIZE = 0.3; // points

/**
 * Returns the lines of captions. The lines of a centred caption have any length and indent. The last line may contain
 * little more than a formula. So a caption ends only at a wider gap, at another size, or at the label of a centred
 * caption directly below.
 */
function captionLines(lines: readonly Line[], metrics: Metrics): ReadonlyMap<Line, 'first' | 'rest'> {
  const found = new Map<Line, 'first' | 'rest'>();
  lines.forEach((line, i) => {
    const above = lines[i - 1];
    const isStart = captionStart(line, metrics) !== undefined;
    const isCentred = above !== undefined && found.has(above) && line.box.left > above.box.left + INDENT_TO * line.size;
    if (isStart && (isCentred || !isNextOfText(above, line, metrics))) found.set(line, 'first');
    else if (above && found.has(above) && isNextOfCaption(above, line, metrics)) found.set(line, 'rest');
  });
  return found;
}

/** Returns whether the line is within a paragraph and begins with the name of a figure only by chance. */
function isNextOfText(above: Line | undefined, line: Line, metrics: Metrics): boolean {
  return above !== undefined && isNextOfCaption(above, line, metrics) && line.runs[0]?.font === above.runs[0]?.font;
}

function isNextOfCaption(above: Line, line: Line, metrics: Metrics): boolean {
  const step = line.baseline - above.baseline;
  return (
    isSameColumn(above, line) &&
    (Math.abs(above.size - line.size) < SAME_SIZE || areSmallCapitals(above, line)) &&
    step > LEAST_STEP * line.size &&
    step < CAPTION_STEP * metrics.leading(line.size)
  );
}

function kindOf(
  line: Line,
  above: Line | undefined,
  below: Line | undefined,
  displays: ReadonlySet<Line>,
  metrics: Metrics,
): Group['kind'] {
  if (line.mono > CODE && !isWithinText(line, above, below, metrics)) return 'code';
  return displays.has(line) ? 'formula' : 'text';
}

/**
 * Returns whether a line in typewriter type is within a paragraph. The last line of a paragraph may be only a program
 * name.
 */
function isWithinText(line: Line, above: Line | undefined, below: Line | undefined, metrics: Metrics): boolean {
  if ((above && above.mono > CODE) || (below && below.mono > CODE) || !above || !isSameColumn(above, line))
    return false;
  return line.baseline - above.baseline < GAP_AFTER_SHORT * metrics.leading(line.size) && /\p{L}{3}/u.test(above.text);
}

function isApart(lines: readonly Line[], at: number, kind: Group['kind'], metrics: Metrics): boolean {
  const [above, before, line] = [lines[at - 2], lines[at - 1], lines[at]];
  if (!before || !line || !isSameColumn(before, line)) return true;
  const gap = line.baseline - before.baseline;
  if (kind === 'formula') return gap > IN_FORMULA * metrics.leading(metrics.bodySize);
  const isTitle = areCentredCapitals(before, line);
  // Imitated small capitals are smaller than the adjacent capitals, but their lines are equally far apart.
  const spread = metrics.leading(metrics.bodySize) / metrics.bodySize;
  const leading = Math.max(metrics.leading(line.size), isTitle ? spread * Math.max(before.size, metrics.bodySize) : 0);
  // A line may contain only the smaller capitals.
  if (isSizeChange(before, line) && !(isTitle && areSmallCapitals(before, line))) return true;
  if (endsHeading(before, line, metrics) || beginsSubsection(before, line)) return true;
  return kind === 'code' ? gap > IN_CODE * leading : isGap([above, before, line], gap / leading, metrics);
}

/** @param gap distance between the last two lines, in line spacings */
function isGap([above, before, line]: readonly [Line | undefined, Line, Line], gap: number, metrics: Metrics): boolean {
  const isShort = before.box.right < metrics.edges(before).right - 2 * line.size;
  // Text in lines narrower than the rest of its column is also justified.
  const isJustified = endAlike(before, line) || (above !== undefined && endAlike(above, before));
  const isItalicEnd = before.italic > ITALIC && line.italic < MOSTLY;
  if (isItalicEnd && (isShort || gap > GAP_AFTER_SHORT)) return true;
  return gap > NEW_PARAGRAPH_GAP || (isShort && gap > GAP_AFTER_SHORT && !isJustified);
}

/**
 * Returns whether two lines differ in size. The size of a line with few letters is ignored, because it may be the size
 * of a formula. A line that begins with a heading in another size ends in the size of its text.
 */
function isSizeChange(a: Line, b: Line): boolean {
  if (Math.abs(a.size - b.size) <= SIZE_CHANGE * b.size) return false;
  const [last, first] = [a.runs.findLast(isText), b.runs.find(isText)];
  const isSame =
    last !== undefined && first !== undefined && Math.abs(last.size - first.size) < (SIZE_CHANGE / 2) * first.size;
  return Math.min(a.text.length, b.text.length) > FEW_LETTERS && !isSame;
}

function isText({ script, font, text }: PlacedRun): boolean {
  return !script && !font.math && /\p{L}{2}/u.test(text);
}

/** Returns whether one of the lines belongs to a heading and the other does not. */
function endsHeading(before: Line, line: Line, metrics: Metrics): boolean {
  if (isHeadingStyle(before) === isHeadingStyle(line)) return false;
  if (isHeadingStyle(before) && FEW_CAPITALS.test(line.text)) return false;
  if (goesOnInTitle(before, line, metrics)) return false;
  return isHeadingLike(before, metrics) || isHeadingLike(line, metrics);
}

/**
 * Returns whether a heading is directly below another heading, in print of about the same size. The other heading is
 * the heading of its section or of an empty section.
 */
function beginsSubsection(before: Line, line: Line): boolean {
  const areNumbered = leftOfTitle(before) !== undefined && before.italic > WHOLLY && line.italic > WHOLLY;
  const areHeadings = areNumbered || (isHeadingStyle(before) && isHeadingStyle(line));
  if (!areHeadings || leftOfTitle(line) === undefined) return false;
  return readNumbers(line.text).some(({ style, parts }) => style === 'decimal' && parts.length > 1);
}

/**
 * Returns whether a title at the start of a paragraph fills its first line and ends on the next line. Text follows on
 * that line.
 */
function goesOnInTitle(before: Line, line: Line, metrics: Metrics): boolean {
  const [last, first] = [before.runs.at(-1), line.runs[0]];
  if (!last || !first || before.bold < WHOLLY || before.box.right < metrics.edges(before).right - 2 * line.size)
    return false;
  const end = line.runs.findIndex(({ font }) => !font.bold);
  const [mark, text] = [line.runs[end - 1], line.runs[end]];
  if (!mark || !text || first.fontKey !== last.fontKey) return false;
  return /[.:?—–]$/u.test(mark.text.trim()) || text.left - mark.right > TITLE_GAP * mark.size;
}

/** Minimum gap in em between a title and the text on the same line. */
const TITLE_GAP = 0.38;

/** The last line of a heading in capitals may be too short to show its style. */
const FEW_CAPITALS = /^\p{Lu}{1,5}$/u;

function isHeadingStyle(line: Line): boolean {
  return (
    line.bold > WHOLLY || line.smallCaps > SMALL_CAPITALS || (isCapitals(line.text) && line.text.length > ABBREVIATION)
  );
}

function isHeadingLike(line: Line, metrics: Metrics): boolean {
  return isHeadingStyle(line) && (line.bold > WHOLLY || line.size >= SMALLEST_HEADING * metrics.bodySize);
}

function toGroups(lines: readonly Line[], kind: Group['kind'], metrics: Metrics): Group[] {
  if (kind !== 'text' || lines.length === 0) return [{ kind, lines, indented: false }];
  return cutAtLists(lines, metrics).flatMap((part) => groupsOfText(part, metrics));
}

/**
 * Cuts where a numbered list begins or ends, because the margins of a list differ from the margins of the surrounding
 * text.
 */
function cutAtLists(lines: readonly Line[], metrics: Metrics): Line[][] {
  const parts: Line[][] = [];
  lines.forEach((line, i) => {
    const last = parts.at(-1) ?? [];
    const margin = Math.min(metrics.edges(line).left, lines[i - 1]?.box.left ?? Infinity);
    const isFirstItem = itemNumber(line) === 1 && line.box.left > margin + SAME_MARGIN;
    if (parts.length === 0 || isFirstItem || followsItem(line, lines[i - 1], last, metrics)) parts.push([line]);
    else last.push(line);
  });
  return parts;
}

function groupsOfText(lines: readonly Line[], metrics: Metrics): Group[] {
  const kind = 'text';
  const edge = leftEdge(lines, metrics);
  if (isCentred(lines)) return [{ kind, lines, indented: false }];
  const isHanging = lines.filter((line) => isIndented(line, edge)).length > lines.length / 2;
  const items = itemStarts(lines);
  const right = rightOfJustified(lines);
  const starts = lines.map((line, i) => {
    const above = lines[i - 1];
    if (!above || isSurelyItem(line) || items.has(line)) return true;
    if (hangsBelow(above, line)) return false;
    if (isHanging) return !isIndented(line, edge) && (isIndented(above, edge) || !goesOnAtMargin(above, right));
    const isFirst = [edge, marginAt(lines, i, edge)].some((margin) => beginsParagraph(line, above, margin, metrics));
    return isFirst || isAfterShort(line, above, right);
  });
  const groups: Group[] = [];
  lines.forEach((line, i) => {
    const last = groups.at(-1);
    if (starts[i] || !last) groups.push({ kind, lines: [line], indented: isIndented(line, edge) });
    else groups[groups.length - 1] = { ...last, lines: [...last.lines, line] };
  });
  return groups;
}

/**
 * Returns whether a list item has ended above this line. The item's last line is a short hanging line that begins
 * further right than this line.
 */
function followsItem(line: Line, before: Line | undefined, [first]: readonly Line[], metrics: Metrics): boolean {
  if (!before || !first || before === first || itemNumber(first) === undefined) return false;
  const isHanging = before.box.left > first.box.left + INDENT_FROM * first.size;
  const isShort = before.box.right < metrics.edges(before).right - 2 * line.size;
  return isHanging && isShort && line.box.left < before.box.left - SAME_MARGIN && /[.!?;]$/.test(before.text);
}

const SAME_MARGIN = 1.5; // points

/**
 * Returns whether lines of different lengths have the same centre. Titles and some captions have such lines, with or
 * without a number.
 */
function isCentred([first, ...rest]: readonly Line[]): boolean {
  if (!first || rest.length === 0) return false;
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return [first.box.left, leftOfTitle(first)].some((left) => {
    if (left === undefined) return false;
    const edges = [[left, first.box.right] as const, ...rest.map(({ box }) => [box.left, box.right] as const)];
    return spread(edges.map(([from, to]) => from + to)) < 6 && spread(edges.map(([from]) => from)) > 4;
  });
}

/** Returns the left margin of the column if these lines use it. Otherwise returns the margin of the lines. */
function leftEdge(lines: readonly Line[], metrics: Metrics): number {
  const first = lines[0] as Line;
  const column = metrics.edges(first).left;
  const own = mode(
    lines.map((line, i) => [line.box.left, i === 0 ? 0.5 : 1]),
    1,
    column,
  );
  const least = Math.min(...lines.map((line) => line.box.left));
  if (Math.abs(least - column) < AT_COLUMN) return column;
  // The margin is unknown for a single indented line, so the margin of the column is used.
  return lines.length === 1 && least - column < INDENT_TO * first.size ? column : Math.min(own, least + 2);
}

function isIndented(line: Line, edge: number): boolean {
  const indent = (line.box.left - edge) / line.size;
  return indent > INDENT_FROM && indent < INDENT_TO;
}

function beginsParagraph(line: Line, before: Line, edge: number, metrics: Metrics): boolean {
  if (!isIndented(line, edge)) return false;
  // The second line of a heading is aligned with the heading's title instead of its number.
  if (isHeadingStyle(before) && isHeadingStyle(line)) return false;
  if (before.italic > WHOLLY && line.italic > WHOLLY && readNumbers(before.text).length > 0) return false;
  // The second of two indented lines begins a paragraph only if the first line ended a paragraph. Otherwise both are
  // hanging lines.
  if (!isIndented(before, edge)) return true;
  return before.box.right < metrics.edges(before).right - 2 * line.size && /[.:;?!]["”)]?$/.test(before.text);
}
