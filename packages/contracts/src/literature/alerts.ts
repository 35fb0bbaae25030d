import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { NamedPapers } from './collections.ts';
import { ObjectOwnership } from './groups.ts';
import { StandardPaper } from './papers.ts';
import { SearchQuery, SourceChoice } from './vocabulary.ts';

/** How often the sources are queried. `off`: only on request. */
export const AlertSchedule = Type.Enum(['off', 'daily', 'weekly']);
export type AlertSchedule = Static<typeof AlertSchedule>;

export const Alert = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  query: Type.String(),
  source: SourceChoice,
  schedule: AlertSchedule,
  /** Found papers that are not marked as seen. */
  new_count: Type.Integer(),
  /** When all sources last answered. Null before that. */
  last_checked_at: Nullable(Timestamp),
  last_attempt_at: Nullable(Timestamp),
  /** The failures of the last attempt. While there are any, new papers may be missing. */
  failures: Type.Array(Type.String()),
  is_checking: Type.Boolean(),
  next_check_at: Nullable(Timestamp),
  /** How often new papers are mailed to the owner. Null: as often as the owner's other alerts. */
  mail: Nullable(AlertSchedule),
  /** Whether the feed has an address. */
  has_feed: Type.Boolean(),
  created_at: Timestamp,
  ownership: Type.Optional(ObjectOwnership),
});
export type Alert = Static<typeof Alert>;

const AlertName = WordedText(200);

export const NewAlert = closedObject({
  name: Type.Optional(AlertName),
  q: SearchQuery,
  source: SourceChoice,
  schedule: AlertSchedule,
});
export type NewAlert = Static<typeof NewAlert>;

export const AlertChange = closedObject({
  name: Type.Optional(AlertName),
  schedule: Type.Optional(AlertSchedule),
  mail: Type.Optional(Nullable(AlertSchedule)),
});
export type AlertChange = Static<typeof AlertChange>;

export const AlertListing = closedObject({
  only_new: Type.Optional(Type.Boolean({ default: false })),
  start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
});
export type AlertListing = Static<typeof AlertListing>;

export const AlertPapers = Type.Object({
  total: Type.Integer(),
  papers: Type.Array(
    Type.Object({
      ...StandardPaper.properties,
      found_at: Timestamp,
      is_new: Type.Boolean({ description: 'Not marked as seen yet.' }),
    }),
  ),
});
export type AlertPapers = Static<typeof AlertPapers>;

/** Without any of these, all papers that the alert has found so far. */
export const SeenPapers = closedObject({
  bibcodes: Type.Optional(NamedPapers),
  found_until: Type.Optional(Timestamp),
});
export type SeenPapers = Static<typeof SeenPapers>;

const Changed = Type.Object({ changed: Type.Integer() });

const call = { tag: 'alerts', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/alerts/{id}';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const alertOperations = defineOperations({
  listAlerts: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/alerts',
    summary: 'Lists the alerts by name.',
    reply: Type.Array(Alert),
    statuses: [401, 403, 500],
  },
  createAlert: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/alerts',
    summary:
      'Creates an alert, which runs a query on a schedule. Papers found by the first check count as known. Papers found by later checks are new. If there is already an alert with the same query and source, returns it unchanged.',
    body: NewAlert,
    reply: Alert,
    statuses: [400, 401, 403, 413, 500],
  },
  changeAlert: {
    ...call,
    least: 'member',
    method: 'patch',
    path: PATH,
    summary: 'Renames an alert, or changes when it is checked and mailed.',
    params,
    body: AlertChange,
    reply: Alert,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  deleteAlert: {
    ...call,
    least: 'member',
    method: 'delete',
    path: PATH,
    summary: 'Deletes an alert with its results. It can be restored for 30 days. Papers in the library stay.',
    params,
    reply: Changed,
    statuses: [400, 401, 403, 404, 500],
  },
  restoreAlert: {
    ...call,
    least: 'member',
    method: 'post',
    path: `${PATH}/restore`,
    summary:
      'Restores a deleted alert with its results, their seen marks and its feed. This is possible until an alert with the same query is created.',
    params,
    reply: Alert,
    statuses: [400, 401, 403, 404, 500],
  },
  checkAlert: {
    ...call,
    least: 'member',
    method: 'post',
    path: `${PATH}/check`,
    summary: 'Requests a check in the background. `is_checking` shows when it has finished.',
    params,
    reply: Alert,
    statuses: [400, 401, 403, 404, 500],
  },
  listAlertPapers: {
    ...call,
    least: 'reader',
    method: 'get',
    path: `${PATH}/papers`,
    summary: 'Lists the papers that an alert has found since it was created, latest first.',
    params,
    query: AlertListing,
    reply: AlertPapers,
    statuses: [400, 401, 403, 404, 500],
  },
  markAlertSeen: {
    ...call,
    least: 'member',
    method: 'post',
    path: `${PATH}/seen`,
    summary: 'Marks papers of an alert as seen: the given papers, the papers found until a time, or all papers.',
    params,
    body: SeenPapers,
    reply: Changed,
    statuses: [400, 401, 403, 404, 413, 500],
  },
  createAlertFeed: {
    ...call,
    least: 'member',
    method: 'post',
    path: `${PATH}/feed`,
    summary:
      'Creates an address for the alert’s Atom feed. Anyone with the address can read the feed without a token, and nothing else. The address is shown only once. The previous address stops working.',
    params,
    reply: Type.Object({ path: Type.String() }),
    statuses: [400, 401, 403, 404, 500],
  },
  deleteAlertFeed: {
    ...call,
    least: 'member',
    method: 'delete',
    path: `${PATH}/feed`,
    summary: 'Revokes the address of the feed.',
    params,
    reply: Changed,
    statuses: [400, 401, 403, 404, 500],
  },
  readAlertFeed: {
    ...call,
    role: 'public',
    method: 'get',
    path: '/feeds/alert',
    summary: 'Returns the Atom feed of an alert with its last hundred papers. The key is part of its address.',
    query: closedObject({ key: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }),
    reply: 'application/atom+xml',
    statuses: [304, 400, 404, 500],
  },
});
