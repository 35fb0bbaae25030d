import type { Doubts } from '../doubts.ts';
import { axisOf, byLeft, endOf, largestSize, middleY, textOf } from '../items.ts';
import { cutLeftScripts, takesLeftScript } from '../scripts/left-scripts.ts';
import type { Item, Node, Spaced } from '../node.ts';
import { inColumns, type Atom } from '../scripts/script-columns.ts';
import { checkScripts } from '../scripts/script-checks.ts';
import { CONTINUED, continuesScript, isThirdScript, nearestHost } from '../scripts/script-hosts.ts';
import { classOf, closingOf } from '../../tex/signs.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';
import { AXIS, TEX_SCRIPT, THIN_SPACE } from '../../tex/tex-metrics.ts';

const UNIT_SIZE = 0.65; // em
const ON_BASELINE = 0.11; // em
const ON_AXIS = 0.2; // em
/**
 * Minimum share of the ink in a short row that is on the baseline of the first letter. With this share, the first letter
 * defines the baseline of the row.
 */
const FIRST_SHARE = 0.15;
const SHORT_ROW = 6; // items
/**
 * Tolerance for rounding. TeX sets a row on one baseline and fractions on its axis. Files round to a tenth of a point.
 */
const EXACTLY = 0.03; // em
const AT_AXIS = 0.08; // em; fonts differ in the height of the axis
/**
 * Minimum space around a relation in em, less the overhang of letters. TeX's own space is 0.28 in displays and text.
 * This space stretches but does not shrink.
 */
const RELATION_SPACE = 0.13;

/** One or more element symbols: `Fe`, `CO`. */
const ELEMENTS = /^(?:[A-Z][a-z]?)+$/;

/** Reads the items of one row. The baseline is where most of the ink is. Items off the baseline are scripts. */
export function readRow(items: readonly Item[], doubts: Doubts): Node {
  const [only, ...more] = items;
  if (only && more.length === 0) return only.node;
  const sorted = items.toSorted(byLeft);
  const line = mainLine(sorted);
  const atoms: Atom[] = [];
  const scripts: Item[] = [];
  for (const item of sorted) {
    if (isOnLine(item, line) && !isScriptOfScript(item, scripts.at(-1), line))
      atoms.push({ item, sub: [], sup: [], left: item.left });
    else scripts.push(item);
  }
  for (const { item } of atoms) if (item && !isExactlyOn(item, line, doubts.size)) doubts.add('offline');
  attachScripts(atoms, scripts, line);
  const placed = cutLeftScripts(
    atoms.toSorted((a, b) => a.left - b.left),
    line.size,
  );
  return rowOf(
    placed.flatMap((atom, i) => {
      const [first = atom, ...after] = inColumns(atom);
      return [
        toItem(first, line, doubts, placed[i + 1]),
        ...after.map((column) => scriptsItem(column, { line, doubts, isMarked: true })),
      ];
    }),
    doubts,
  );
}

interface MainLine {
  readonly baseline: number;
  readonly axis: number;
  readonly size: number;
}

/** Minimum ink of a glyph, for glyphs without a width. */
const LEAST_INK = 0.1; // points

/** Returns the baseline of most of the full-size print. */
function mainLine(items: readonly Item[]): MainLine {
  const size = largestSize(items);
  const letters = items.filter((item) => !item.centred && item.size > SCRIPT_SIZE * size);
  const axis = axisOfScripts(items, letters);
  if (axis !== undefined) return { baseline: axis + (AXIS * size) / TEX_SCRIPT, axis, size: size / TEX_SCRIPT };
  const full = letters.length > 0 ? letters : items.filter((item) => item.size > SCRIPT_SIZE * size);
  const inkBeside = (item: Item) => {
    let ink = 0;
    for (const other of full)
      if (Math.abs(other.baseline - item.baseline) < ON_BASELINE * size) ink += other.right - other.left + LEAST_INK;
    return ink;
  };
  let best = full.toSorted(byLeft)[0];
  let most = best ? inkBeside(best) : -1;
  const total = full.reduce((sum, item) => sum + item.right - item.left + LEAST_INK, 0);
  // Scripts of second-level scripts have the same size as their base, so the first item is the base.
  if (most > FIRST_SHARE * total && full.length < SHORT_ROW) most = Infinity;
  for (const item of full) {
    const ink = inkBeside(item);
    if (ink > most) [best, most] = [item, ink];
  }
  const baseline = best?.baseline ?? 0;
  return { baseline, size, axis: best ? axisOf(best) : baseline };
}

