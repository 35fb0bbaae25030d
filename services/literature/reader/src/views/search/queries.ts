import type { Source, SearchSort } from '@almagest/contracts/literature';
import { queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../api.ts';

export interface SourceSearch {
  readonly q: string;
  readonly source: Source;
  readonly sort: SearchSort;
  readonly rows: number;
}

/** Results stay fresh for half an hour, so that returning to the page doesn't query the sources again. */
const KEPT_MS = 1_800_000;

/**
 * Loads the results of one source. Each source has its own request, so that a fast source doesn't wait for a slow one.
 */
export const sourceSearchQuery = (search: SourceSearch) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: async ({ signal }) => await api.get('/api/search', { query: search, signal, ...SLOW }),
    enabled: search.q !== '',
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });
