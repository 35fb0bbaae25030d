import type { AssetBatchStatus, MetaSyncStatus } from '@almagest/contracts/literature';
import { sendWithToken } from '@almagest/ui/api-client';
import { readEvents } from '@almagest/ui/event-stream';
import { LiveStream } from '@almagest/ui/live-stream';
import { assetBatchQuery, metaSyncQuery } from './queries/batches.ts';
import { queryClient } from './query-client.ts';
import { token } from './token.ts';

/** Interval for refreshing lists of papers while a batch runs. */
const REST_MS = 2_000;
/** Interval for refreshing lists of bibcodes, which are large responses. */
const CODES_REST_MS = 10_000;
let refreshAt: ReturnType<typeof setTimeout> | undefined;
let codesAt: ReturnType<typeof setTimeout> | undefined;

/** The progress of batches, from the service's event stream. */
export const progress = new LiveStream({
  open: async function* (signal, isOpen) {
    const { body } = await sendWithToken('get', '/api/sync/events', { signal, timeoutMs: null }, token);
    isOpen();
    if (body !== null) yield* readEvents(body);
  },
  onEvent: ({ kind, data }) => {
    const status: unknown = JSON.parse(data);
    if (kind === 'meta') queryClient.setQueryData(metaSyncQuery.queryKey, status as MetaSyncStatus);
    else queryClient.setQueryData(assetBatchQuery.queryKey, status as AssetBatchStatus);
    refreshAt ??= setTimeout(() => {
      refreshAt = undefined;
      void queryClient.invalidateQueries({ queryKey: ['papers'] });
      void queryClient.invalidateQueries({ queryKey: ['saved-queries'] });
    }, REST_MS);
    codesAt ??= setTimeout(() => {
      codesAt = undefined;
      void queryClient.invalidateQueries({ queryKey: ['codes'] });
    }, CODES_REST_MS);
  },
});
