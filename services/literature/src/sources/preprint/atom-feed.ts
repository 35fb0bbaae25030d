import type { Element } from 'domhandler';
import { childrenOf, readXml, textIn, textOf } from '../xml.ts';

/** A reply of the preprint server, with whitespace collapsed. */
export interface AtomFeed {
  /** The total number of papers that match the query. */
  readonly total: number;
  readonly entries: readonly AtomEntry[];
  /** The error that the server sent as a special entry, possibly with status 200. */
  readonly error: string | undefined;
}

export interface AtomEntry {
  /** The address of the abstract page, with the version. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly published: string;
  /** Names in the form `First Last`. */
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly journalRef: string;
  /** The text of each DOI element. One text may contain several DOIs, separated by blanks. */
  readonly dois: readonly string[];
}

/**
 * Parses a feed by the local names of elements, because the server has changed prefixes and order over the years.
 * Returns undefined for an incomplete feed.
 */
export function readFeed(xml: string): AtomFeed | undefined {
  const feed = readXml(xml, 'feed');
  const total = feed === undefined ? NaN : Number.parseInt(textOf(feed, 'totalResults'), 10);
  if (feed === undefined || Number.isNaN(total)) return undefined;
  const entries = childrenOf(feed, 'entry').map(entryOf);
  // Only the address distinguishes an error entry from a paper, because a paper may have the title 'Error'.
  const complaint = entries.find(({ id }) => id.includes('/api/errors'));
  return {
    total,
    entries: complaint === undefined ? entries : [],
    error: complaint && (complaint.summary === '' ? complaint.title : complaint.summary),
  };
}

function entryOf(entry: Element): AtomEntry {
  const authors = childrenOf(entry, 'author').map((author) => textOf(author, 'name'));
  const dois = childrenOf(entry, 'doi').map(textIn);
  const links = childrenOf(entry, 'link').filter(({ attribs }) => attribs['title'] === 'doi');
  return {
    id: textOf(entry, 'id'),
    title: textOf(entry, 'title'),
    summary: textOf(entry, 'summary'),
    published: textOf(entry, 'published'),
    authors: authors.filter((name) => name !== ''),
    categories: childrenOf(entry, 'category').flatMap(({ attribs }) => attribs['term'] ?? []),
    journalRef: textOf(entry, 'journal_ref'),
    dois: dois.length > 0 ? dois : links.map(({ attribs }) => attribs['href'] ?? ''),
  };
}
