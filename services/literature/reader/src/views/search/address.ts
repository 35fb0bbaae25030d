import type { SearchSort, SourceChoice, StandardPaper } from '@almagest/contracts/literature';

/** A search as its address has it. What is left out has its usual value. */
export interface PaperSearch {
  readonly q?: string;
  readonly source?: Exclude<SourceChoice, 'all'>;
  readonly sort?: Exclude<SearchSort, 'relevance'>;
  /** How many results of each source. */
  readonly rows?: (typeof ROWS)[number];
  readonly from?: string;
  readonly to?: string;
  readonly author?: string;
  readonly journal?: string;
  /** Only what is in the library, or only what is not. */
  readonly here?: 'true' | 'false';
}

export const FEWEST_ROWS = 50;
/** Beyond the fewest. */
export const ROWS = ['100', '200'] as const;
const SOURCES = ['catalog', 'preprint'] as const;
const SORTS = ['date_desc', 'date_asc', 'citations_desc'] as const;

/** What an address says, without what is no search: addresses come from anywhere. */
export function readPaperSearch(values: Record<string, unknown>): PaperSearch {
  const oneOf = <T extends string>(name: string, known: readonly T[]) => known.find((one) => one === values[name]);
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const year = (name: string) => {
    const value = values[name];
    // Not of anything else: an object may have a `toString` that is no function.
    const written = typeof value === 'number' ? String(value) : value;
    return typeof written === 'string' && /^[12]\d{3}$/.test(written) ? written : undefined;
  };
  const search = {
    q: text('q'),
    source: oneOf('source', SOURCES),
    sort: oneOf('sort', SORTS),
    rows: oneOf('rows', ROWS),
    from: year('from'),
    to: year('to'),
    author: text('author'),
    journal: text('journal'),
    here: oneOf('here', ['true', 'false'] as const),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as PaperSearch;
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether a result passes the filters. */
export function isShown({ from, to, author, journal, here }: PaperSearch, paper: StandardPaper): boolean {
  if (from !== undefined && paper.year < from) return false;
  if (to !== undefined && paper.year > to) return false;
  if (here !== undefined && (paper.in_library === true) !== (here === 'true')) return false;
  if (journal !== undefined && paper.pub_journal !== journal) return false;
  return author === undefined || paper.authors.some((name) => folded(name).includes(folded(author.trim())));
}
