import { readBars } from './fractions/fractions-and-roots.ts';
import { isEnclosed, joinBraces, readBraces } from './brackets/braces.ts';
import { joinParts } from './brackets/brackets.ts';
import { compose } from './accents/composed.ts';
import { Doubts } from './doubts.ts';
import { markTall, matchFences } from './brackets/fences.ts';
import { inkOf, isCentred, rowBaseline, type Bar, type PlacedGlyph } from './glyph-box.ts';
import { hangingItem } from './brackets/hanging.ts';
import { readGrids } from './matrices/grids.ts';
import { enlargedInScripts, enlargedItem, isEnlarged, LARGER, letterSize, standingRoot } from './brackets/enlarged.ts';
import { glyphItem, isStop, textOf } from './items.ts';
import { readLimits } from './limits/limits.ts';
import type { Item, Node, Spaced } from './node.ts';
import { takeNumbers, type FormulaNumber } from './rows/numbers.ts';
import { readRow } from './rows/row.ts';
import { splitRows } from './rows/row-split.ts';
import { checkTree } from './tree-checks.ts';
import { classOf, isDelimiter } from '../tex/signs.ts';
import { joinWords } from './rows/words.ts';
import { plainText, withTextStyle, writeTex } from './write-tex.ts';
import { AXIS, TEX_SCRIPT } from '../tex/tex-metrics.ts';

/** A formula that was read from the positions of its glyphs. */
export interface Formula {
  /** TeX without dollar signs, with a `\tag{…}` for each number. */
  readonly tex: string;
  /** Plain text with one line per printed row. */
  readonly text: string;
  /** Numbers at the margin from top to bottom, without parentheses. */
  readonly numbers: readonly string[];
  /** Estimated probability that the TeX equals the print, from 0 to 1. */
  readonly confidence: number;
}

/** The edges of a text column in points. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

const ALIGNED = 0.35; // em
/**
 * Minimum indent in em of a row that begins with an operator. TeX inserts no space or a medium space before the
 * operator.
 */
const OPERATOR_INDENT = 0.11;
const LEAST_INDENT = 3; // points
/**
 * Minimum distance in em between a displayed numerator and its bar. TeX uses 0.2 in inline fractions and 0.43 in
 * displays.
 */
const DISPLAYED_RISE = 0.36;
/**
 * Clearance between the bar and the lowest ink of the numerator, in em of the numerator. TeX raises a deep numerator
 * until the clearance is one line thickness in inline fractions, or three in displays.
 */
const TEXT_CLEARANCE = 0.12;
/** Accents that are drawn separately from their letters. */
const ACCENT = /^[\p{M}\p{Sk}\p{Lm}]$/u;
/** Minimum distance of a script from the baseline of its row. */
const ON_LINE = 0.2; // em
/**
 * Tolerance for the end of a root's line. The last letters may be narrower than the line by the slant of a capital Y.
 */
const BAR_MARGIN = 0.28; // em
/** Classes of signs next to a row break that continue the formula across the break. */
const CONTINUES = /^(?:bin|rel)$/;
/** Two arrow pieces on one letter. They belong to an arrow over several letters of unknown length. */
const ARROWS = /[\u20d6\u20d7]{2}/;
const UNKNOWN = /[\u0000-\u001f\u007f-\u009f\ufffd\ue000-\uf8ff]/; // eslint-disable-line no-control-regex -- matches control characters on purpose

/**
 * Reads a displayed formula of one or more rows.
 *
 * @param column of the surrounding text, with the numbers at its right end
 */
export function readDisplayed(glyphs: readonly PlacedGlyph[], bars: readonly Bar[], column?: Column): Formula {
  const doubts = new Doubts(letterSize(glyphs));
  const { rest, numbers } = takeNumbers(glyphs, bars, column?.right ?? Infinity);
  const lines = joinStops(splitRows(reduce(rest, bars, doubts)));
  const rows = lines.map((items) => readLine(items, doubts));
  checkTree(rows, doubts);
  if (rows.length > 1 || numbers.length === 0) checkRelations(rows, doubts);
  if (numbers.length === 0) checkIndent(glyphs, column, doubts);
  return { ...writtenFormula(lines, rows, numbers, letterSize(glyphs)), confidence: doubts.confidence };
}