/**
 * Returns the axis of a row whose only letters are in scripts, such as a sum of inline fractions. Returns undefined if
 * letters are on the row's baseline, or if letters precede every possible base.
 *
 * @param items from left to right
 */
function axisOfScripts(items: readonly Item[], letters: readonly Item[]): number | undefined {
  const [tallest] = items.filter((item) => item.centred).toSorted((a, b) => heightOf(b) - heightOf(a));
  const [first] = items;
  if (!tallest || letters.length === 0 || !first?.centred) return undefined;
  const axis = axisOf(tallest);
  const isOffAxis = (item: Item) => Math.abs(axisOf(item) - axis) > ON_AXIS * item.size;
  // The tallest item may be a bracket in a script of the row that the first item begins.
  return letters.every(isOffAxis) && !isOffAxis(first) ? axis : undefined;
}

function heightOf({ top, bottom }: Item): number {
  return bottom - top;
}

/** Tolerance for the axis of tall print, as a share of its height. */
const TALL_SHARE = 0.3;
/** Small print on the baseline is off only by rounding. */
const SAME_BASELINE = 0.04; // em

function isOnLine(item: Item, line: MainLine): boolean {
  if (item.centred)
    return Math.abs(axisOf(item) - line.axis) < ON_AXIS * Math.max(line.size, TALL_SHARE * (item.bottom - item.top));
  const off = Math.abs(item.baseline - line.baseline);
  if (item.size > SCRIPT_SIZE * line.size) return off < ON_BASELINE * line.size;
  // Small print on the baseline is part of a unit or an abbreviation. A nested script may also come close to the
  // baseline.
  return item.size > UNIT_SIZE * line.size && off < SAME_BASELINE * line.size;
}

/**
 * @param letters size of the letters that are not scripts. A fraction in a script with letters of this size is on the
 * axis
 */
function isExactlyOn(item: Item, line: MainLine, letters: number): boolean {
  if (!item.centred) return Math.abs(item.baseline - line.baseline) < EXACTLY * line.size;
  if (item.node.kind !== 'fraction') return true;
  const axes = [line.axis, line.baseline - AXIS * letters];
  return axes.some((axis) => Math.abs(axisOf(item) - axis) < AT_AXIS * line.size);
}

/**
 * Returns whether small print adjoins a script and is on the baseline only by chance, like the exponent of a subscript.
 */
function isScriptOfScript(item: Item, before: Item | undefined, line: MainLine): boolean {
  if (!before || item.centred || item.size > SCRIPT_SIZE * line.size) return false;
  const gap = (item.left - before.right) / item.size;
  return gap < CONTINUED;
}

/** Attaches nested scripts to the adjacent script and all other scripts to the atom on their left. */
function attachScripts(atoms: Atom[], scripts: readonly Item[], line: MainLine): void {
  const size = largestSize(scripts);
  const placed: { item: Item; atom: Atom; isSup: boolean }[] = [];
  for (const item of scripts) {
    const isAfterPrime = textOf(item) === '′' && textOf(placed.at(-1)?.item) === '′';
    const host =
      item.size < SCRIPT_SIZE * size || item.node.kind === 'scripts' || isAfterPrime
        ? (placed.findLast(({ item: other }) => continuesScript(item, other)) ??
          placed.findLast(({ item: other }) => other.size < SCRIPT_SIZE * size && isThirdScript(item, other)) ??
          nearestHost(item, placed))
        : undefined;
    const atom = host?.atom ?? atomBefore(atoms, item, endOfScript(item, scripts), line);
    const isSup = host?.isSup ?? middleY(item) < line.axis;
    (isSup ? atom.sup : atom.sub).push(item);
    placed.push({ item, atom, isSup });
  }
}

/** Maximum distance by which a script begins to the left of its atom's left edge. */
const SAME_PLACE = 0.05; // em

/**
 * Returns the atom to the left of a script. If a gap precedes the script and the next atom directly follows, the script
 * has no base (`{}^4\mathrm{He}`).
 */
function atomBefore(atoms: Atom[], item: Item, scriptEnd: number, line: MainLine): Atom {
  const before = atoms.findLast((atom, i) => {
    const isBefore = atom.left <= item.left + SAME_PLACE * line.size;
    return isBefore && !(isOver(item, atom, line) && endsBefore(item, atoms[i - 1], line));
  });
  const next = atoms.find((atom) => atom.item !== undefined && atom.left > item.left);
  const end = before?.item
    ? Math.max(before.item.right, ...[...before.sub, ...before.sup].map((one) => one.right))
    : -Infinity;
  const isEmpty = before !== undefined && before.item === undefined;
  if (isEmpty || (before?.item && !standsAlone(before, { ...item, right: scriptEnd }, end, next, line))) return before;
  const empty: Atom = { item: undefined, sub: [], sup: [], left: item.left };
  atoms.push(empty);
  atoms.sort((a, b) => a.left - b.left);
  return empty;
}

