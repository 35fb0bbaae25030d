import { median } from '../../geometry.ts';
import type { Word } from '../../reading/page-content.ts';
import type { Row } from '../rows/page-rows.ts';
import type { PlacedRun } from '../../text/placed-run.ts';
import { isWordSpace, wordSpace } from '../rows/word-space.ts';
import { cutRun } from '../rows/words.ts';

export interface Columns {
  /** The strips between columns, from left to right. The rows of the table leave these strips free. */
  readonly strips: readonly Strip[];
  readonly spacing: Spacing;
}

interface Spacing {
  /** Font size in points. */
  readonly size: number;
  /** The word space in points, if all word spaces are equal. */
  readonly space: number | undefined;
}

interface Strip extends Extent {
  /** Words with a smaller gap at this strip, in points, belong to one cell. */
  readonly gap: number;
}

interface FoundStrip extends Strip {
  /** Whether a cell such as a spanning heading crosses the strip in some rows. */
  readonly isCrossed: boolean;
}

/** In points from the page's left edge. */
export type Extent = Pick<Word, 'left' | 'right'>;

/** Minimum gap between columns. TeX leaves at least 0.4 em between columns (REVTeX) and 0.33 em between words. */
const NARROWEST_STRIP = 0.38; // em
/**
 * Minimum gap in LNCS, which sets columns closer than words. In most rows, cells are shorter than the longest cell of
 * their column. So gaps between columns are usually larger than gaps between words.
 */
const CLOSEST_STRIP = 0.24; // em
const APART_IN_MOST = 0.5;
const FEWEST_TO_TELL = 5; // rows
const NUMBERS_IN_MOST = 0.75;
const DECIMAL = /^[+−–-]?\d*\.\d+$/;
const NUMBER = /^[+−–-]?\.?\d/;
/** Signs within one value. The parts of a value also have space between them. */
const WITHIN_VALUE = /^[±=<>~×:/]|[±=<>~×:/]$/u;
/** With fewer rows, word spaces may be aligned by chance. */
const FEW_ROWS = 4;
const NARROWEST_OF_FEW = 0.5;
/** Minimum gap in typewriter type, where spaces are as wide as letters. */
const NARROWEST_OF_MONO = 0.9;
/** Extra width of the space after a full stop, as a share of the minimum gap between columns. */
const STOP_SPACE = 0.3;
/** Maximum share of the rows that may cross a strip, if the table has many rows. */
const CROSSING_SHARE = 0.12;
const MANY_ROWS = 6;

/** Tolerance for gaps. The width of a glyph may differ from the width of its drawing. */
const SLACK = 0.9;

/** Finds the strips that all rows, or nearly all rows, leave free. */
export function findColumns(rows: readonly Row[]): Columns {
  const size = sizeOf(rows);
  const isMono = isTypewriter(rows);
  const gap = size * (isMono ? NARROWEST_OF_MONO : rows.length < FEW_ROWS ? NARROWEST_OF_FEW : NARROWEST_STRIP);
  const words = rows.map(wordsOf);
  const spacing = { size, space: isMono ? undefined : wordSpace(words, size) };
  const wide = stripsBetween(words, gap, spacing);
  if (isMono) return { strips: wide, spacing };
  const closest = stripsBetween(words, CLOSEST_STRIP * size, spacing).filter(
    (one) => !wide.some((strip) => !strip.isCrossed && overlaps(one, strip)),
  );
  const all = [...wide, ...closest];
  const close = closest.filter((strip) =>
    isApartInMost(
      strip,
      all.filter((other) => !(other.isCrossed ? touches(other, strip) : overlaps(other, strip))),
      words,
      spacing,
    ),
  );
  // Drops strips that some rows cross if a close strip touches them. Cells closer than words only seemed to cross these
  // strips.
  const kept = wide.filter((strip) => !strip.isCrossed || !close.some((one) => touches(one, strip)));
  const strips = [...kept, ...close]
    .toSorted((a, b) => a.left - b.left)
    .filter((strip, _, others) => !isWithinFormula(strip, others, words, size));
  const last = strips.at(-1);
  return { strips: last && isWithinCell(last, strips.at(-2), words) ? strips.slice(0, -1) : strips, spacing };
}

