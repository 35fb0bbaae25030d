import type { AssetBatchStatus } from '@almagest/contracts/literature';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** The event stream keeps both queries current. */
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

/** Counts each paper once, at the last step of the batch. */
export function papersDone(status: AssetBatchStatus): number {
  const { action, downloaded, parsed, translated = 0, translate_failed: failed = 0 } = status;
  const last = action === 'download' ? downloaded : action === 'translate' ? translated : parsed;
  return last + status.download_failed + status.parse_failed + failed;
}