/** Returns the right end of the script that begins with this item. */
function endOfScript(item: Item, scripts: readonly Item[]): number {
  return scripts.reduce((last, next) => (continuesScript(next, last) ? next : last), item).right;
}

/** Minimum distance from the start of a script above or below an operator to the operator's right end. */
const WIDE_OPERATOR = 0.6; // em

/** Returns whether a script is above or below an operator because the author moved the operator with `\!`. */
function isOver(item: Item, atom: Atom, line: MainLine): boolean {
  return (
    atom.item?.node.kind === 'scripts' &&
    atom.item.node.limits &&
    atom.item.right - item.left > WIDE_OPERATOR * line.size
  );
}

function endsBefore(item: Item, atom: Atom | undefined, line: MainLine): boolean {
  return atom?.item !== undefined && Math.abs(item.left - atom.item.right) < CONTINUED * line.size;
}

/**
 * Gaps of scripts that belong to the next letter, in em of the line. `gap` is the maximum gap to that letter. The other
 * values are the minimum gap to the preceding print.
 */
const OF_NEXT = { gap: 0.12, afterSign: 0.1, afterLetter: 0.9 };

/**
 * Returns whether a script belongs to the next atom. Space follows relations, operators and opening brackets. So a
 * script after such space has another base.
 */
function standsAlone(before: Atom, item: Item, end: number, next: Atom | undefined, line: MainLine): boolean {
  const gap = (item.left - end) / line.size;
  const text = textOf(before.item);
  const takesNone = ['rel', 'bin', 'punct'].includes(classOf(text)) && text !== '∗' && text !== '⋆';
  const isNearNext = next !== undefined && next.left - item.right < OF_NEXT.gap * line.size;
  if (isNearNext && (takesNone || isOpening(before.item)) && takesUpperNumber(next.item, item)) return true;
  return isNearNext && gap > (takesNone ? OF_NEXT.afterSign : OF_NEXT.afterLetter);
}

/** Returns whether this is the slash of a fraction followed by its denominator. */
function isSlashed({ item, sub, sup }: Atom): boolean {
  return textOf(item) === '/' && sub.length > 0 && sup.length === 0;
}

/**
 * Returns whether a raised number belongs before this item: the numerator of a slashed fraction or the mass of an
 * element.
 */
function takesUpperNumber(next: Item | undefined, number: Item): boolean {
  return textOf(next) === '/' || (isElement(next) && /^\d$/.test(textOf(number)));
}

/** Returns whether this is an element symbol or a molecule without numbers. */
function isElement(item: Item | undefined): boolean {
  const node = item?.node;
  const isUpright = (node?.kind === 'word' || node?.kind === 'sign') && node.alphabet === 'roman';
  return isUpright && ELEMENTS.test(node.text);
}

function isOpening(item: Item | undefined): boolean {
  return item?.node.kind === 'delimiter' ? closingOf(item.node.text) !== undefined : classOf(textOf(item)) === 'open';
}

/**
 * Returns whether scripts without a base belong to the next atom: an element's mass and charge, a spin, or the
 * numerator of a slashed fraction.
 */
function isLeftScript({ sub, sup }: Atom, next: Atom | undefined): boolean {
  if (next && isSlashed(next)) return sub.length === 0;
  if (isElement(next?.item)) return [...sub, ...sup].every((item) => /^\d$/.test(textOf(item)));
  return takesLeftScript(next?.item) && sup.length === 0;
}

function toItem(atom: Atom, line: MainLine, doubts: Doubts, next: Atom | undefined): Item {
  const { item, sub, sup } = atom;
  if (item && sub.length + sup.length === 0) return item;
  if (item) checkScripts(item, sub, sup, doubts);
  const [prime] = sup;
  if (prime && isPrimeOfNothing(atom) && line.size < SCRIPT_SIZE * doubts.size)
    return { ...prime, node: readRow(sup, doubts), baseline: line.baseline, right: Math.max(...sup.map(endOf)) };
  return scriptsItem(atom, { line, doubts, isMarked: item !== undefined || isLeftScript(atom, next) });
}

/** Returns whether the scripts are primes without a base. TeX reads `^{'-}` in a superscript as `^{{}^\prime-}`. */
function isPrimeOfNothing({ item, sub, sup }: Atom): boolean {
  return item === undefined && sub.length === 0 && sup.every((one) => textOf(one) === '′');
}

interface Row {
  readonly line: MainLine;
  readonly doubts: Doubts;
  /** Whether the scripts have a base, or may be without a base here. Otherwise they add a doubt. */
  readonly isMarked: boolean;
}

function scriptsItem({ item, sub, sup, left }: Atom, { line, doubts, isMarked }: Row): Item {
  const parts = [...(item ? [item] : []), ...sub, ...sup];
  if (!isMarked) doubts.add('baseless');
  const node: Node = {
    kind: 'scripts',
    base: item?.node,
    sub: sub.length > 0 ? readRow(sub, doubts) : undefined,
    sup: sup.length > 0 ? readRow(sup, doubts) : undefined,
    limits: false,
  };
  return {
    ...(item ?? { baseline: line.baseline, size: line.size, centred: false }),
    node: merged(node),
    left,
    right: Math.max(...parts.map((one) => one.right)),
    top: Math.min(...parts.map((one) => one.top)),
    bottom: Math.max(...parts.map((one) => one.bottom)),
  };
}

/** Merges scripts next to an operator with the operator's limits. TeX has only one upper and one lower position. */
function merged(node: Extract<Node, { kind: 'scripts' }>): Node {
  const { base } = node;
  if (base?.kind !== 'scripts' || base.limits) return node;
  const isFree = (!base.sub || !node.sub) && (!base.sup || !node.sup);
  return isFree ? { ...base, sub: base.sub ?? node.sub, sup: base.sup ?? node.sup } : node;
}

/** Minimum gap between two letters of a row. Letters overlap more only if two rows were mixed. */
const OVERLAP = -0.45; // em

function rowOf(printed: readonly Item[], doubts: Doubts): Node {
  const spaced: Spaced[] = [];
  const items = printed.map((item, i) => {
    const around = [printed[i - 1], printed[i + 1]] as const;
    if (isBackslash(item, around, doubts)) return { ...item, node: BACKSLASH };
    return isBar(item, ...around) ? asBar(item) : item;
  });
  items.forEach((item, i) => {
    const before = items[i - 1];
    const size = Math.max(item.size, before?.size ?? 0);
    const gap = before ? (item.left - before.right) / size : 0;
    if (before && gap < OVERLAP && !before.centred && !item.centred) doubts.add('overlap');
    if (before && item.size > SCRIPT_SIZE * doubts.size && isTight(before, item, gap)) doubts.add('tight');
    spaced.push({ node: item.node, gap: areSmallDots(before, item, doubts) ? THIN_SPACE : gap, left: item.left });
  });
  const [only, ...more] = spaced;
  return only && more.length === 0 ? only.node : { kind: 'row', items: spaced };
}

/** Returns whether both items are dots in a script. TeX omits the spaces of `\ldots` there. */
function areSmallDots(before: Item | undefined, item: Item, doubts: Doubts): boolean {
  return textOf(before) === '.' && textOf(item) === '.' && item.size < SCRIPT_SIZE * doubts.size;
}

/**
 * Returns whether a relation sign is a bar. Some formula fonts have one glyph for bars and relations, but only
 * relations have space around them.
 */
function isBar(item: Item, before: Item | undefined, after: Item | undefined): boolean {
  const { node } = item;
  if (node.kind === 'scripts') return !node.limits && node.base?.kind === 'sign' && node.base.text === '∣';
  if (textOf(item) !== '∣') return false;
  const gaps = [before ? item.left - before.right : 0, after ? after.left - item.right : 0];
  return Math.min(...gaps) < RELATION_SPACE * item.size;
}

const BACKSLASH: Node = { kind: 'sign', text: '\\', alphabet: 'roman' };

/** Returns whether this is `\backslash`. The glyph is the same as for `\setminus`, but has no space around it. */
function isBackslash(item: Item, [before, after]: readonly (Item | undefined)[], doubts: Doubts): boolean {
  if (textOf(item) !== '∖' || !before || !after || item.size < SCRIPT_SIZE * doubts.size) return false;
  return Math.max(item.left - before.right, after.left - item.right) < RELATION_SPACE * item.size;
}

function asBar(item: Item): Item {
  const bar: Node = { kind: 'sign', text: '|', alphabet: 'roman' };
  return { ...item, node: item.node.kind === 'scripts' ? { ...item.node, base: bar } : bar };
}

/** Returns whether a full-size relation has no space next to it. */
function isTight(before: Item, item: Item, gap: number): boolean {
  const [left, right] = [classOf(textOf(before)), classOf(textOf(item))];
  if (left === right || (left !== 'rel' && right !== 'rel')) return false;
  const other = left === 'rel' ? right : left;
  return other === 'ord' && gap < RELATION_SPACE;
}
