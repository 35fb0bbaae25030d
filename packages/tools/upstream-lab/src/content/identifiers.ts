import type { Paper, Publication } from './paper.ts';
import { JOURNALS } from './paper.ts';
import { person } from './persons.ts';

/** Length of every bibcode: year 4, journal 5, volume 4, qualifier 1, page 4, initial 1. */
const BIBCODE_LENGTH = 19;

/** Returns the bibcode `YYYYJJJJJVVVVMPPPPA` of a published paper. */
export function publishedBibcode(year: number, { stem, volume, page }: Publication, initial: string): string {
  const letters = /^([A-Z]*)(\d+)$/.exec(page);
  const digits = letters?.[2] ?? page;
  // The qualifier holds a fifth digit of the page or the letter of an article number.
  const [qualifier, number] = digits.length > 4 ? [digits.slice(0, 1), digits.slice(1)] : [letters?.[1] || '.', digits];
  return `${year}${JOURNALS[stem].code}${volume.padStart(4, '.')}${qualifier.slice(0, 1)}${number.padStart(4, '.')}${initial}`;
}

/** Returns the catalog's bibcode of a preprint: `2013arXiv1302.6362S`, `2021arXiv210101542A`, `1991hep.th....8028G`. */
export function preprintBibcode(id: string, initial: string): string {
  const fresh = /^(\d{2})(\d{2})\.(\d{4,5})$/.exec(id);
  if (fresh !== null) {
    const [, year, month, number = ''] = fresh;
    return `20${year}arXiv${year}${month}${number.length === 4 ? '.' : ''}${number}${initial}`;
  }
  const [archive = '', number = ''] = id.split('/');
  const year = Number(number.slice(0, 2)) > 90 ? `19${number.slice(0, 2)}` : `20${number.slice(0, 2)}`;
  const head = `${year}${archive.replaceAll('-', '.')}`;
  const tail = `${number.slice(2).replace(/^0/, '')}${initial}`;
  return `${head}${'.'.repeat(BIBCODE_LENGTH - head.length - tail.length)}${tail}`;
}

/** Returns the first letter of the first author in ASCII, or a dot without authors. */
function initialOf(paper: Paper): string {
  const [first] = paper.authors;
  if (first === undefined) return '.';
  const folded = person(first)
    .lastName.normalize('NFD')
    .replace(/[^A-Za-z]/g, '');
  return folded.slice(0, 1).toUpperCase() || '.';
}

/**
 * Returns the bibcode of the paper in the catalog: the journal's if the paper has been published, else the preprint's.
 */
export function bibcodeOf(paper: Paper): string {
  const initial = initialOf(paper);
  if (paper.published !== undefined) return publishedBibcode(paper.year, paper.published, initial);
  if (paper.preprint !== undefined) return preprintBibcode(paper.preprint.id, initial);
  throw new Error(`${paper.key} was never published`);
}

/** Returns the other bibcodes of the paper: the preprint's if the paper has been published. */
export function alternateBibcodes(paper: Paper): string[] {
  if (paper.published === undefined || paper.preprint === undefined) return [];
  return [preprintBibcode(paper.preprint.id, initialOf(paper))];
}

/** Builds a DOI with the prefix 10.5555, which is reserved for examples. No DOI of the laboratory exists elsewhere. */
function journalDoi({ stem, volume, page }: Publication, year: number): string | undefined {
  if (['PhDT', 'AAS', 'hst'].includes(stem)) return undefined;
  const name = stem.toLowerCase().replace('&', '');
  return `10.5555/${name}.${year}.${volume}.${page}`;
}

/** Returns all DOIs, the journal's first. A published preprint has two, as in the catalog. */
export function doisOf(paper: Paper): string[] {
  const dois = [
    paper.published && journalDoi(paper.published, paper.year),
    paper.preprint && Number(paper.preprint.id.slice(0, 2)) >= 20 && `10.48550/arXiv.${paper.preprint.id}`,
  ];
  return dois.filter((doi): doi is string => typeof doi === 'string');
}

export function preprintDate({ id, day }: { readonly id: string; readonly day: number }): string {
  const digits = id.includes('/') ? (id.split('/')[1] ?? '') : id;
  const year = Number(digits.slice(0, 2));
  return `${year > 90 ? 1900 + year : 2000 + year}-${digits.slice(2, 4)}-${String(day).padStart(2, '0')}`;
}
