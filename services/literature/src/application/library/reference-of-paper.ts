import { readName, referenceOf, type Reference } from '@almagest/bibliography';
import { isOwnCode } from '../../domain/papers/own-code.ts';
import type { CitedPaper } from '../../persistence/bibliographies/bibliography-repository.ts';

/** The data that the library has about a paper in addition to the record. */
export interface Belongings {
  /** The entry from which the paper was imported. */
  readonly item: Reference | undefined;
  readonly tags: readonly string[];
  readonly notes: readonly string[];
  readonly collections: readonly (readonly string[])[];
  readonly readingState: Reference['readingState'];
  readonly isStarred: boolean;
}

const NOTHING: Omit<Belongings, 'item'> = {
  tags: [],
  notes: [],
  collections: [],
  readingState: '',
  isStarred: false,
};

/**
 * Maps the catalog's document types to entry types (https://ui.adsabs.harvard.edu/help/search/search-syntax,
 * 'doctype').
 */
const TYPES: Readonly<Record<string, Reference['type']>> = {
  article: 'article-journal',
  eprint: 'article',
  abstract: 'paper-conference',
  inproceedings: 'paper-conference',
  proceedings: 'book',
  book: 'book',
  inbook: 'chapter',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  techreport: 'report',
  catalog: 'dataset',
  dataset: 'dataset',
  software: 'software',
  talk: 'speech',
  newsletter: 'article-newspaper',
  circular: 'report',
};

/** The journal field of a paper that exists only as a preprint. */
const UNPUBLISHED = 'arXiv e-prints';

/** Matches an archive of the preprint server, with an optional subject class: `astro-ph.SR`, `hep-th`. */
const CATEGORY = /^[a-z]{2,8}(?:-[a-z]{2,4})?(?:\.[A-Za-z-]{2,12})?$/;

/**
 * Converts a paper to a bibliography entry. Fills gaps of the imported entry from the record. Without an imported
 * entry, uses the record alone.
 */
export function referenceOfPaper(paper: CitedPaper, { item, ...belongings }: Partial<Belongings> = {}): Reference {
  const own = { ...NOTHING, ...belongings, doi: paper.doi || (item?.doi ?? ''), preprintId: paper.preprint_id };
  const bibcode = isOwnCode(paper.bibcode) ? '' : paper.bibcode;
  if (item === undefined) return referenceOf({ ...recordParts(paper), ...own, bibcode, key: paper.bibcode });
  return referenceOf({ ...item, ...filled(item, paper), ...own, bibcode, key: item.key || paper.bibcode });
}

/** Returns the fields of an entry, with gaps filled from the record. */
function filled(item: Reference, paper: CitedPaper): Partial<Reference> {
  return {
    title: item.title || paper.title,
    authors: item.authors.length > 0 ? item.authors : paper.authors.map(readName),
    date: item.date || paper.year,
    container: item.container || (item.publisher === '' ? paper.pub_journal : ''),
    abstract: item.abstract || paper.abstract,
    keywords: item.keywords.length > 0 ? item.keywords : paper.keywords,
  };
}

function recordParts(paper: CitedPaper): Partial<Reference> {
  const { doctype, pub_journal, preprint_id, keywords, bibcode } = paper;
  const isPreprint = preprint_id !== '' && (doctype === 'eprint' || /^\d{4}(?:arXiv|[a-z])/.test(bibcode));
  const type = isPreprint ? 'article' : ((Object.hasOwn(TYPES, doctype) ? TYPES[doctype] : undefined) ?? 'document');
  const [category = ''] = keywords;
  return {
    type,
    title: paper.title,
    authors: paper.authors.map(readName),
    date: /^\d{4}$/.test(paper.year) ? paper.year : '',
    ...(type === 'thesis'
      ? { publisher: pub_journal, genre: doctype === 'phdthesis' ? 'PhD thesis' : "Master's thesis" }
      : isPreprint
        ? { remark: pub_journal === UNPUBLISHED ? '' : pub_journal }
        : { container: pub_journal }),
    ...(type === 'article-journal' ? placeIn(bibcode) : {}),
    preprintClass: CATEGORY.test(category) ? category : '',
    abstract: paper.abstract,
    keywords,
  };
}

/**
 * Reads volume and first page from the catalog's code of an article: `2016ApJ...818L..26F` is volume 818, page L26. The
 * fourteenth character is a letter before the page number or the first of five digits.
 */
function placeIn(bibcode: string): { volume?: string; pages?: string } {
  const parts = /^\d{4}[A-Za-z&.]{5}([\d.]{4})([A-Z\d.])([\d.]{4})[A-Z.]$/.exec(bibcode);
  if (parts === null) return {};
  const [volume = '', qualifier = '', page = ''] = parts.slice(1).map((part) => part.replaceAll('.', ''));
  // Other letters only distinguish papers that begin on the same page.
  const pages = /^[LP\d]$/.test(qualifier) ? `${qualifier}${page}` : page;
  return page === '' ? { volume } : { volume, pages };
}