/** Moves punctuation that was printed between rows to the end of the last row. */
function joinStops(lines: readonly Item[][]): Item[][] {
  const stops = lines.filter((items) => lines.length > 1 && items.length === 1 && isStop(items[0]));
  const rows = lines.filter((items) => !stops.includes(items));
  const last = (rows.at(-1) ?? []).toSorted((a, b) => b.size - a.size);
  const [main] = last;
  if (stops.length !== 1 || !main) return [...lines];
  const right = Math.max(...last.map((item) => item.right));
  const stop = { ...(stops[0]?.[0] as Item), left: right, right, baseline: main.baseline };
  return [...rows.slice(0, -1), [...(rows.at(-1) ?? []), stop]];
}

function writtenFormula(
  lines: readonly (readonly Item[])[],
  rows: readonly Node[],
  numbers: readonly FormulaNumber[],
  size: number,
): Omit<Formula, 'confidence'> {
  const tags = numbers.length > 1 && rows.length > 1 ? tagsOf(lines, numbers) : undefined;
  const tag = tags || numbers.length === 0 ? '' : ` \\tag{${numbers.map((number) => tagText(number.text)).join(', ')}}`;
  return {
    tex: (rows.length === 1 ? writeTex(rows[0] as Node) : writeRows(rows, size, tags)) + tag,
    text: rows.map(plainText).join('\n'),
    numbers: numbers.map((number) => number.text),
  };
}

export function readInline(glyphs: readonly PlacedGlyph[]): Pick<Formula, 'tex' | 'text' | 'confidence'> {
  const bars = barsOf(glyphs);
  const doubts = new Doubts(sizeOfText(glyphs, bars));
  const node = readLine(reduce(glyphs, bars, doubts), doubts);
  return { tex: writeTex(withTextStyle(node)), text: plainText(node), confidence: doubts.confidence };
}

/**
 * Returns the size of the text around a formula. A formula with a fraction may contain no letters of the text size. It
 * then consists of small print and the scripts of brackets and operators.
 */
function sizeOfText(glyphs: readonly PlacedGlyph[], bars: readonly Bar[]): number {
  const size = letterSize(glyphs);
  // Fast path: most formulas have neither fractions nor extensible signs.
  if (!glyphs.some((glyph) => glyph.bars !== undefined || glyph.extensible !== undefined || glyph.size > LARGER * size))
    return size;
  const rows = rowsOf(glyphs, bars, size);
  const left = Math.min(...rows.map((row) => row.left));
  // A letter directly after an opening bracket is not the bracket's script. It belongs to a matrix.
  const isFirst = (glyph: PlacedGlyph) => {
    const [before] = glyphs.filter((one) => one.left < glyph.left).toSorted((a, b) => b.left - a.left);
    return before !== undefined && classOf(before.sign) === 'open';
  };
  const isScript = (glyph: PlacedGlyph) =>
    glyph.left > left &&
    rows.every(({ baseline }) => Math.abs(baseline - glyph.baseline) > ON_LINE * size) &&
    !isFirst(glyph);
  const isSmall = (glyph: PlacedGlyph) => glyph.bars !== undefined || glyph.size < size || isScript(glyph);
  const letters = glyphs.filter(
    (glyph) =>
      glyph.extensible === undefined &&
      !ACCENT.test(glyph.sign) &&
      !(glyph.size > LARGER * size && (classOf(glyph.sign) === 'op' || isDelimiter(glyph.sign))),
  );
  return letters.every(isSmall) && !letters.some((glyph) => isDisplayed(glyph, glyphs, size))
    ? size / TEX_SCRIPT
    : size;
}

/**
 * Returns whether a glyph is in the numerator of a full-size fraction, where the distance from the line is larger than
 * inline. Tall signs are at a larger distance in both kinds of fractions.
 */
function isDisplayed(
  { bars = [], baseline, size }: PlacedGlyph,
  glyphs: readonly PlacedGlyph[],
  largest: number,
): boolean {
  const isTall = ({ left, right }: Bar) =>
    glyphs.some((one) => one.extensible !== undefined && one.left > left - 1 && one.right < right + 1);
  const isRaised = (bar: Bar) => {
    const parts = glyphs.filter((one) => one.bars?.includes(bar) === true && one.baseline < bar.y);
    return bar.y - Math.max(...parts.map((one) => inkOf(one).bottom)) < TEXT_CLEARANCE * size;
  };
  return (
    size === largest &&
    bars.some(
      (bar) => bar.y - baseline > DISPLAYED_RISE * size && bar.y - baseline < size && !isTall(bar) && !isRaised(bar),
    )
  );
}

/**
 * Returns whether this is an operator of a text font (mathptmx). The operator is on the baseline and larger than the
 * letters.
 */
