import { recordAudit } from '@almagest/accounts';
import { JOIN_KEY_PREFIX, type CreatedJoinKey, type JoinKey, type NewJoinKey } from '@almagest/contracts/grid';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { databaseTime } from '@almagest/service-kit/database-time';
import { Refusal } from '@almagest/service-kit/refusal';
import { refusesToAdmit } from '../../domain/nodes/join-key.ts';
import type { Tx } from '../../persistence/database.ts';
import {
  disableAdmitted,
  insertJoinKey,
  listJoinKeys as listRows,
  lockJoinKey,
  markRevoked,
  type JoinKeyRow,
} from '../../persistence/nodes/join-key-repository.ts';
import type { NodeChange } from '../../persistence/nodes/node-repository.ts';
import type { TextSeal } from '@almagest/durable-files';
import { newToken } from '../../security/token.ts';
import { issueToken, type NodesDeps } from './manage-nodes.ts';

export async function createJoinKey({ db }: Pick<NodesDeps, 'db'>, given: NewJoinKey): Promise<CreatedJoinKey> {
  const key = newToken('join');
  const row = await inTransaction(db, async (trx) => {
    const inserted = await insertJoinKey(trx, digestOf(key), given);
    await recordAudit(trx, { object: `join key ${given.name}`, detail: { pattern: inserted.pattern } });
    return inserted;
  });
  return { ...shown(row), key };
}

export async function listJoinKeys({ db }: Pick<NodesDeps, 'db'>): Promise<JoinKey[]> {
  return (await listRows(db)).map(shown);
}

/** Revokes a join key and, on request, disables the nodes it has admitted. */
export async function revokeJoinKey(
  { db, onNodeChange }: Pick<NodesDeps, 'db' | 'onNodeChange'>,
  id: string,
  disablesNodes: boolean,
): Promise<void> {
  const disabled = await inTransaction(db, async (trx) => {
    if (!(await markRevoked(trx, id))) throw new Refusal('unknown', 'there is no such join key');
    const nodes = disablesNodes ? await disableAdmitted(trx, id) : [];
    await recordAudit(trx, { object: `join key ${id}`, detail: { disabled: nodes.length } });
    return nodes;
  });
  for (const nodeId of disabled) onNodeChange(nodeId);
}

/** Returns whether a bearer token is a join key. */
export function isJoinKey(token: string | undefined): token is string {
  return token?.startsWith(JOIN_KEY_PREFIX) === true;
}

/** Returns the change that approves an applicant with a join key. Locks the key. */
export async function admitWith(trx: Tx, seal: TextSeal, token: string, nodeId: string): Promise<NodeChange> {
  const key = await lockJoinKey(trx, digestOf(token), nodeId);
  if (key === undefined) throw new Refusal('forbidden', 'the join key is unknown: ask the administrator for a new key');
  const now = await databaseTime(trx);
  const reason = refusesToAdmit(key, { nodeId, admitted: key.admitted, now });
  if (reason !== undefined) throw new Refusal('forbidden', `${reason}: ask the administrator for a new key`);
  return {
    ...issueToken(seal, now).change,
    status: 'offline',
    offline_since: now,
    awaits_first_beat: true,
    join_key_id: key.id,
    admin_max_slots: key.max_slots,
  };
}

function shown({ created_at, expires_at, revoked_at, nodes, ...row }: JoinKeyRow): JoinKey {
  return {
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
    nodes: [...nodes],
  };
}
