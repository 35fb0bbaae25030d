import { enclose } from '../../geometry.ts';
import { byLeft, closeRow, isLargeOperator, largestSize, middleOf, replace, textOf } from '../items.ts';
import type { Item, Node, ReadPart } from '../node.ts';
import { splitRows } from '../rows/row-split.ts';
import { letterOf } from '../scripts/script-hosts.ts';
import { classOf, INTEGRAL } from '../../tex/signs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { takesLimits } from '../../tex/function-names.ts';
import { INTEGRAL_SLANT, LIMIT_SPACE, TEX_SCRIPT } from '../../tex/tex-metrics.ts';

const CLOSE = 0.5; // em between an operator and its limit
const JOINED = 0.45; // em between neighbours in a limit
/** Maximum gap in em between the words of a note. */
const WORDS_JOINED = 0.75;
/** Maximum gap in em between two rows of a limit. TeX leaves at least 1.2 points. */
const ROW_GAP = 0.35;
/** Maximum distance of a limit's print from the operator. Three rows fit within this distance. */
const FARTHEST = 2.4; // em
/** Maximum distance in em between the baselines of a script and its row. */
const BESIDE = 0.7;
const OFF_CENTRE = 0.45; // em
const EXACTLY = 0.15; // em
const SAME_BASELINE = 0.06; // em
const LETTER_GAP = 0.1; // em
/** Maximum gap between operators with a shared limit. TeX inserts an operator space there. */
const OPERATOR_GAP = 0.3; // em
/** Maximum overlap of a limit with the operator, as a share of the limit size. */
const OVERLAP = 0.3;
/**
 * Print of a limit begins at least `UNDER` before the right end of its operator. It ends at most `BEFORE` before the
 * left end.
 */
const UNDER = 0.05; // em
const BEFORE = 0.12; // em
/** Additional distance in em of the limit for limits of several rows. */
const SEVERAL_ROWS = 0.7;
/**
 * Upper bound in em for the gaps that are compared around the print near an operator. Larger gaps count as this value.
 */
const LARGEST_GAP = 0.2;
/** Tolerance in em for the space between an operator and its limit in other fonts. */
const OTHER_FONTS = 0.18;

/** Attaches limits to operators, and notes to horizontal braces and relations. */
export function readLimits(items: readonly Item[], read: ReadPart): Item[] {
  let result = readShared(items, read);
  // TeX sets limits next to the operator in scripts. The extensible font is always at 10 points in scripts, and also in
  // 12-point articles.
  const full = SCRIPT_SIZE * largestSize(items);
  const operators = items.filter((item) => canTakeLimits(item) && (item.centred || item.size > full)).toSorted(byLeft);
  for (const operator of operators) {
    if (!result.includes(operator)) continue;
    const takesAbove = isLargeOperator(operator) || isRelation(operator);
    const above = takesAbove ? limitOf(operator, result, 'above') : [];
    const below = limitOf(operator, result, 'below');
    if (above.length + below.length === 0) continue;
    result = withLimits(result, operator, { above, below }, read);
  }
  return result;
}

type Limits = Readonly<Record<'above' | 'below', readonly Item[]>>;

function withLimits(items: readonly Item[], operator: Item, { above, below }: Limits, read: ReadPart): Item[] {
  const node: Node = {
    kind: 'scripts',
    base: baseOf(operator, below),
    sub: below.length > 0 ? readLimit(below, read) : undefined,
    sup: above.length > 0 ? readLimit(above, read) : undefined,
    limits: true,
  };
  const parts = [operator, ...above, ...below];
  const whole: Item = {
    ...operator,
    node,
    ...widthOf(operator, parts, items),
    top: Math.min(...parts.map((item) => item.top)),
    bottom: Math.max(...parts.map((item) => item.bottom)),
  };
  return replace(items, new Set(parts), whole);
}

/** Returns the base of a limit. If a limit is below the second of two words, the words are two operators. */
function baseOf(operator: Item, below: readonly Item[]): Node {
  const { node, lastWord, right } = operator;
  const box = enclose(below);
  if (node.kind !== 'word' || lastWord === undefined || !box) return node;
  return { ...node, isDivided: offCentre(box, middleOf(operator)) >= offCentre(box, (lastWord + right) / 2) };
}

/** Puts print centred on two adjacent operators below both: `\mathop{\sum\sum}_{i \neq j}`. */
function readShared(items: readonly Item[], read: ReadPart): Item[] {
  const operators = items
    .filter((item) => isLargeOperator(item) && item.centred && !INTEGRAL.test(textOf(item)))
    .toSorted(byLeft);
  let result = [...items];
  for (const [i, first] of operators.entries()) {
    const second = operators[i + 1];
    if (!second || !isBeside(first, second)) continue;
    const both: Item = { ...first, node: closeRow([first, second]), right: second.right };
    const middle = (first.right + second.left) / 2;
    const below = limitOf(both, result, 'below');
    // Separate limits have a gap between them.
    if (!below.some((item) => item.left < middle && item.right > middle)) continue;
    result = withLimits(replace(result, new Set([first, second]), both), both, { above: [], below }, read);
  }
  return result;
}

