import type { Doubts } from '../doubts.ts';
import { textOf } from '../items.ts';
import type { Item } from '../node.ts';
import { takesLimits } from '../../tex/function-names.ts';
import { SCRIPT_SIZE } from '../../tex/size-classes.ts';

/**
 * Where TeX puts a letter's first script, in em of the letter. According to σ13 to σ19 of Computer Modern, Times and
 * Palatino, scripts are 0.29 to 0.51 up or 0.1 to 0.3 down. TeX moves taller and deeper scripts further.
 */
const RISE = { least: 0.2, most: 0.8 };
const DROP = { least: 0.05, most: 0.55 };
/**
 * Script sizes as shares of the base: 0.7 in Computer Modern. In journal classes they range from 0.58 (7 points at 12)
 * to 0.8 (8 points at 10).
 */
const SIZE = { least: 0.5, most: SCRIPT_SIZE };
/** LaTeX by default sets words in scripts in the text size: `P_\mbox{rot}`. */
const WORD_SIZE = 1.02;
const FAR = 0.35; // em
const SMALLEST = 0.78; // share of the text size
/** Nodes that have scripts only at their right end. */
const WIDE = /^(?:fraction|root|grid|fence|binomial)$/;

/** Adds doubts about small print at positions where TeX puts no script. */
export function checkScripts(base: Item, sub: readonly Item[], sup: readonly Item[], doubts: Doubts): void {
  if (isCutPower(base, sup)) doubts.add('grammar');
  for (const script of [sub, sup])
    if (WIDE.test(base.node.kind) && base.right - leftOf(script) > FAR * doubts.size) doubts.add('over');
  checkPlaces(base, sub, sup, doubts);
}

function checkPlaces(base: Item, sub: readonly Item[], sup: readonly Item[], doubts: Doubts): void {
  for (const [script, side] of [
    [sub, 1],
    [sup, -1],
  ] as const) {
    const largest = script.toSorted((a, b) => b.size - a.size || a.left - b.left)[0];
    if (!largest) continue;
    // Scripts of second-level scripts are as large as their base.
    const isSmallest = base.size < SMALLEST * doubts.size;
    if (!isOfScript(largest, base, doubts.size, isSmallest)) doubts.add('size');
    if (base.centred || largest.centred || !isLetter(base) || isSmallest) continue;
    if ((leftOf(script) - base.right) / base.size > FAR) doubts.add('far');
    const shift = (side * (largest.baseline - base.baseline)) / base.size;
    if (!(side > 0 ? isBelow(shift, base) : isInRange(shift, RISE))) doubts.add('shift');
  }
}

/** Returns whether the largest item of a script has a script size. */
function isOfScript({ size, node }: Item, base: Item, letters: number, isSmallest: boolean): boolean {
  // The extensible font has only one size.
  const ratio = size / (base.centred ? Math.max(base.size, letters) : base.size);
  const most = node.kind === 'word' ? WORD_SIZE : SIZE.most;
  return ratio >= SIZE.least && (ratio <= most || isSmallest);
}

function leftOf(items: readonly Item[]): number {
  return Math.min(...items.map((item) => item.left));
}

/**
 * Returns whether a power is truncated. A single minus after a letter is a charge. A single minus after a bracket
 * begins a power whose number was not found: `(1 - x)^{-1/2}`.
 */
function isCutPower({ node }: Item, sup: readonly Item[]): boolean {
  const isSign = node.kind === 'sign' || node.kind === 'delimiter';
  const isBracket = node.kind === 'fence' || (isSign && /^[)\]}]$/.test(node.text));
  return isBracket && sup.length === 1 && sup.every((item) => textOf(item) === '−');
}

function isBelow(shift: number, base: Item): boolean {
  return isInRange(shift, DROP) || (shift > DROP.most && isPhrase(base));
}

function isInRange(value: number, { least, most }: { readonly least: number; readonly most: number }): boolean {
  return value >= least && value <= most;
}

/**
 * Returns whether the base is a phrase such as `\arg\max`. TeX centres the limit below the second word. The limit is
 * then read as a script of both words.
 */
function isPhrase({ node }: Item): boolean {
  return node.kind === 'word' && node.text.includes(' ') && takesLimits(node.text.replace(/^.* /, ''));
}

function isLetter({ node }: Item): boolean {
  return node.kind === 'sign' || node.kind === 'word';
}
