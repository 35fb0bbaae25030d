import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { NamedPapers } from './collections.ts';
import { StandardPaper } from './papers.ts';
import { SearchQuery, SourceChoice } from './vocabulary.ts';

/** How often the sources are asked; `off`: only when somebody asks for it. */
export const AlertSchedule = Type.Enum(['off', 'daily', 'weekly']);
export type AlertSchedule = Static<typeof AlertSchedule>;

export const Alert = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  query: Type.String(),
  source: SourceChoice,
  schedule: AlertSchedule,
  /** Papers that it has found and that nobody has marked as seen. */
  new_count: Type.Integer(),
  /** When all its sources last answered. Null before that. */
  last_checked_at: Nullable(Timestamp),
  last_attempt_at: Nullable(Timestamp),
  /** What failed at the last attempt. While it is not empty, nothing new does not mean that there is nothing. */
  failures: Type.Array(Type.String()),
  is_checking: Type.Boolean(),
  next_check_at: Nullable(Timestamp),
  /** Whether there is an address of its feed. */
  has_feed: Type.Boolean(),
  created_at: Timestamp,
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

export const AlertChange = closedObject({ name: Type.Optional(AlertName), schedule: Type.Optional(AlertSchedule) });
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
      is_new: Type.Boolean({ description: 'Nobody has marked it as seen.' }),
    }),
  ),
});
export type AlertPapers = Static<typeof AlertPapers>;

/** Without any of these, all that the alert has found so far. */
export const SeenPapers = closedObject({
  bibcodes: Type.Optional(NamedPapers),
  found_until: Type.Optional(Timestamp),
});
export type SeenPapers = Static<typeof SeenPapers>;

const Changed = Type.Object({ changed: Type.Integer() });

const call = { tag: 'alerts', role: 'api-token-if-configured', failures: 'text' } as const;
const PATH = '/api/alerts/{id}';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

export const alertOperations = {
  listAlerts: defineOperation({
    ...call,
    operationId: 'listAlerts',
    method: 'get',
    path: '/api/alerts',
    summary: 'The alerts, in the order of their names.',
    reply: Type.Array(Alert),
    statuses: [401, 500],
  }),
  createAlert: defineOperation({
    ...call,
    operationId: 'createAlert',
    method: 'post',
    path: '/api/alerts',
    summary:
      'Creates an alert: a query that the worker asks by a schedule. What its first check finds is known already; what later ones find besides is new. The same query of the same source is one alert, which is returned as it is.',
    body: NewAlert,
    reply: Alert,
    statuses: [400, 401, 413, 500],
  }),
  changeAlert: defineOperation({
    ...call,
    operationId: 'changeAlert',
    method: 'patch',
    path: PATH,
    summary: 'Renames an alert, or changes its schedule.',
    params,
    body: AlertChange,
    reply: Alert,
    statuses: [400, 401, 404, 413, 500],
  }),
  deleteAlert: defineOperation({
    ...call,
    operationId: 'deleteAlert',
    method: 'delete',
    path: PATH,
    summary:
      'Deletes an alert with what it has found. It can be restored for 30 days. Papers that were kept stay in the library.',
    params,
    reply: Changed,
    statuses: [400, 401, 404, 500],
  }),
  restoreAlert: defineOperation({
    ...call,
    operationId: 'restoreAlert',
    method: 'post',
    path: `${PATH}/restore`,
    summary:
      'Brings a deleted alert back as it was, with what it has found, what was seen, and its feed; until an alert of the same query is created.',
    params,
    reply: Alert,
    statuses: [400, 401, 404, 500],
  }),
  checkAlert: defineOperation({
    ...call,
    operationId: 'checkAlert',
    method: 'post',
    path: `${PATH}/check`,
    summary: 'Has the worker ask the sources now. The reply does not wait for it; `is_checking` tells when it is over.',
    params,
    reply: Alert,
    statuses: [400, 401, 404, 500],
  }),
  listAlertPapers: defineOperation({
    ...call,
    operationId: 'listAlertPapers',
    method: 'get',
    path: `${PATH}/papers`,
    summary: 'What an alert has found since it was created, the latest first.',
    params,
    query: AlertListing,
    reply: AlertPapers,
    statuses: [400, 401, 404, 500],
  }),
  markAlertSeen: defineOperation({
    ...call,
    operationId: 'markAlertSeen',
    method: 'post',
    path: `${PATH}/seen`,
    summary: 'Marks papers of an alert as seen: these, those found until a time, or all.',
    params,
    body: SeenPapers,
    reply: Changed,
    statuses: [400, 401, 404, 413, 500],
  }),
  createAlertFeed: defineOperation({
    ...call,
    operationId: 'createAlertFeed',
    method: 'post',
    path: `${PATH}/feed`,
    summary:
      'Makes an address of the alert’s Atom feed, which needs no token: whoever has the address reads the feed, and nothing else. It is shown this once; the one before no longer works.',
    params,
    reply: Type.Object({ path: Type.String() }),
    statuses: [400, 401, 404, 500],
  }),
  deleteAlertFeed: defineOperation({
    ...call,
    operationId: 'deleteAlertFeed',
    method: 'delete',
    path: `${PATH}/feed`,
    summary: 'Revokes the address of the feed.',
    params,
    reply: Changed,
    statuses: [400, 401, 404, 500],
  }),
  readAlertFeed: defineOperation({
    ...call,
    operationId: 'readAlertFeed',
    role: 'public',
    method: 'get',
    path: '/feeds/alert',
    summary: 'The Atom feed of an alert: its last hundred papers. The key is that of its address.',
    query: closedObject({ key: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }),
    reply: 'application/atom+xml',
    statuses: [304, 400, 404, 500],
  }),
};
