import type { Source, SearchSort } from '@almagest/contracts/literature';
import { queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../api.ts';

export interface SourceSearch {
  readonly q: string;
  readonly source: Source;
  readonly sort: SearchSort;
  readonly rows: number;
}

/** A source is not asked again by looking at the page: results stay for half an hour. */
const KEPT_MS = 1_800_000;

/** What one source answers. The sources are asked each by itself, so that the faster one need not wait for the other. */
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
