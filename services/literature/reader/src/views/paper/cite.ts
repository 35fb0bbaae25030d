import type { StandardPaper } from '@almagest/contracts/literature';

/** Returns a citation for running text: `Kurtz & Eichhorn 2000, A&AS, 2000A&AS..143...41K, doi:10…`. */
export function citationOf({ authors, year, pub_journal: journal, bibcode, doi }: StandardPaper): string {
  const [first = '', second] = authors.map((name) => name.split(',')[0] ?? name);
  const names = authors.length > 2 ? `${first} et al.` : second === undefined ? first : `${first} & ${second}`;
  const parts = [`${names} ${year}`.trim(), journal, bibcode, doi === '' ? '' : `doi:${doi}`];
  return parts.filter((part) => part !== '').join(', ');
}
