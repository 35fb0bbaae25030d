import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** Both are kept current by the stream of events. */
const pushed = { staleTime: Infinity, refetchOnWindowFocus: false } as const;

export const metaSyncQuery = queryOptions({
  queryKey: ['batch', 'meta'],
  queryFn: async ({ signal }) => await api.get('/api/sync/meta/status', { signal }),
  ...pushed,
});

export const assetBatchQuery = queryOptions({
  queryKey: ['batch', 'asset'],
  queryFn: async ({ signal }) => await api.get('/api/sync/asset/status', { signal }),
  ...pushed,
});

export const savedQueriesQuery = queryOptions({
  queryKey: ['saved-queries'],
  queryFn: async ({ signal }) => await api.get('/api/sync/queries', { signal }),
});
