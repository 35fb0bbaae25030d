import { asciiLetters, nameText, readName, safeKey } from '@almagest/bibliography';

export interface UnkeyedPaper {
  readonly id: number;
  readonly bibcode: string;
  readonly authors: readonly string[];
  readonly title: string;
  readonly year: string;
  /** The key of the entry from which the paper was imported. Empty if the paper was not imported. */
  readonly importedKey: string;
}

export const DEFAULT_PATTERN = '{bibcode}';

const PARTS = /\{(author|year|title|bibcode)\}/g;

/** Returns what is wrong with a pattern. Returns undefined for a valid pattern. */
export function faultOfPattern(pattern: string): string | undefined {
  const rest = pattern.replaceAll(PARTS, '');
  if (rest === pattern) return 'it needs at least one of {author}, {year}, {title} and {bibcode}';
  if (/[{}]/.test(rest)) return 'only {author}, {year}, {title} and {bibcode} can be in braces';
  return undefined;
}

const MOST_CHARS = 200;

/** Folds a key for comparison, because BibTeX ignores the case of keys. */
export function foldKey(key: string): string {
  return key.toLowerCase();
}

/** Words at the start of a title that keys leave out. */
const SKIPPED = new Set('a an the on of in at to for and with from by is are de la le les der die das zur'.split(' '));

/** Forms the key of a paper. If the pattern has no value for the paper, uses its bibcode. */
export function keyFor(paper: UnkeyedPaper, pattern: string): string {
  const values: Readonly<Record<string, string>> = {
    author: asciiLetters(familyOf(paper.authors[0] ?? '')),
    year: asciiLetters(paper.year),
    title: firstWord(paper.title),
    bibcode: paper.bibcode,
  };
  let isEmpty = true;
  const key = pattern.replaceAll(PARTS, (_part, name: string) => {
    const value = values[name] ?? '';
    if (value !== '') isEmpty = false;
    return value;
  });
  return safeKey(isEmpty ? paper.bibcode : key);
}

function familyOf(author: string): string {
  const name = readName(author);
  return 'literal' in name ? nameText(name) : name.family;
}

function firstWord(title: string): string {
  const words = title.split(/[\s\p{Pd}/:]+/u).map(asciiLetters);
  return words.find((word) => word.length > 1 && !SKIPPED.has(word)) ?? words.find((word) => word !== '') ?? '';
}

/**
 * Chooses the keys of papers. Uses the imported key if there is one, otherwise forms a key by the pattern. Appends a
 * letter if another paper already has the key. `taken` has the folded keys of all other papers.
 */
export function chooseKeys(
  papers: readonly UnkeyedPaper[],
  pattern: string,
  taken: Iterable<string>,
): ReadonlyMap<number, string> {
  const used = new Set(taken);
  const tried = new Map<string, number>();
  const keys = new Map<number, string>();
  // Imported keys come first, because documents already use them.
  const sorted = papers.toSorted((a, b) => Number(a.importedKey === '') - Number(b.importedKey === ''));
  for (const paper of sorted) {
    const wanted = (paper.importedKey === '' ? keyFor(paper, pattern) : safeKey(paper.importedKey)).slice(
      0,
      MOST_CHARS,
    );
    let key = wanted;
    // Continue after the last letter that was tried, so that many equal keys take linear time.
    let number = tried.get(foldKey(wanted)) ?? 0;
    for (; used.has(foldKey(key)); number += 1) key = wanted + letters(number);
    tried.set(foldKey(wanted), number);
    used.add(foldKey(key));
    keys.set(paper.id, key);
  }
  return keys;
}

/** Writes a number in letters: a, …, z, aa, ab, … */
function letters(number: number): string {
  const last = String.fromCodePoint(0x61 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}
