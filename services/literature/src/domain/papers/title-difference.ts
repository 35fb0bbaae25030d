import { titleKey } from './same-paper.ts';
import { similarityOf } from './text-similarity.ts';

/**
 * Less similar titles are of different papers. In 1,651 entries from exports of reference managers, 19 pairs with one
 * DOI have a similarity of .82 or more, and the 2 pairs below .05 have a wrong DOI. 31 of 404 pairs with different
 * DOIs, but the same first author and year (±1), reach .55. Titles below .82 may be abbreviated.
 */
const LEAST_SIMILARITY = 0.55;

/** Shorter titles are not evidence when they are part of a longer one. */
const LEAST_CONTAINED = 8;

const CORRECTION =
  /\b(?:errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|retract(?:ion|ed)|withdrawn|expression of concern|publisher.?s note|(?:author|publisher)(?:.s)? correction|reply to|response to|comment on)\b|\bberichtigung\b|^corrections?(?: (?:to|of)\b|\s?:)/i;

/**
 * Returns whether two titles are clearly of different works: dissimilar, with other numbers (parts of a series), or a
 * correction and its paper. A title that contains the other one may only add a subtitle.
 */
export function titlesDiffer(a: string, b: string): boolean {
  const [one, other] = [titleKey(a), titleKey(b)];
  if (one === '' || other === '' || one === other) return false;
  if (CORRECTION.test(a) !== CORRECTION.test(b)) return true;
  const [left, right] = [numbersOf(a), numbersOf(b)];
  if (left.length === right.length && left.join(' ') !== right.join(' ')) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= LEAST_CONTAINED && long.includes(short)) return false;
  return similarityOf(one, other) < LEAST_SIMILARITY;
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/**
 * Matches the number of a part in words, as a letter or in small Roman numerals, and small Roman numerals at the end.
 */
const PART = new RegExp(
  String.raw`\b(part|paper|chapter|volume)\s(${WORDS.join('|')}|[a-h]|[ivx]{1,5})\b|(?<=[\s(–-])([ivx]{1,5})(?=\)?\s*$)`,
  'gi',
);

/** Returns the numbers in a title: `Part II`, `part two`, `Part B` and `Part 2` have the same. */
function numbersOf(title: string): number[] {
  const text = title
    .replaceAll(/<[^<>]*>|\\[a-zA-Z]+/g, '')
    .normalize('NFKC')
    .replaceAll(PART, (_, part = '', named = '', last = '') => `${part} ${partNumber((named || last).toLowerCase())}`);
  return [...text.matchAll(/\d+|\b[IVX]+\b/g)].map(([number]) =>
    /^\d/.test(number) ? Number(number) : romanNumber(number),
  );
}

function partNumber(name: string): number {
  if (/^[ivx]+$/.test(name)) return romanNumber(name);
  return name.length === 1 ? name.charCodeAt(0) - 'a'.charCodeAt(0) + 1 : WORDS.indexOf(name) + 1;
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

/** Returns the value of a Roman numeral. */
export function romanNumber(numeral: string): number {
  const values = Array.from(numeral.toUpperCase(), (letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0);
}
