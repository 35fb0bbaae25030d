import type { SearchSort, SourceChoice, StandardPaper } from '@almagest/contracts/literature';

/** A search as stored in the address. Defaults are left out. */
export interface PaperSearch {
  readonly q?: string;
  readonly source?: Exclude<SourceChoice, 'all'>;
  readonly sort?: Exclude<SearchSort, 'relevance'>;
  /** Results per source. */
  readonly rows?: (typeof ROWS)[number];
  readonly from?: string;
  readonly to?: string;
  readonly author?: string;
  readonly journal?: string;
  /** Shows only papers in the library, or only papers outside it. */
  readonly here?: 'true' | 'false';
}

export const FEWEST_ROWS = 50;
/** Choices above the minimum. */
export const ROWS = ['100', '200'] as const;
const SOURCES = ['catalog', 'preprint'] as const;
const SORTS = ['date_desc', 'date_asc', 'citations_desc'] as const;

/** Reads a search from an address. Ignores invalid values. */
export function readPaperSearch(values: Record<string, unknown>): PaperSearch {
  const oneOf = <T extends string>(name: string, known: readonly T[]) => known.find((one) => one === values[name]);
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const year = (name: string) => {
    const value = values[name];
    // Check the type first. An object may have a `toString` that isn't a function.
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

/** Returns true if a result passes the filters. */
export function isShown({ from, to, author, journal, here }: PaperSearch, paper: StandardPaper): boolean {
  if (from !== undefined && paper.year < from) return false;
  if (to !== undefined && paper.year > to) return false;
  if (here !== undefined && (paper.in_library === true) !== (here === 'true')) return false;
  if (journal !== undefined && paper.pub_journal !== journal) return false;
  return author === undefined || paper.authors.some((name) => folded(name).includes(folded(author.trim())));
}
