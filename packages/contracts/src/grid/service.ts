import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { serviceOperations as commonOperations } from '../service-operations.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { NodeInfo } from './nodes.ts';
import { FailingImport } from './archives.ts';
import { ClaimPause } from './scheduling.ts';
import { GridStats } from './workflows.ts';

export const ClusterStatus = Type.Object({
  status: Type.String(),
  nodes_online: Type.Integer(),
  total_active_slots: Type.Integer(),
  total_max_slots: Type.Integer(),
  nodes: Type.Array(NodeInfo),
  grid_stats: GridStats,
  /** Present while an administrator has paused all claims. */
  claims_paused: Type.Optional(ClaimPause),
  /** Present while imports of archives fail and are retried. At most the last ten. */
  failing_imports: Type.Optional(Type.Array(FailingImport)),
});
export type ClusterStatus = Static<typeof ClusterStatus>;

export const LoginRequest = closedObject({
  username: Type.String({ minLength: 1, maxLength: 256 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
});
export type LoginRequest = Static<typeof LoginRequest>;

export const Session = Type.Object({ username: Type.String(), expires_at: Timestamp });
export type Session = Static<typeof Session>;

/** The caller. `expires_at` is null for the administrator's token, which does not expire. */
export const Requester = Type.Object({ username: Type.String(), expires_at: Nullable(Timestamp) });
export type Requester = Static<typeof Requester>;

const page = { tag: 'service', method: 'get', role: 'public', failures: 'envelope' } as const;

export const serviceOperations = defineOperations({
  ...commonOperations(page.failures),
  readConsole: {
    ...page,
    path: '/',
    unknownKeys: 'tolerated',
    summary: 'Returns the console.',
    reply: 'text/html',
    statuses: [404],
  },
  readConsoleAsset: {
    ...page,
    failures: 'text',
    path: '/console/{file}',
    unknownKeys: 'tolerated',
    summary: 'Returns a script, style sheet or icon of the console. Its name changes with its content.',
    params: Type.Object({ file: Type.String() }),
    reply: 'text/plain',
    statuses: [404],
  },
  streamEvents: {
    tag: 'service',
    least: 'viewer',
    method: 'get',
    path: '/api/events',
    summary: 'Streams changes of nodes, workflows and points as Server-Sent Events.',
    role: 'admin',
    failures: 'envelope',
    reply: 'text/event-stream',
    statuses: [401, 403, 500],
  },
  readStatus: {
    tag: 'service',
    least: 'viewer',
    method: 'get',
    path: '/api/status',
    summary: 'Returns counts of nodes, slots and points over all workflows.',
    role: 'admin-if-configured',
    failures: 'envelope',
    reply: ClusterStatus,
    statuses: [401, 403, 500],
  },
  login: {
    tag: 'session',
    method: 'post',
    path: '/login',
    summary: 'Opens an administrator session. Its id is in the cookie grid_session.',
    role: 'public',
    failures: 'envelope',
    body: LoginRequest,
    reply: envelope(Session),
    statuses: [400, 401, 413, 429, 500],
  },
  logout: {
    tag: 'session',
    method: 'post',
    path: '/logout',
    summary: 'Ends the session.',
    role: 'public',
    failures: 'envelope',
    reply: EmptyEnvelope,
    statuses: [403, 500],
  },
  readSession: {
    tag: 'session',
    least: 'viewer',
    method: 'get',
    path: '/api/session',
    summary: 'Returns the caller: a login session, or the administrator by token.',
    role: 'admin',
    failures: 'envelope',
    reply: envelope(Requester),
    statuses: [401, 403, 500],
  },
});
