import Type, { type Static } from 'typebox';
import { AccountId } from '../accounts.ts';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { MaxSlots, NodeId } from './vocabulary.ts';

/** The beginning of every join key. */
export const JOIN_KEY_PREFIX = 'gj_';

export const NewJoinKey = closedObject({
  name: WordedText(100),
  /** Names of nodes that the key admits. `*` stands for any characters. */
  pattern: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._*-]{1,64}$', default: '*' })),
  /** Number of nodes that the key admits. Removed nodes don't count. */
  max_nodes: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  /** The slot quota of the nodes. */
  max_slots: Type.Optional(MaxSlots),
  expires_in_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 87_600 })),
});
export type NewJoinKey = Static<typeof NewJoinKey>;

export const JoinKey = Type.Object({
  id: AccountId,
  name: Type.String(),
  pattern: Type.String(),
  max_nodes: Nullable(Type.Integer()),
  max_slots: Nullable(Type.Integer()),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  /** Number of admitted nodes that still exist. */
  admitted: Type.Integer(),
  /** Names of these nodes in order, at most 1000. */
  nodes: Type.Array(NodeId),
});
export type JoinKey = Static<typeof JoinKey>;

export const CreatedJoinKey = Type.Object({
  ...JoinKey.properties,
  /** Shown only once. Applicants send it as bearer token. */
  key: Type.String(),
});
export type CreatedJoinKey = Static<typeof CreatedJoinKey>;

const onJoinKeys = { tag: 'nodes', role: 'admin', failures: 'envelope' } as const;

export const joinKeyOperations = defineOperations({
  listJoinKeys: {
    ...onJoinKeys,
    least: 'viewer',
    method: 'get',
    path: '/api/admin/join-keys',
    summary: 'Lists the join keys and the nodes they have admitted, newest first.',
    reply: envelope(Type.Array(JoinKey)),
    statuses: [401, 403, 500],
  },
  createJoinKey: {
    ...onJoinKeys,
    least: 'administrator',
    method: 'post',
    path: '/api/admin/join-keys',
    summary: 'Creates a join key. Nodes that apply with it are approved at once.',
    body: NewJoinKey,
    reply: envelope(CreatedJoinKey),
    statuses: [400, 401, 403, 413, 500],
  },
  revokeJoinKey: {
    ...onJoinKeys,
    least: 'administrator',
    method: 'post',
    path: '/api/admin/join-keys/{id}/revoke',
    summary: 'Revokes a join key. The key admits no more nodes. On request, also disables the admitted nodes.',
    params: Type.Object({ id: AccountId }),
    body: closedObject({ disable_nodes: Type.Optional(Type.Boolean()) }),
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 413, 500],
  },
});
