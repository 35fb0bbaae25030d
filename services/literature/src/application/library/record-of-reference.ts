import { createHash } from 'node:crypto';
import { isOthers, nameText, type Reference } from '@almagest/bibliography';
import { distinctCode, ownCode } from '../../domain/papers/own-code.ts';
import { bibcodeOfPreprint, parsePreprintId } from '../../domain/papers/preprint-id.ts';
import { normalDoi } from '../../domain/papers/paper-reference.ts';
import type { PublicationDetails, SourceRecord } from '../../domain/papers/source-record.ts';

/** The catalog's names of document types. */
const DOCTYPES: Readonly<Partial<Record<Reference['type'], string>>> = {
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'newsletter',
  article: 'eprint',
  book: 'book',
  chapter: 'inbook',
  'paper-conference': 'inproceedings',
  report: 'techreport',
  dataset: 'dataset',
  software: 'software',
  speech: 'talk',
  'entry-encyclopedia': 'inbook',
};

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Converts a bibliography entry to a record with the user as its source. */
export function recordOfReference(reference: Reference): SourceRecord {
  const authors = reference.authors.filter((name) => !isOthers(name)).map(nameText);
  const { date } = reference;
  const record: SourceRecord = {
    source: 'user',
    ...namesOf(reference, authors[0]?.split(',', 1)[0] ?? ''),
    formerBibcodes: [],
    title: reference.title,
    authors,
    year: date.slice(0, 4),
    date: date === '' ? '' : [date.slice(0, 4), date.slice(5, 7) || '00', date.slice(8, 10) || '00'].join('-'),
    pubJournal: reference.container || reference.publisher,
    keywords: [...reference.keywords],
    abstract: reference.abstract,
    citationCount: 0,
    referenceCount: 0,
    doctype: doctypeOf(reference),
    details: detailsOf(reference),
  };
  return { ...record, formerBibcodes: [distinctCode(record, digest)] };
}

/**
 * Returns the publication details of an entry. Omits preprint numbers such as `abs/1302.6362` or `arXiv:1302.6362` in
 * the volume or pages.
 */
function detailsOf({ volume, issue, pages, edition, number }: Reference): PublicationDetails {
  const published = (text: string) => (/arxiv|^abs\//i.test(text) || parsePreprintId(text) !== undefined ? '' : text);
  return { volume: published(volume), issue, pages: published(pages), edition, number: published(number) };
}

/** Returns the names of the paper. A DOI of the preprint server becomes a preprint identifier. */
function namesOf(
  { bibcode, title, date, ...reference }: Reference,
  surname: string,
): Pick<SourceRecord, 'bibcode' | 'dois' | 'preprintId'> {
  const doi = normalDoi(reference.doi) ?? '';
  const ofPreprint = parsePreprintId(doi);
  const preprintId = parsePreprintId(reference.preprintId) ?? ofPreprint ?? '';
  const made =
    preprintId === ''
      ? ownCode({ title, surname, year: date.slice(0, 4), doi }, digest)
      : bibcodeOfPreprint(preprintId, surname);
  return { bibcode: bibcode || made, dois: doi === '' || ofPreprint !== undefined ? [] : [doi], preprintId };
}

function doctypeOf({ type, genre }: Reference): string {
  if (type === 'thesis') return /master/i.test(genre) ? 'mastersthesis' : 'phdthesis';
  return DOCTYPES[type] ?? 'misc';
}
