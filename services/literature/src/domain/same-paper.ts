import type { SourceRecord } from './source-record.ts';

/** The identifiers that show that two records are the same paper. */
export function identityKeys(record: SourceRecord): string[] {
  return [
    ...record.dois.map((doi) => `doi:${doi}`),
    ...(record.preprintId === '' ? [] : [`preprint:${record.preprintId}`]),
    ...[record.bibcode, ...record.formerBibcodes].map((bibcode) => `bibcode:${bibcode}`),
  ];
}

/** An index of the database holds these keys, and its rows may not be longer than 2,700 bytes. */
const COMPARED_CHARS = 300;

/** A title as its letters and digits, without markup, TeX commands, accents and case; '' for one without any. */
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

/** The surname of the first author, comparable: `van der Berg, A.` gives `vanderberg`. */
export function surnameKey(authors: readonly string[]): string {
  return titleKey((authors[0] ?? '').split(',', 1)[0] ?? '');
}

type Described = Pick<SourceRecord, 'title' | 'authors' | 'year' | 'dois'>;

/**
 * Whether two records without a common identifier describe the same paper: equal titles, the same first surname, and
 * years at most one apart. Records with different DOIs are different papers, such as an erratum or a series of letters.
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
