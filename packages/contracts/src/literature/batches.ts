import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { AssetAction, AssetOrder, AssetScope, PaperReference, SearchQuery, SourceChoice } from './vocabulary.ts';

/**
 * The outcome of a run. For a synchronisation, `completed` means that every source was read to its end, so if nothing
 * was synchronised, nothing was found. `incomplete`: one source failed or returned too little. `failed`: every source
 * failed.
 */
export const BatchOutcome = Type.Enum(['completed', 'incomplete', 'failed', 'stopped']);
export type BatchOutcome = Static<typeof BatchOutcome>;

const Outcome = {
  /** Null while the run is active, and before the first run. */
  outcome: Nullable(BatchOutcome),
  /** The failures, such as `catalog: the catalog is not available (HTTP 500). Try again later`. */
  failures: Type.Array(Type.String()),
  ended_at: Nullable(Timestamp),
};

export const SavedSyncQuery = Type.Object({
  id: Type.Integer(),
  query: Type.String(),
  source: Type.String(),
  limit_count: Type.Integer(),
  /** The start of the last run that did not fail. If all failed, the time when the query was first saved. */
  last_run: Timestamp,
  /** The outcome and failures of the last run. */
  last_outcome: Nullable(BatchOutcome),
  last_failures: Type.Array(Type.String()),
});
export type SavedSyncQuery = Static<typeof SavedSyncQuery>;

export const MetaSyncStatus = Type.Object({
  active: Type.Boolean(),
  query: Type.String(),
  source: Type.String(),
  synced: Type.Integer(),
  total: Type.Integer(),
  ...Outcome,
});
export type MetaSyncStatus = Static<typeof MetaSyncStatus>;

export const AssetBatchStatus = Type.Object({
  active: Type.Boolean(),
  total: Type.Integer(),
  downloaded: Type.Integer(),
  parsed: Type.Integer(),
  download_failed: Type.Integer(),
  parse_failed: Type.Integer(),
  /** Only for a batch that translates. */
  translated: Type.Optional(Type.Integer()),
  translate_failed: Type.Optional(Type.Integer()),
  current_bibcode: Type.String(),
  /** The newest 100 lines, oldest first. */
  logs: Type.Array(Type.String()),
  action: Type.String(),
  ...Outcome,
});
export type AssetBatchStatus = Static<typeof AssetBatchStatus>;

export const MetaSyncRequest = closedObject({
  q: SearchQuery,
  source: SourceChoice,
  limit: Type.Integer({ minimum: 1, maximum: 50_000 }),
});
export type MetaSyncRequest = Static<typeof MetaSyncRequest>;

export const AssetBatchRequest = closedObject({
  action: AssetAction,
  scope: AssetScope,
  sort_order: Type.Optional(Nullable(AssetOrder)),
  limit_count: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 }))),
  bibcodes: Type.Optional(
    Type.Array(PaperReference, {
      minItems: 1,
      maxItems: 10_000,
      description: 'Only these papers of the library, by their bibcodes. Default: all.',
    }),
  ),
});
export type AssetBatchRequest = Static<typeof AssetBatchRequest>;

const call = { tag: 'synchronisation', role: 'api-token-if-configured', failures: 'text' } as const;

export const batchOperations = defineOperations({
  countMatches: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/sync/meta/count',
    summary: 'Counts the papers that match a query.',
    query: Type.Object({ q: SearchQuery, source: SourceChoice }),
    reply: Type.Object({ total: Type.Integer() }),
    statuses: [400, 401, 403, 500, 502, 503, 504],
  },
  runMetaSync: {
    ...call,
    least: 'administrator',
    method: 'post',
    path: '/api/sync/meta/run',
    summary: 'Adds the papers that match a query to the library, in the background.',
    body: MetaSyncRequest,
    reply: 'text/plain',
    statuses: [400, 401, 403, 409, 413, 500],
  },
  readMetaSync: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/sync/meta/status',
    summary: 'Returns the progress of the metadata synchronisation.',
    reply: MetaSyncStatus,
    statuses: [401, 403, 500],
  },
  runAssetBatch: {
    ...call,
    least: 'administrator',
    method: 'post',
    path: '/api/sync/asset/run',
    summary: 'Downloads, parses or translates papers of the library, in the background.',
    body: AssetBatchRequest,
    reply: 'text/plain',
    statuses: [400, 401, 403, 409, 413, 500],
  },
  stopAssetBatch: {
    ...call,
    least: 'administrator',
    method: 'post',
    path: '/api/sync/asset/stop',
    summary: 'Stops the batch after the current step.',
    reply: 'text/plain',
    statuses: [401, 403, 500],
  },
  readAssetBatch: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/sync/asset/status',
    summary: 'Returns the progress of the batch.',
    reply: AssetBatchStatus,
    statuses: [401, 403, 500],
  },
  streamBatches: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/sync/events',
    summary: 'Streams the progress of synchronisations and batches as Server-Sent Events.',
    reply: 'text/event-stream',
    statuses: [401, 403, 500],
  },
  listQueries: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/sync/queries',
    summary: 'Lists the saved queries, most recent run first.',
    reply: Type.Array(SavedSyncQuery),
    statuses: [401, 403, 500],
  },
  deleteQuery: {
    ...call,
    least: 'administrator',
    method: 'delete',
    path: '/api/sync/queries/{id}',
    summary: 'Deletes a saved query.',
    params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,9}$' }) }),
    reply: 'text/plain',
    statuses: [400, 401, 403, 404, 500],
  },
});
