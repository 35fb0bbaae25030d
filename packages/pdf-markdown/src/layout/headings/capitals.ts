import type { Line } from '../lines/line.ts';
import { leftOfTitle } from './numbering.ts';

/** Minimum number of letters. Fewer capitals are an abbreviation. */
const FEWEST_LETTERS = 4;

export function isCapitals(text: string): boolean {
  // Fast path: most lines have lower-case letters.
  if (/[a-z]/.test(text)) return false;
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  return letters.length >= FEWEST_LETTERS && letters === letters.toUpperCase();
}

/**
 * Returns whether lines have compatible sizes of small capitals. A line of a caption may contain only the smaller
 * capitals.
 */
export function areSmallCapitals(a: Pick<Line, 'size' | 'text'>, b: Pick<Line, 'size' | 'text'>): boolean {
  const ratio = Math.min(a.size, b.size) / Math.max(a.size, b.size);
  return ratio > SMALLEST_CAPITALS && isMostlyCapitals(a.text) && isMostlyCapitals(b.text);
}

const SMALLEST_CAPITALS = 0.7;
/** Minimum share of capitals. The rest may be formulas. */
const CAPITALS_SHARE = 0.8;

function isMostlyCapitals(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  return (
    letters.length >= FEWEST_LETTERS && letters.replaceAll(/\P{Lu}/gu, '').length >= CAPITALS_SHARE * letters.length
  );
}

const SAME_MIDDLE = 2; // points

/** Returns whether two lines form a centred heading in capitals, with the heading's number next to them. */
export function areCentredCapitals(before: Line, line: Line): boolean {
  const middle = (left: number, { box }: Line) => (left + box.right) / 2;
  const lefts = [before.box.left, leftOfTitle(before)].filter((left) => left !== undefined);
  const isCentred = lefts.some((left) => Math.abs(middle(left, before) - middle(line.box.left, line)) < SAME_MIDDLE);
  return isCentred && before.box.left !== line.box.left && isCapitals(before.text) && isCapitals(line.text);
}
