import type { SourceRecord } from './source-record.ts';

/** Returns the identifiers that show whether two records are the same paper. */
export function identityKeys(record: SourceRecord): string[] {
  return [
    ...record.dois.map((doi) => `doi:${doi}`),
    ...(record.preprintId === '' ? [] : [`preprint:${record.preprintId}`]),
    ...[record.bibcode, ...record.formerBibcodes].map((bibcode) => `bibcode:${bibcode}`),
  ];
}

/**
 * Maximum length of a key. The database has an index of these keys, and rows of the index are limited to 2,700 bytes.
 */
const COMPARED_CHARS = 300;

/** Returns the letters and digits of a title in lower case, without markup, TeX commands and accents. May be empty. */
export function titleKey(title: string): string {
  return title
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\\[a-zA-Z]+/g, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, COMPARED_CHARS)
    .toWellFormed();
}

/** Returns the surname of the first author in a form that can be compared: `van der Berg, A.` becomes `vanderberg`. */
export function surnameKey(authors: readonly string[]): string {
  return titleKey((authors[0] ?? '').split(',', 1)[0] ?? '');
}

/**
 * Matches titles of sections in journals and books, in the form that `titleKey` returns. The same authors may write
 * several works with such a title.
 */
const SECTIONS =
  /^(?:editorial|preface|foreword|introduction|conclusions?|summary|discussion|news|contents|obituary|inmemoriam|erratum|corrigendum|dedication|welcome|fromtheeditors?|letters?totheeditor|bookreviews?|(?:annual|progress)report|(?:concluding|closing|opening)remarks|appendix[a-z\d]?|abstracts?)$/;

/** Returns whether a title does not identify a work. */
export function isSectionTitle(key: string): boolean {
  return SECTIONS.test(key);
}
