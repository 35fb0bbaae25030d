import type { LibraryOrder, LibraryPaper } from '@almagest/contracts/literature';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** Rows per request. */
export const PAGE_ROWS = 100;

/** Loads all bibcodes of a list, in order. */
export const codesQuery = (order: LibraryOrder) =>
  queryOptions({
    queryKey: ['codes', order],
    queryFn: async ({ signal }) => (await api.get('/api/library/codes', { query: order, signal })).bibcodes,
    staleTime: 10_000,
  });

/** Loads the papers with these bibcodes, for the visible rows of a list. */
export const rowsQuery = (codes: readonly string[], inTrash: boolean) =>
  queryOptions({
    queryKey: ['papers', 'rows', inTrash, codes],
    queryFn: async ({ signal }) => {
      const query = { bibcode: codes.join(' '), limit: codes.length, ...(inTrash ? { in_trash: true } : {}) };
      const { papers } = await api.get('/api/library/papers', { query, signal });
      for (const paper of papers) knownPapers.set(paper.bibcode, paper);
      return papers;
    },
    staleTime: 60_000,
  });

/** The last known version of each paper, shown while its row reloads. */
export const knownPapers = new Map<string, LibraryPaper>();

export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: async ({ signal }) => await api.get('/api/collections', { signal }),
});

export const searchesQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: async ({ signal }) => await api.get('/api/library/searches', { signal }),
});

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async ({ signal }) => await api.get('/api/tags', { signal }),
});

/** Loads the bibcodes of the papers that currently match the filters. */
export async function codesNow(order: LibraryOrder): Promise<ReadonlySet<string>> {
  return new Set((await api.get('/api/library/codes', { query: order })).bibcodes);
}