/**
 * A formula continues after a relation or comma, and a continuation may begin with a relation. Numbers in tables may
 * begin with < and >.
 */
const GOES_ON = { after: /[=≈≃∝≡≤≥]$/u, with: /^[=≈≃∝≡≤≥]/u };
/** At these signs, a formula continues only across a narrow gap: at most TeX's gap between a sign and a fraction. */
const OPERATOR = { after: /[<>±×⋅∪∩⊕⊗∧∨]$/u, with: /^[<>±×⋅∪∩⊕⊗∧∨]/u };
const BESIDE_OPERATOR = 0.45; // em
const FEWEST_ROWS = 3;
/** Maximum gap after a comma: one or two quads. */
const AFTER_COMMA = 2.3; // em

/** Returns whether a formula continues across a strip in all rows that have words on both sides. */
function isWithinFormula(
  strip: Strip,
  strips: readonly Strip[],
  rows: readonly (readonly Word[])[],
  size: number,
): boolean {
  const others = strips.filter((other) => other !== strip);
  const pairs = pairsAt(strip, others, rows);
  const goesOn = ({ before, next }: Pair) =>
    GOES_ON.after.test(before.text) ||
    GOES_ON.with.test(next.text) ||
    ((OPERATOR.after.test(before.text) || OPERATOR.with.test(next.text)) &&
      next.left - before.right < BESIDE_OPERATOR * size) ||
    (before.text.endsWith(',') && next.left - before.right < AFTER_COMMA * size);
  // In a single row, the gap between two fractions may equal the narrowest column gap.
  const isOfOne = pairs.length === 1 && rows.length >= FEWEST_ROWS;
  const isClose = pairs.every(({ before, next }) => next.left - before.right < BESIDE_OPERATOR * size);
  return pairs.length > 0 && ((isOfOne && isClose) || pairs.every(goesOn));
}

/** Maximum share of the rows that fill a justified cell. */
const FILLED_SHARE = 0.25;
const AS_WIDE = 1.15;

/**
 * Returns whether the words after the last strip belong to the lines of a justified cell. Only a few rows have such
 * words, and these rows are wider than all other lines. The space before these words equals the space between earlier
 * words.
 */
function isWithinCell(strip: Strip, before: Strip | undefined, rows: readonly (readonly Word[])[]): boolean {
  const filled = rows.flatMap((words) => {
    const own = words.filter((word) => before === undefined || word.left >= before.right - 1);
    const at = own.findIndex((word) => word.left >= strip.right - 1);
    const gaps = own.slice(1).map((word, i) => word.left - (own[i]?.right ?? 0));
    return at < 0 ? [] : [{ gap: gaps[at - 1] ?? Infinity, widest: Math.max(0, ...gaps.slice(0, at - 1)) }];
  });
  return filled.length <= FILLED_SHARE * rows.length && filled.every(({ gap, widest }) => gap <= AS_WIDE * widest);
}

function stripsBetween(rows: readonly (readonly Word[])[], gap: number, spacing: Spacing): FoundStrip[] {
  const extents = rows.map((words) => joinNear(words, gap, spacing));
  const first = findStrips(
    extents.filter((parts) => parts.length > 1),
    gap,
  );
  // If a column has only one part, the part may be one line of a cell. Parts across several columns are headings.
  const strips = findStrips(
    extents.filter(
      ([part, ...others]) => others.length > 0 || (part && !first.some((strip) => closes(part, strip, gap))),
    ),
    gap,
  );
  return strips.map(({ left, right, rows: crossing }) => ({ left, right, gap, isCrossed: crossing > 0 }));
}

function overlaps(one: Extent, other: Extent): boolean {
  return one.left < other.right && other.left < one.right;
}

