import { titleKey } from './same-paper.ts';

/** What a paper without a code of the catalog is told apart by. */
export interface OwnPaper {
  readonly title: string;
  readonly surname: string;
  readonly year: string;
  readonly doi: string;
}

/** Of the 19 characters of a code: four of the year, five of the stem, and an initial behind. */
const HASH_CHARS = 9;
const STEM = 'local';

/**
 * A code for a paper that neither the catalog nor the preprint server knows, of the form of the catalog's codes:
 * `2015local0k3v9xq2mS`. The same paper always gets the same code. `digest` gives hexadecimal digits.
 */
export function ownCode({ title, surname, year, doi }: OwnPaper, digest: (text: string) => string): string {
  const identity = doi === '' ? `${wordsOf(title)} ${wordsOf(surname)} ${year}` : doi.toLowerCase();
  const hash = BigInt(`0x${digest(identity).slice(0, 16)}`)
    .toString(36)
    .padStart(HASH_CHARS, '0')
    .slice(-HASH_CHARS);
  const initial = /[A-Z]/.exec(surname.normalize('NFD').toUpperCase())?.[0] ?? '.';
  return `${/^[12]\d{3}$/.test(year) ? year : '0000'}${STEM}${hash}${initial}`;
}

/** What is compared of a text; all of it where that has neither a letter nor a digit. */
function wordsOf(text: string): string {
  return titleKey(text) || text.trim();
}

/** Whether a code was made here, so that no source needs to be asked for it. */
export function isOwnCode(bibcode: string): boolean {
  return bibcode.length === 19 && bibcode.startsWith(STEM, 4);
}
