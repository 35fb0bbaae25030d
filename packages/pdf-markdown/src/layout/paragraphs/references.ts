import { median, quantile } from '../../geometry.ts';
import type { Piece } from '../arrange.ts';
import { isSameColumn, type Line } from '../lines/line.ts';

const NUMBERED = /^(?:\[\s?(\d{1,3})\s?\]|(\d{1,3})[.)](?=\s))/;
const BRACKETED = /^\[[^\]]{1,40}\]/;
const SHIFT = 3.5; // points; hanging lines are indented further
const SAME_INDENT = 1.5; // points
const BY_NAME =
  /^(?:[—–-]{2,}|\p{Lu}[\p{L}'’.-]*[\p{L}.]?,?\s|(?:van|von|de|den|der|del|di|da|la|le|du|ten|ter|d['’]|al-)\s?\p{L})/u;

export function splitReferences(lines: readonly Line[]): Line[][] {
  const starts = startsOf(lines);
  const entries: Line[][] = [];
  lines.forEach((line, i) => {
    const last = entries.at(-1);
    if (starts[i] || !last) entries.push([line]);
    else last.push(line);
  });
  return entries;
}

/** Returns the start of a numbered list without a heading, as in REVTeX: the last `[1]` that `[2]` and `[3]` follow. */
export function findUnheadedList(pieces: readonly Piece[]): Piece | undefined {
  return pieces.findLast((piece, at) => {
    if (piece.kind !== 'group' || !/^\[\s?1\s?\]\s/.test(piece.group.lines[0]?.text ?? '')) return false;
    const below = pieces.slice(at).flatMap((one) => (one.kind === 'group' ? one.group.lines : []));
    return [2, 3].every((number) => below.some((line) => referenceLabel(line.text) === `[${number}]`));
  });
}

const ADDRESS_CAPITALS = 0.9;

/**
 * Returns whether this is an address. AMS classes print addresses in small capitals after the references. Names have
 * initials, but addresses do not.
 */