/** Maximum distance between strips that have no word between them. */
const TOUCHING = 1; // points

function touches(one: Extent, other: Extent): boolean {
  return one.left < other.right + TOUCHING && other.left < one.right + TOUCHING;
}

/**
 * Returns whether a strip is a column gap, although some rows have only a word space there. Most rows with words on
 * both sides must have a wider gap. Alternatively, the gap of every row must differ from the word space within cells.
 */
function isApartInMost(
  strip: Extent,
  others: readonly Extent[],
  rows: readonly (readonly Word[])[],
  { size, space }: Spacing,
): boolean {
  const pairs = pairsAt(strip, others, rows);
  const gaps = pairs.map(({ before, next }) => next.left - before.right);
  const isOfValues = pairs.some(({ before, next }) => WITHIN_VALUE.test(before.text) || WITHIN_VALUE.test(next.text));
  // A decimal ends a number, but a number with spaces is a coordinate.
  const numbers = pairs.filter(({ before, next }) => DECIMAL.test(before.text) && NUMBER.test(next.text));
  const isApart = median(gaps, 0) >= APART_IN_MOST * size || numbers.length >= NUMBERS_IN_MOST * pairs.length;
  const isNoSpace = space !== undefined && gaps.every((gap) => !isWordSpace(gap, space, size));
  return pairs.length >= FEWEST_TO_TELL && !isOfValues && (isApart || isNoSpace);
}

type Pair = Readonly<Record<'before' | 'next', Word>>;

/** Returns the words of each row on both sides of a strip. The words are between the two neighbouring strips. */
function pairsAt(strip: Extent, others: readonly Extent[], rows: readonly (readonly Word[])[]): Pair[] {
  const middle = (strip.left + strip.right) / 2;
  const left = Math.max(-Infinity, ...others.filter((other) => other.left < strip.left).map((other) => other.left));
  const right = Math.min(Infinity, ...others.filter((other) => other.left > strip.left).map((other) => other.right));
  const isBetween = (word: Word) => word.left >= left && word.right <= right;
  return rows.flatMap((words) => {
    const before = words.findLast((word) => word.right <= middle);
    const next = words.find((word) => word.left >= middle);
    return before && next && isBetween(before) && isBetween(next) ? [{ before, next }] : [];
  });
}

export function extentOf(runs: readonly PlacedRun[]): Extent {
  return { left: Math.min(...runs.map((run) => run.left)), right: Math.max(...runs.map((run) => run.right)) };
}

export function isAcross(part: Extent, strip: Extent): boolean {
  return part.left < strip.left && part.right > strip.right;
}

/** Returns whether the text extends across the strip, or so far into the strip that the rest is too narrow. */
function closes(part: Extent, strip: Extent, gap: number): boolean {
  return Math.max(part.left - strip.left, strip.right - part.right) < gap;
}

function findStrips(rows: readonly (readonly Extent[])[], gap: number): Cover[] {
  const allowed = rows.length >= MANY_ROWS ? Math.floor(CROSSING_SHARE * rows.length) : 0;
  return lowRegions(coverage(rows), allowed).flatMap((region) => stripsOf(region, gap));
}

/** Splits a row into cells at the strips. A spanning heading is one cell. */
export function cutRow(row: Row, { strips, spacing: { space, size } }: Columns): PlacedRun[][] {
  const isBoundary = (before: Word, next: Word) => {
    const distance = next.left - before.right;
    if (isWordSpace(distance, space, size)) return false;
    const least = space !== undefined && areCells(before, next) ? CLOSEST_STRIP * size : Infinity;
    return strips.some(
      ({ gap, ...strip }) =>
        distance - stopSpace(before, gap) >= SLACK * Math.min(gap, least) &&
        strip.left < next.left &&
        strip.right > before.right,
    );
  };
  const cells: PlacedRun[][] = [];
  let last: Word | undefined;
  for (const run of row.runs.flatMap((one) => cutRun(one, isBoundary))) {
    if (last && run.words[0] && !isBoundary(last, run.words[0])) cells.at(-1)?.push(run);
    else cells.push([run]);
    if (!last || run.right > last.right) last = run.words.at(-1);
  }
  return cells;
}

