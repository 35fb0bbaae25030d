import type { SourceRecord } from './source-record.ts';

/** Returns the identifiers that show whether two records are the same paper. */
export function identityKeys(record: SourceRecord): string[] {
  return [
    ...record.dois.map((doi) => `doi:${doi}`),
    ...(record.preprintId === '' ? [] : [`preprint:${record.preprintId}`]),
    ...[record.bibcode, ...record.formerBibcodes].map((bibcode) => `bibcode:${bibcode}`),
  ];
}

/** These keys are in an index of the database, whose rows are limited to 2,700 bytes. */
const COMPARED_CHARS = 300;

/** Returns the letters and digits of a title, without markup, TeX commands, accents and case. May be empty. */
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

/** Returns the surname of the first author in comparable form: `van der Berg, A.` becomes `vanderberg`. */
export function surnameKey(authors: readonly string[]): string {
  return titleKey((authors[0] ?? '').split(',', 1)[0] ?? '');
}

type Described = Pick<SourceRecord, 'title' | 'authors' | 'year' | 'dois'>;

/**
 * Returns whether two records without a common identifier describe the same paper: equal titles, the same first
 * surname, and years that differ by at most one. Records with different DOIs are different papers, such as an erratum
 * or a series of letters.
 */
export function isProbablySamePaper(a: Described, b: Described): boolean {
  if (a.dois.length > 0 && b.dois.length > 0) return false;
  const title = titleKey(a.title);
  const surname = surnameKey(a.authors);
  return (
    title !== '' &&
    surname !== '' &&
    title === titleKey(b.title) &&
    surname === surnameKey(b.authors) &&
    Math.abs(Number(a.year) - Number(b.year)) <= 1
  );
}