export function isAddress(piece: Piece): boolean {
  if (piece.kind !== 'group' || piece.group.kind !== 'text') return false;
  const { lines } = piece.group;
  const text = lines.map((line) => line.text).join(' ');
  return (
    lines.every((line) => line.smallCaps > ADDRESS_CAPITALS) &&
    text.includes(', ') &&
    !/(?:^|[\s(])\p{Lu}\./u.test(text) &&
    referenceLabel(text) === undefined
  );
}

/** Returns the printed label of an entry: `[7]`, `7.`. */
export function referenceLabel(text: string): string | undefined {
  const match = NUMBERED.exec(text);
  return match ? `[${match[1] ?? match[2]}]` : undefined;
}

/** Maximum average number of lines per entry. */
const LINES_OF_ENTRY = 14;
/** Minimum share of indented lines if indents separate the entries. */
const FEWEST_INDENTED = 0.08;
/** Maximum step between the numbers of consecutive entries. Some entries may not be recognised. */
const MOST_MISSED = 3;

function startsOf(lines: readonly Line[]): boolean[] {
  const numbered = growingNumbers(lines);
  if (numbered.filter(Boolean).length >= Math.max(2, lines.length / LINES_OF_ENTRY)) return numbered;
  const bracketed = lines.map((line) => BRACKETED.test(line.text));
  if (bracketed.filter(Boolean).length >= Math.max(2, lines.length / LINES_OF_ENTRY)) return bracketed;
  const shifts = shiftsFromMargin(lines);
  const hanging = lines.map((_, i) => (shifts[i] ?? 0) <= SHIFT);
  const indented = hanging.map((at) => !at);
  const share = indented.filter(Boolean).length / Math.max(1, lines.length);
  if (share < FEWEST_INDENTED) return startsBelowSpace(lines) ?? startsAtNames(lines);
  return plausibility(lines, hanging) >= plausibility(lines, indented) ? hanging : indented;
}

/**
 * Returns for each line whether it begins an entry. Numbers must increase, so that a page number at the start of a line
 * does not count.
 */
function growingNumbers(lines: readonly Line[]): boolean[] {
  let last = 0;
  return lines.map((line) => {
    const value = raisedNumber(line) ?? printedNumber(line);
    const grows = value > last && value <= last + MOST_MISSED;
    if (grows) last = value;
    return grows;
  });
}

function printedNumber({ text }: Line): number {
  const match = NUMBERED.exec(text);
  return Number(match?.[1] ?? match?.[2] ?? 0);
}

/** Returns the raised number of an entry. AIP journals print such numbers without brackets and full stop. */
function raisedNumber({ runs: [first, next] }: Line): number | undefined {
  const isRaised = first?.script === 'sup' && next !== undefined && /^\d{1,3}$/.test(first.text.trim());
  return isRaised ? Number(first.text) : undefined;
}

/** Minimum extra space in em between two entries, compared with the space between lines. */
const WIDER = 0.15;
/** Minimum and maximum share of the gaps between lines that separate two entries. Some gaps must be within entries. */
const FEWEST_WIDE = 0.08;
const MOST_WIDE = 0.95;
/**
 * Minimum share of entries that begin with a name. Other entries begin with a lower-case collaboration or in an unknown
 * way.
 */
const MOST_NAMES = 0.85;

/**
 * Returns the starts of entries that are separated by space. Returns undefined if there is no such space, or if the
 * space is not above names.
 */
function startsBelowSpace(lines: readonly Line[]): boolean[] | undefined {
  const gaps = lines.map((line, i) => {
    const above = lines[i - 1];
    return above && isSameColumn(above, line) ? line.baseline - above.baseline : undefined;
  });
  const known = gaps.filter((gap) => gap !== undefined);
  const least = quantile(known, FEWEST_WIDE / 2, 0) + WIDER * (lines[0]?.size ?? 0);
  const isWide = (gap: number) => gap > least;
  const share = known.filter(isWide).length / Math.max(1, known.length);
  if (share < FEWEST_WIDE || share > MOST_WIDE) return undefined;
  const entries = lines.filter((_, i) => isWide(gaps[i] ?? 0));
  if (entries.filter((line) => BY_NAME.test(line.text)).length < MOST_NAMES * entries.length) return undefined;
  const named = startsAtNames(lines);
  return lines.map((_, i) => (gaps[i] === undefined ? named[i] === true : isWide(gaps[i])));
}

/** A surname with initials (`Adams, A.`, `Adams A.`), or initials and a surname (`A. Adams`). */
const WITH_INITIALS =
  /^(?:\p{Ll}[\p{L}'’]*\s){0,2}(?:\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?,?\s\p{Lu}\.|(?:\p{Lu}\.[\s-]?)+\p{Lu}\p{L})/u;
/** Minimum share of entries that begin with initials in a list of such entries. */
const MOST_INITIALS = 0.6;

/** Returns the starts of entries that are recognised only by a name after the end of another entry. */
function startsAtNames(lines: readonly Line[]): boolean[] {
  const named = lines.map((line, i) => i === 0 || (BY_NAME.test(line.text) && endsEntry(lines[i - 1])));
  const entries = lines.filter((_, i) => named[i]);
  const isInitialed = entries.filter(hasInitials).length >= MOST_INITIALS * entries.length;
  return isInitialed ? lines.map((line, i) => i === 0 || (named[i] === true && hasInitials(line))) : named;
}

function hasInitials({ text }: Line): boolean {
  return WITH_INITIALS.test(text);
}

/**
 * Returns the distance in points from the margin of the column to the start of each line. If a column contains only the
 * rest of an entry, all its lines are indented. In that case, the margin of the same column on another page is used.
 */
function shiftsFromMargin(lines: readonly Line[]): number[] {
  const columns = Map.groupBy(lines, (line) => `${line.page} ${line.column}`);
  const margins = [...columns.values()].map((own) => {
    const margin = quantile(
      own.map((line) => line.box.left),
      0.05,
      0,
    );
    const indents = own.map((line) => line.box.left - margin).filter((shift) => shift > SHIFT);
    return { lines: own, column: own[0]?.column, margin, indents };
  });
  const indent = median(
    margins.flatMap(({ indents }) => indents),
    0,
  );
  const shifts = new Map<Line, number>();
  for (const { lines: own, column, margin, indents } of margins) {
    const isRest = (other: (typeof margins)[number]) =>
      other.column === column && other.indents.length > 0 && Math.abs(margin - other.margin - indent) < SAME_INDENT;
    const from = indent > 0 && indents.length === 0 && margins.some(isRest) ? margin - indent : margin;
    for (const line of own) shifts.set(line, line.box.left - from);
  }
  return lines.map((line) => shifts.get(line) ?? 0);
}

/**
 * Returns the plausibility of the assumed starts. An entry should begin with a name, and the previous entry should have
 * ended.
 */
function plausibility(lines: readonly Line[], starts: readonly boolean[]): number {
  let good = 0;
  let all = 0;
  lines.forEach((line, i) => {
    if (!starts[i]) return;
    all++;
    if (BY_NAME.test(line.text) && (i === 0 || endsEntry(lines[i - 1]))) good++;
  });
  return all === 0 ? 0 : good / all;
}

function endsEntry(line: Line | undefined): boolean {
  if (line === undefined) return false;
  const signs = /(?:^|\w)(\W*)$/.exec(line.text)?.[1] ?? '';
  const words = line.text.slice(0, line.text.length - signs.length);
  // A year with a comma is in the middle of its entry.
  return /[.)\]]/.test(signs) || (!signs.includes(',') && /(?:\d|press|prep|submitted|accepted)$/i.test(words));
}