/**
 * Returns whether two words are closer than a word space only because they are in different cells. The same applies to
 * a decimal number and the number after it.
 */
function areCells(before: Word, next: Word): boolean {
  const areWords = /\p{L}{2}/u.test(before.text) && /[\p{L}\d]$/u.test(before.text) && /^[\p{L}\d]{2}/u.test(next.text);
  return areWords || (DECIMAL.test(before.text) && NUMBER.test(next.text));
}

function sizeOf(rows: readonly Row[]): number {
  return median(
    rows.flatMap((row) => row.runs.filter((run) => !run.script).map((run) => run.size)),
    9,
  );
}

function isTypewriter(rows: readonly Row[]): boolean {
  const runs = rows.flatMap((row) => row.runs);
  return runs.filter((run) => run.font.mono).length > runs.length / 2;
}

function wordsOf(row: Row): Word[] {
  return row.runs.flatMap((run: PlacedRun) => run.words).toSorted((a, b) => a.left - b.left);
}

/** Returns the extra width of TeX's space after a full stop. */
function stopSpace(before: Pick<Word, 'text'>, gap: number): number {
  return /[.:;?!]$/.test(before.text) ? STOP_SPACE * gap : 0;
}

/** Joins words of a row if their gap is narrower than `gap` or equals the word space. */
function joinNear(words: readonly Word[], gap: number, { space, size }: Spacing): Extent[] {
  const joined: { left: number; right: number }[] = [];
  words.forEach((word, i) => {
    const last = joined.at(-1);
    const before = words[i - 1];
    const distance = last ? word.left - last.right : 0;
    const isNear = before && (distance - stopSpace(before, gap) < gap || isWordSpace(distance, space, size));
    if (last && isNear) {
      last.right = Math.max(last.right, word.right);
    } else joined.push({ left: word.left, right: word.right });
  });
  return joined;
}

/** A horizontal section of the table, with the number of rows that have a word there. */
interface Cover extends Extent {
  readonly rows: number;
}

/** Divides the width from the first word to the last into sections. Returns each section with its number of rows. */
function coverage(rows: readonly (readonly Extent[])[]): Cover[] {
  const ends = rows
    .flat()
    .flatMap(({ left, right }) => [[left, 1] as const, [right, -1] as const])
    .toSorted(([a], [b]) => a - b);
  let covering = 0;
  return ends.flatMap(([left, change], i) => {
    covering += change;
    const [right] = ends[i + 1] ?? [left];
    return right > left ? [{ left, right, rows: covering }] : [];
  });
}

interface Region {
  readonly parts: readonly Cover[];
  /** Whether many rows have words on both sides of the region. */
  readonly isInner: boolean;
}

/** Returns the regions between the parts that more than `allowed` rows cover. */
function lowRegions(covers: readonly Cover[], allowed: number): Region[] {
  const regions: { parts: Cover[]; isInner: boolean }[] = [{ parts: [], isInner: false }];
  for (const cover of covers) {
    if (cover.rows <= allowed) regions.at(-1)?.parts.push(cover);
    else regions.push({ parts: [], isInner: true });
  }
  return regions.map((region, i) => ({ ...region, isInner: region.isInner && i < regions.length - 1 }));
}

/**
 * Returns the strips that no row crosses. If some row crosses every strip, returns the strip that the fewest rows
 * cross.
 */
function stripsOf({ parts, isInner }: Region, gap: number): Cover[] {
  const wide = parts.filter(({ left, right }) => right - left >= gap);
  const free = wide.filter((part) => part.rows === 0);
  if (free.length > 0 || !isInner) return free;
  return wide.toSorted((a, b) => a.rows - b.rows || b.right - b.left - (a.right - a.left)).slice(0, 1);
}
