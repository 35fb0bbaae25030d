import { PAPER_LIMITS } from '@almagest/contracts/literature';
import { normalDoi } from '../../domain/papers/paper-reference.ts';
import { bibcodeOfPreprint, parsePreprintId } from '../../domain/papers/preprint-id.ts';
import type { SourceRecord } from '../../domain/papers/source-record.ts';
import { plainTitle } from '../plain-text.ts';
import type { AtomEntry } from './atom-feed.ts';
import { lastNameFirst } from './author-name.ts';

/** The catalog's journal for papers that are not published in a journal. */
const UNPUBLISHED = 'arXiv e-prints';

const MAX_CATEGORIES = 100;

/**
 * Converts an entry to a record without its version. Returns undefined if the entry's address does not name a preprint.
 * The host of the address does not matter.
 */
export function recordOfEntry(entry: AtomEntry): SourceRecord | undefined {
  const id = parsePreprintId(entry.id.replace(/^.*\/abs\//, ''));
  if (id === undefined) return undefined;
  const authors = entry.authors
    .slice(0, PAPER_LIMITS.authors)
    .map((name) => lastNameFirst(name.slice(0, PAPER_LIMITS.lineChars)));
  const dois = entry.dois.flatMap((text) => text.split(/[\s,;]+/)).flatMap((text) => normalDoi(text) ?? []);
  return {
    source: 'preprint',
    bibcode: bibcodeOfPreprint(id, authors[0] ?? ''),
    formerBibcodes: [],
    title: plainTitle(entry.title),
    authors,
    year: entry.published.slice(0, 4),
    date: entry.published.slice(0, 10),
    pubJournal: entry.journalRef === '' ? UNPUBLISHED : plainTitle(entry.journalRef),
    keywords: entry.categories.slice(0, MAX_CATEGORIES).map(plainTitle),
    abstract: entry.summary.slice(0, PAPER_LIMITS.abstractChars).toWellFormed(),
    dois: [...new Set(dois)].filter((doi) => parsePreprintId(doi) === undefined),
    preprintId: id,
    citationCount: 0,
    referenceCount: 0,
    doctype: 'eprint',
  };
}