function isTextOperator({ sign, size, extensible }: PlacedGlyph, letters: number): boolean {
  return extensible === undefined && size > LARGER * letters && classOf(sign) === 'op';
}

/**
 * Returns the left edges of brackets, operators and small-print fractions, each with the baseline of the row that it is
 * centred on.
 */
function rowsOf(
  glyphs: readonly PlacedGlyph[],
  bars: readonly Bar[],
  size: number,
): { left: number; baseline: number }[] {
  const centred = glyphs
    .filter((glyph) => isCentred(glyph) || isTextOperator(glyph, size))
    .map((glyph) => ({ left: glyph.left, baseline: rowBaseline(glyph) }));
  const isBetween = ({ y }: Bar) =>
    [-1, 1].every((side) =>
      glyphs.some(({ bars: own, baseline }) => own?.some((bar) => bar.y === y && (baseline - y) * side > 0)),
    );
  const fractions = bars.filter(isBetween);
  return [...centred, ...fractions.map(({ left, y }) => ({ left, baseline: y + (AXIS * size) / TEX_SCRIPT }))];
}

/**
 * Returns the lines of the fractions and roots that these glyphs belong to. A longer line belongs to a table or
 * underlines text.
 */
function barsOf(glyphs: readonly PlacedGlyph[]): Bar[] {
  const bars = new Set(glyphs.flatMap((glyph) => glyph.bars ?? []));
  if (bars.size === 0) return [];
  const left = Math.min(...glyphs.map((glyph) => glyph.left));
  const right = Math.max(...glyphs.map((glyph) => glyph.right));
  const margin = BAR_MARGIN * letterSize(glyphs);
  return [...bars].filter((bar) => bar.left > left - margin && bar.right < right + margin);
}

/**
 * Replaces each composed sign, fraction, root, operator and matrix with one item. The remaining items form plain rows.
 */
function reduce(glyphs: readonly PlacedGlyph[], bars: readonly Bar[], doubts: Doubts): Item[] {
  for (const { sign, arrow } of glyphs)
    if (UNKNOWN.test(sign) || (ARROWS.test(sign) && arrow === undefined)) doubts.add('unknown');
  const braced = joinBraces(joinParts(itemsOf(glyphs, bars, doubts.size), doubts), bars);
  const read = (part: readonly Item[]) => readPart(part, doubts);
  const items = joinWords(compose(braced.items, read));
  const limited = readLimits(readBars(items, braced.bars, read, doubts), read);
  const noted = readBraces(limited, read, (brace) => isEnclosed(brace, limited));
  const rest = readBraces(readGrids(noted, read), read);
  if (rest.some((item) => /^[√⏞⏟⎴⎵⎯]$/.test(textOf(item)))) doubts.add('part');
  return rest;
}

/** Returns the glyphs as items. Parts of brackets are measured when they are joined. */
function itemsOf(glyphs: readonly PlacedGlyph[], bars: readonly Bar[], size: number): Item[] {
  const inScripts = enlargedInScripts(glyphs);
  return glyphs.map((glyph) => {
    if (glyph.hangs === true && isCentred(glyph)) return hangingItem(glyph, glyphs, bars);
    const scriptSize = inScripts.get(glyph);
    if (scriptSize !== undefined) return enlargedItem(glyph, scriptSize);
    return isEnlarged(glyph, size) ? enlargedItem(glyph, size) : (standingRoot(glyph, bars) ?? glyphItem(glyph));
  });
}

/** Reads a numerator, the contents of a root, a limit or a cell. The fractions in this part have already been read. */
function readPart(items: readonly Item[], doubts: Doubts): Node {
  const read = (part: readonly Item[]) => readPart(part, doubts);
  return readLine(readBraces(readGrids(readLimits(items, read), read), read), doubts);
}

function readLine(items: readonly Item[], doubts: Doubts): Node {
  return matchFences(readRow(markTall(items), doubts), doubts);
}

const MARKS: Readonly<Record<string, string>> = { '∗': '*', '⋆': '*', '†': '\\dag ', '‡': '\\ddag ' };

/** Returns a number or mark in a form that KaTeX accepts in `\tag`. */
function tagText(number: string): string {
  return number.replaceAll(/[∗⋆†‡]/g, (mark) => MARKS[mark] ?? mark);
}

