import type { Piece } from '../layout/arrange.ts';
import { isCapitals } from '../layout/headings/capitals.ts';
import type { Group } from '../layout/paragraphs/groups.ts';
import { isKnownHeading } from '../layout/headings/headings.ts';
import { textOf } from '../layout/headings/heading-style.ts';
import type { Line } from '../layout/lines/line.ts';
import type { Metrics } from '../layout/lines/metrics.ts';
import { MOSTLY } from '../layout/lines/line.ts';

const AMONG_FIRST = 12; // pieces
const MOST_LINES = 6;
const LARGER = 1.04; // times the body size
const SAME_SIZE = 0.3; // points
/** Maximum distance in line spacings between the lines of a title. */
const TITLE_GAP = 1.7;
/** Minimum length of a title. The kind of an article and the name of a journal are shorter. */
const SHORTEST_TITLE = 12; // letters

const FEWEST_WORDS = 3;

/**
 * Returns the groups that form the title. The title is the largest print before the abstract on the first page.
 * Otherwise, it consists of the first bold lines, or of the first lines with enough words. Author names never precede
 * the title.
 */
export function findTitle(pieces: readonly Piece[], metrics: Metrics): readonly Group[] {
  const groups = pieces.flatMap((piece) =>
    piece.kind === 'group' && piece.group.lines[0]?.page === 1 ? [piece.group] : [],
  );
  const end = groups.findIndex((group) => isKnownHeading(textOf(group)));
  const top = groups.slice(0, Math.min(AMONG_FIRST, end < 0 ? groups.length : end)).filter(isCandidate);
  const largest = top.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const title =
    largest.find((group) => sizeOf(group) > LARGER * metrics.bodySize && lettersInGroup(group) >= SHORTEST_TITLE) ??
    largest.find((group) => sizeOf(group) > LARGER * metrics.bodySize) ??
    top.find((group) => group.lines.every((line) => line.bold > BOLD)) ??
    (end > 0 ? top.find((group) => (textOf(group).match(/\p{L}{2,}/gu)?.length ?? 0) >= FEWEST_WORDS) : undefined);
  return title ? withNextLines(title, groups, metrics) : [];
}

/**
 * Returns the title and the groups below that continue the title in the same print. The lines of a centred title are
 * such groups.
 */
function withNextLines(title: Group, groups: readonly Group[], metrics: Metrics): readonly Group[] {
  const lines = [title];
  for (const group of groups.slice(groups.indexOf(title) + 1)) {
    const last = lines.at(-1)?.lines.at(-1);
    const [first] = group.lines;
    // AMS classes print the title in bold capitals at the text size.
    const isTitlePrint = sizeOf(group) > LARGER * metrics.bodySize || group.lines.every((line) => line.bold > BOLD);
    if (!last || !first || first.column !== last.column) break;
    if (!isEndOfFormula(group, last) && !(isCandidate(group) && isTitlePrint && isAlike(first, last))) break;
    if (first.baseline - last.baseline > TITLE_GAP * metrics.leading(first.size)) break;
    lines.push(group);
  }
  return lines;
}

/**
 * Returns whether a title ends with a formula that fills the title's last line. That line has neither words nor bold
 * letters.
 */
function isEndOfFormula({ lines: [line, next] }: Group, above: Line): boolean {
  return (
    line !== undefined &&
    next === undefined &&
    line.math > FORMULA_SHARE &&
    Math.abs(line.size - above.size) < SAME_SIZE &&
    UNFINISHED.test(above.text)
  );
}

const FORMULA_SHARE = 0.3;
/** The last line of a title does not end with these words. */
const UNFINISHED = /(?:\b(?:and|at|for|from|in|of|to|with)|[=<>≤≥≈∼≃])$/i;

function isAlike(line: Line, above: Line): boolean {
  return (
    Math.abs(line.size - above.size) < SAME_SIZE &&
    line.bold > BOLD === above.bold > BOLD &&
    line.smallCaps > MOSTLY === above.smallCaps > MOSTLY &&
    // A last line of one word may be an abbreviation. Author names have at least two words.
    (isCapitals(line.text) === isCapitals(above.text) || !/\s/.test(line.text.trim()))
  );
}

function sizeOf(group: Group): number {
  return Math.max(...group.lines.map((line) => line.size));
}

function lettersInGroup(group: Group): number {
  return textOf(group).replaceAll(/[^\p{L}]/gu, '').length;
}

/** Minimum share of bold letters. A bold title may contain signs in an upright font. */
const BOLD = 0.8; // share of the letters
/** Minimum length. Shorter text is a label or a number. */
const SHORTEST = 5; // characters
/** Lines printed above the title of a manuscript. */
const STATUS = /^(?:submitted|accepted|received|revised|to appear|in press|published|draft|preprint)\b/i;

function isCandidate(group: Group): boolean {
  const text = textOf(group);
  const hasText = group.kind === 'text' && /\p{L}{3}/u.test(text) && text.length > SHORTEST;
  return hasText && group.lines.length <= MOST_LINES && !STATUS.test(text);
}
