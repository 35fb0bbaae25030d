import { titleKey } from './same-paper.ts';
import type { SourceRecord } from './source-record.ts';

/** The data that distinguishes papers for which the catalog has no code. */
export interface OwnPaper {
  readonly title: string;
  readonly surname: string;
  readonly year: string;
  readonly doi: string;
}

/**
 * Number of characters of the hash. A code has 19 characters: the year (4), the stem (5), the hash (9) and one initial.
 */
const HASH_CHARS = 9;
const STEM = 'local';

/**
 * Generates a code in the catalog's format for a paper that neither the catalog nor the preprint server knows:
 * `2015local0k3v9xq2mS`. The same paper always gets the same code. `digest` returns hexadecimal digits.
 */
export function ownCode({ title, surname, year, doi }: OwnPaper, digest: (text: string) => string): string {
  const identity = doi === '' ? `${wordsOf(title)} ${wordsOf(surname)} ${year}` : doi.toLowerCase();
  const hash = hashOf(identity, digest);
  const initial = /[A-Z]/.exec(surname.normalize('NFD').toUpperCase())?.[0] ?? '.';
  return `${/^[12]\d{3}$/.test(year) ? year : '0000'}${STEM}${hash}${initial}`;
}

/** The last character of an entry's code. Other codes have an initial in this place. */
const ENTRY_SIGN = '+';

/** Generates the code of an entry in a linked library. The code stays the same when the entry changes. */
export function entryCode(library: string, key: string, digest: (text: string) => string): string {
  return `0000${STEM}${hashOf(`${library} ${key}`, digest)}${ENTRY_SIGN}`;
}

export function isEntryCode(bibcode: string): boolean {
  return isOwnCode(bibcode) && bibcode.endsWith(ENTRY_SIGN);
}

function hashOf(identity: string, digest: (text: string) => string): string {
  return BigInt(`0x${digest(identity).slice(0, 16)}`)
    .toString(36)
    .padStart(HASH_CHARS, '0')
    .slice(-HASH_CHARS);
}

/**
 * Generates the code of a paper whose usual code or identifiers belong to another paper, such as a chapter with its
 * book's DOI. The code depends on all data that distinguishes the two papers.
 */
export function distinctCode(record: SourceRecord, digest: (text: string) => string): string {
  const { title, authors, year, dois, preprintId, details } = record;
  const texts = [titleKey(title), ...dois, preprintId, ...Object.values(details ?? {})];
  const surname = authors[0]?.split(',', 1)[0] ?? '';
  return ownCode({ title, surname, year, doi: JSON.stringify(texts) }, digest);
}

/** Normalizes a text for the hash. A text without letters or digits is used in full. */
function wordsOf(text: string): string {
  return titleKey(text) || text.trim();
}

/** Returns whether this service generated a code. No source knows such codes. */
export function isOwnCode(bibcode: string): boolean {
  return bibcode.length === 19 && bibcode.startsWith(STEM, 4);
}