function isBeside(first: Item, second: Item): boolean {
  const isLevel = Math.abs(first.baseline - second.baseline) < EXACTLY * first.size;
  return isLevel && textOf(first) === textOf(second) && second.left - first.right < OPERATOR_GAP * first.size;
}

/**
 * Returns the horizontal extent of an operator and its limits. If wide limits overlap the operator's neighbours
 * (`\mathclap`), only the operator counts.
 */
function widthOf(operator: Item, parts: readonly Item[], items: readonly Item[]): Pick<Item, 'left' | 'right'> {
  const left = Math.min(...parts.map((item) => item.left));
  const right = Math.max(...parts.map((item) => item.right));
  const beside = items.filter(
    (item) => !parts.includes(item) && Math.abs(item.baseline - operator.baseline) < BESIDE * operator.size,
  );
  const isUnder = (from: number, to: number) => beside.some((item) => item.right > from && item.left < to);
  return {
    left: isUnder(left, operator.left) ? operator.left : left,
    right: isUnder(operator.right, right) ? operator.right : right,
  };
}

/** Reads a limit. Several rows become a column. */
function readLimit(items: readonly Item[], read: ReadPart): Node {
  const rows = items.length > 1 ? splitRows(items) : [];
  if (rows.length < 2) return read(items);
  return { kind: 'grid', left: '', right: '', rows: rows.map((row) => [read(row)]) };
}

function isRelation(item: Item): boolean {
  return !item.centred && classOf(textOf(item)) === 'rel' && textOf(item) !== ':';
}

function canTakeLimits(item: Item): boolean {
  return isLargeOperator(item) || isRelation(item) || (item.node.kind === 'word' && item.node.alphabet === 'roman');
}

/**
 * Returns whether print below the item is a note. Notes belong to relations and to words that TeX does not know as
 * operators.
 */
function isNoted(item: Item): boolean {
  return isRelation(item) || (item.node.kind === 'word' && !takesLimits(item.node.text.replace(/^.* /, '')));
}

/** Returns the small print that is above or below the operator and centred on it. */
function limitOf(operator: Item, items: readonly Item[], side: 'above' | 'below'): Item[] {
  const near = items
    .filter((item) => {
      if (item === operator || item.size > SCRIPT_SIZE * operator.size || isLargeOperator(item)) return false;
      const gap = readGap(side, operator, item);
      return gap > -item.size && gap < FARTHEST * operator.size;
    })
    .toSorted(byLeft);
  const start = nearestTo(operator, near, side);
  if (!start) return [];
  // Scripts of the preceding letter may touch a wide note, but their baseline differs.
  const isLevel = (item: Item) =>
    item.size < SCRIPT_SIZE * start.size || Math.abs(item.baseline - start.baseline) < SAME_BASELINE * start.size;
  if (isNoted(operator)) {
    // The words of a note are separated by spaces.
    const level = near.filter(isLevel);
    const notes = [JOINED, WORDS_JOINED].map((gap) => partAround(start, level, gap));
    const note = notes.find((one) => isCentredNote(operator, one, side));
    return note && !isScriptBeyond(start, side, items) ? note : [];
  }
  const part = partAround(start, near, JOINED);
  const box = enclose(part) ?? start;
  if (readGap(side, operator, box) >= mostGap(side, box, part)) return [];
  const middle = centreOf(operator, side, box);
  if (offCentre(box, middle) < EXACTLY * operator.size) return part;
  const inner = INTEGRAL.test(textOf(operator)) ? [] : centredPart(part.toSorted(byLeft), start, operator, middle);
  if (inner.length > 0) return isCutFrom(part, inner) ? [] : inner;
  return offCentre(box, middle) < OFF_CENTRE * operator.size ? part : [];
}

/**
 * Returns whether small print is centred on a relation and as near as a note. Scripts of adjacent letters are also at
 * that height.
 */
function isCentredNote(operator: Item, part: readonly Item[], side: 'above' | 'below'): boolean {
  const box = enclose(part);
  if (!box || readGap(side, operator, box) >= mostGap(side, box, part)) return false;
  return offCentre(box, centreOf(operator, side, box)) < EXACTLY * operator.size;
}

/**
 * Returns whether the rest of a script directly adjoins these items. The items are then part of a script of the row
 * above, and that script extends over the operator.
 */
function isCutFrom(part: readonly Item[], inner: readonly Item[]): boolean {
  return part.some(
    (item) =>
      !inner.includes(item) &&
      inner.some(
        (one) =>
          Math.abs(item.baseline - one.baseline) < SAME_BASELINE * one.size &&
          Math.max(item.left - one.right, one.left - item.right) < LETTER_GAP * one.size,
      ),
  );
}

