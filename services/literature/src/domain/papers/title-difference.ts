import { titleKey } from './same-paper.ts';
import { similarityOf } from './text-similarity.ts';

/**
 * Titles with a lower similarity belong to different papers. Measured on 1,651 entries from exports of reference
 * managers. Among the pairs of entries with the same DOI, 19 have a similarity of 0.82 or more. The other 2 pairs have
 * a wrong DOI and a similarity below 0.05. Among 404 pairs with different DOIs, but the same first author and year
 * (±1), 31 reach 0.55. The limit is below 0.82 because titles may be abbreviated.
 */
const LEAST_SIMILARITY = 0.55;

/**
 * Minimum length of a title that counts as contained in another title. Shorter titles occur in longer ones by chance.
 */
const LEAST_CONTAINED = 8;

const CORRECTION =
  /\b(?:errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|retract(?:ion|ed)|withdrawn|expression of concern|publisher.?s note|(?:author|publisher)(?:.s)? correction|reply to|response to|comment on)\b|\bberichtigung\b|^corrections?(?: (?:to|of)\b|\s?:)/i;

/**
 * Returns whether two titles clearly belong to different works. The titles are dissimilar, have different numbers
 * (parts of a series), or belong to a correction and the corrected paper. A title that contains the other title may
 * only add a subtitle.
 */
export function titlesDiffer(a: string, b: string): boolean {
  const [one, other] = [titleKey(a), titleKey(b)];
  if (one === '' || other === '' || one === other) return false;
  if (CORRECTION.test(a) !== CORRECTION.test(b)) return true;
  const [left, right] = [numbersOf(a), numbersOf(b)];
  if (left.length === right.length && left.join(' ') !== right.join(' ')) return true;
  // A later part of a series is not the first paper of the series, whose title may have no number.
  if ((left.length === 0 && isLaterPart(b)) || (right.length === 0 && isLaterPart(a))) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= LEAST_CONTAINED && long.includes(short)) return false;
  return similarityOf(one, other) < LEAST_SIMILARITY;
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/**
 * Matches the number of a part that is written as a word, a letter or a Roman numeral. Also matches a Roman numeral at
 * the end of the title.
 */
const PART = new RegExp(
  String.raw`\b(part|paper|chapter|volume)\s(${WORDS.join('|')}|[a-h]|[ivx]{1,5})\b|(?<=[\s(–-])([ivx]{1,5})(?=\)?\s*$)`,
  'gi',
);

/** Returns the numbers in a title. `Part II`, `part two`, `Part B` and `Part 2` have the same number. */
function numbersOf(title: string): number[] {
  return [...numbered(title).matchAll(/\d+|\b[IVX]+\b/g)].map(([number]) => valueOf(number));
}

/** Writes the numbers of parts as digits. */
function numbered(title: string): string {
  return title
    .replaceAll(/<[^<>]*>|\\[a-zA-Z]+/g, '')
    .normalize('NFKC')
    .replaceAll(PART, (_, part = '', named = '', last = '') => `${part} ${partNumber((named || last).toLowerCase())}`);
}

function valueOf(number: string): number {
  return /^\d/.test(number) ? Number(number) : romanNumber(number);
}

/**
 * Matches the number of a part, which follows a word or a punctuation mark. Numbers in the names of ions and objects do
 * not match.
 */
const PART_NUMBER = /(?:[.:;,(–—-]\s{0,3}|\b(?:part|paper)\s{1,3})(\d{1,2}|[IVX]{1,5})(?=\s{0,3}(?:$|[.:;,)–—-]))/gi;

/** Returns whether a title names a part other than the first. */
function isLaterPart(title: string): boolean {
  return [...numbered(title).matchAll(PART_NUMBER)].some(([, number = '']) => valueOf(number) > 1);
}

function partNumber(name: string): number {
  if (/^[ivx]+$/.test(name)) return romanNumber(name);
  return name.length === 1 ? name.charCodeAt(0) - 'a'.charCodeAt(0) + 1 : WORDS.indexOf(name) + 1;
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

export function romanNumber(numeral: string): number {
  const values = Array.from(numeral.toUpperCase(), (letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0);
}