/** Returns the tag of each row: the number at the height of the row. */
function tagsOf(lines: readonly (readonly Item[])[], numbers: readonly FormulaNumber[]): string[] {
  const tags = lines.map(() => '\\notag');
  for (const { text, baseline } of numbers) {
    const distances = lines.map((items) => Math.min(...items.map((item) => Math.abs(item.baseline - baseline))));
    tags[distances.indexOf(Math.min(...distances))] = `\\tag{${tagText(text)}}`;
  }
  return tags;
}

/**
 * Adds a doubt for each row without a relation, except matrices and operators with limits. Rows that continue at an
 * operator or relation get no doubt.
 */
function checkRelations(rows: readonly Node[], doubts: Doubts): void {
  const isContinued = (i: number) =>
    i > 0 && i < rows.length && [edgeOf(rows[i], 0), edgeOf(rows[i - 1], -1)].some((edge) => CONTINUES.test(edge));
  rows.forEach((row, i) => {
    const isAlone = row.kind === 'grid' || beginsWithLimits(row);
    if (!isContinued(i) && !isContinued(i + 1) && !relationOf(row) && !isAlone) doubts.add('loose');
  });
}

/**
 * Returns whether a row begins with an applied operator, such as `\arg\max_\theta f(\theta)` or a sum over several
 * conditions.
 */
function beginsWithLimits(row: Node): boolean {
  const first = row.kind === 'row' ? row.items[0]?.node : undefined;
  if (first?.kind !== 'scripts' || !first.limits) return false;
  return first.base?.kind === 'word' || first.sub?.kind === 'grid';
}

function edgeOf(row: Node | undefined, at: 0 | -1): string {
  const node = row?.kind === 'row' ? row.items.at(at)?.node : row;
  // A colon ends a line of text above a formula.
  return node?.kind === 'sign' && node.text !== ':' ? classOf(node.text) : 'ord';
}

function checkIndent(glyphs: readonly PlacedGlyph[], column: Column | undefined, doubts: Doubts): void {
  const left = Math.min(...glyphs.map((glyph) => glyph.left));
  if (column && left < column.left + LEAST_INDENT) doubts.add('unindented');
}

/** Writes rows aligned at their relations if the relations are below each other. Writes other rows centred. */
function writeRows(rows: readonly Node[], size: number, tags?: readonly string[]): string {
  const places = rows.map(relationOf);
  const [first] = places.filter((place) => place !== undefined);
  const isAligned =
    first !== undefined &&
    places.filter((place) => place && Math.abs(place.left - first.left) < ALIGNED * size).length > 1;
  const lines = rows.map((row, i) => {
    const place = places[i];
    if (!isAligned || row.kind !== 'row') return isAligned ? `& ${writeTex(row)}` : writeTex(row);
    const isHere = place !== undefined && Math.abs(place.left - first.left) < ALIGNED * size;
    return isHere ? splitAt(row.items, place.at) : `& ${indentAfter(row.items, first.left, size)}${writeTex(row)}`;
  });
  // Only environments that are themselves displays can number each row.
  const name = tags ? (isAligned ? 'align' : 'gather') : isAligned ? 'aligned' : 'gathered';
  const numbered = lines.map((line, i) => guardStart(line) + (tags ? ` ${tags[i] ?? '\\notag'}` : ''));
  return `\\begin{${name}}\n${numbered.join(' \\\\\n')}\n\\end{${name}}`;
}

/** Returns the indent of a row that continues with an operator, relative to the relations in the other rows. */
function indentAfter([item]: readonly Spaced[], left: number, size: number): string {
  if (item?.node.kind !== 'sign' || classOf(item.node.text) !== 'bin') return '';
  const quads = Math.round((item.left - left) / size - OPERATOR_INDENT);
  return quads === 1 ? '\\quad ' : quads === 2 ? '\\qquad ' : '';
}

function relationOf(row: Node): { at: number; left: number } | undefined {
  if (row.kind !== 'row') return undefined;
  const at = row.items.findIndex(({ node }) => {
    const base = node.kind === 'scripts' && node.limits ? node.base : node;
    return base?.kind === 'sign' && classOf(base.text) === 'rel' && base.text !== ':';
  });
  const item = row.items[at];
  return item && { at, left: item.left };
}

function splitAt(items: readonly Spaced[], at: number): string {
  const [before, after] = [items.slice(0, at), items.slice(at)];
  return `${writeTex({ kind: 'row', items: before })} & ${writeTex({ kind: 'row', items: after })}`.trim();
}

/** Protects a bracket or star at the start of a row. TeX would read it as an option of the preceding row end. */
function guardStart(line: string): string {
  return /^[[*]/.test(line) ? `{}${line}` : line;
}