/** Returns the print closest above or below the operator. */
function nearestTo(operator: Item, near: readonly Item[], side: 'above' | 'below'): Item | undefined {
  const reach = CLOSE * operator.size;
  const distance = (item: Item) => readGap(side, operator, item);
  const isClear = (item: Item) =>
    distance(item) > -OVERLAP * item.size && distance(item) < reach + SEVERAL_ROWS * item.size;
  return near
    .filter(
      (item) =>
        isClear(item) &&
        item.left < operator.right - UNDER * operator.size &&
        item.right > operator.left - BEFORE * operator.size,
    )
    .toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Returns whether the small print is a script of a letter in the next row. */
function isScriptBeyond(script: Item, side: 'above' | 'below', items: readonly Item[]): boolean {
  const letters = items.filter(
    ({ size, baseline, centred }) =>
      !centred &&
      script.size < SCRIPT_SIZE * size &&
      (side === 'below' ? baseline > script.baseline : baseline < script.baseline),
  );
  return letterOf(script, letters) !== undefined;
}

type Edges = Pick<Item, 'top' | 'bottom'>;

/** Returns the vertical space between two stacked items. */
export function readGap(side: 'above' | 'below', item: Edges, other: Edges): number {
  return side === 'above' ? item.top - other.bottom : other.top - item.bottom;
}

/** Returns the small print connected to this item without a gap. */
function partAround(start: Item, near: readonly Item[], joined: number): Item[] {
  const part = new Set([start]);
  let box = { left: start.left, right: start.right, top: start.top, bottom: start.bottom };
  for (let grown = true; grown;) {
    grown = false;
    for (const item of near) {
      if (part.has(item)) continue;
      const isAside = item.left - box.right < joined * item.size && box.left - item.right < joined * item.size;
      const isLevel = item.top < box.bottom + ROW_GAP * item.size && item.bottom > box.top - ROW_GAP * item.size;
      if (!isAside || !isLevel) continue;
      part.add(item);
      box = {
        left: Math.min(box.left, item.left),
        right: Math.max(box.right, item.right),
        top: Math.min(box.top, item.top),
        bottom: Math.max(box.bottom, item.bottom),
      };
      grown = true;
    }
  }
  return [...part];
}

/**
 * Returns the maximum space between an operator and a limit: TeX's space (cmex10, parameters 9 to 12) plus a margin for
 * other fonts.
 */
function mostGap(side: 'above' | 'below', box: Pick<Item, 'top' | 'bottom'>, part: readonly Item[]): number {
  const size = Math.max(...part.map((item) => item.size)) / TEX_SCRIPT;
  const baseline = part.find((item) => !item.centred)?.baseline ?? box.bottom;
  const towards = side === 'above' ? box.bottom - baseline : baseline - box.top;
  const { least, baseline: usual } = LIMIT_SPACE[side];
  return Math.max(least * size, usual * size - towards) + OTHER_FONTS * size;
}

/**
 * Returns the part of the print that is centred on the operator and has the largest gaps around it. Scripts of the
 * preceding letter, or the next limit, may touch a limit. Only the limit itself is centred.
 */
function centredPart(items: readonly Item[], start: Item, operator: Item, middle: number): Item[] {
  const at = items.indexOf(start);
  let best: Item[] = [];
  let most = -Infinity;
  for (let from = 0; from <= at; from++) {
    for (let to = at + 1; to <= items.length; to++) {
      const part = items.slice(from, to);
      const right = Math.max(...part.map((item) => item.right));
      const off = offCentre({ left: part[0]?.left ?? 0, right }, middle);
      if (off > EXACTLY * operator.size) continue;
      const apart = Math.min(gapBefore(items, from), gapBefore(items, to), LARGEST_GAP * operator.size) - off;
      if (apart > most) [best, most] = [part, apart];
    }
  }
  return best;
}

/** Returns the space in points before the item, or infinity at the start of the print. */
function gapBefore(items: readonly Item[], at: number): number {
  const item = items[at];
  if (at === 0 || !item) return Infinity;
  return item.left - Math.max(...items.slice(0, at).map((before) => before.right));
}

/**
 * Returns the centre of an operator's limits. TeX shifts the limits of an integral by half its italic correction
 * (cmex10: 0.44 em). The limits of `\arg\max` are below the second word. The limits of `\limsup` are below both words.
 */
function centreOf(operator: Item, side: 'above' | 'below', limit: Pick<Item, 'left' | 'right'>): number {
  if (operator.lastWord !== undefined) {
    const ofLast = (operator.lastWord + operator.right) / 2;
    return [middleOf(operator), ofLast].toSorted((a, b) => offCentre(limit, a) - offCentre(limit, b))[0] ?? ofLast;
  }
  const shift = /^[∫∮]$/.test(textOf(operator)) ? (INTEGRAL_SLANT / 2) * operator.size : 0;
  return middleOf(operator) + (side === 'above' ? shift : -shift);
}

function offCentre(box: Pick<Item, 'left' | 'right'>, middle: number): number {
  return Math.abs(middleOf(box) - middle);
}
