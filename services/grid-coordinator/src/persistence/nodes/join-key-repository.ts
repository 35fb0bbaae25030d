import type { NewJoinKey } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { JoinTerms } from '../../domain/nodes/join-key.ts';
import type { Db, Tx } from '../database.ts';

export interface JoinKeyRow extends JoinTerms {
  readonly id: string;
  readonly max_slots: number | null;
  readonly created_at: Date;
  readonly admitted: number;
  readonly nodes: readonly string[];
}

const COLUMNS = ['id', 'name', 'pattern', 'max_nodes', 'max_slots', 'created_at', 'expires_at', 'revoked_at'] as const;

export async function insertJoinKey(db: Db, digest: Buffer, key: NewJoinKey): Promise<JoinKeyRow> {
  const hours = key.expires_in_hours;
  const row = await db
    .insertInto('join_key')
    .values({
      digest,
      name: key.name,
      pattern: key.pattern ?? '*',
      max_nodes: key.max_nodes ?? null,
      max_slots: key.max_slots ?? null,
      expires_at: hours === undefined ? null : sql<Date>`now() + make_interval(hours => ${hours}::int)`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, admitted: 0, nodes: [] };
}

/** Returns all join keys with their nodes, newest first. */
export async function listJoinKeys(db: Db): Promise<JoinKeyRow[]> {
  const { rows } = await sql<JoinKeyRow>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(`k.${column}`)))}, n.admitted, n.nodes
    from join_key k, lateral (
      select count(*)::int as admitted,
             coalesce((array_agg(node_id order by node_id))[1:1000], '{}') as nodes
      from node where join_key_id = k.id) n
    order by k.created_at desc, k.id`.execute(db);
  return rows;
}

/**
 * Locks the join key, so that simultaneous applications are counted one after the other. Counts its nodes except
 * `nodeId`.
 */
export async function lockJoinKey(
  trx: Tx,
  digest: Buffer,
  nodeId: string,
): Promise<
  (JoinTerms & { readonly id: string; readonly max_slots: number | null; readonly admitted: number }) | undefined
> {
  const key = await trx
    .selectFrom('join_key')
    .select(COLUMNS)
    .where('digest', '=', digest)
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) return undefined;
  const { admitted } = await trx
    .selectFrom('node')
    .select(sql<number>`count(*)::int`.as('admitted'))
    .where('join_key_id', '=', key.id)
    .where('node_id', '<>', nodeId)
    .executeTakeFirstOrThrow();
  return { ...key, admitted };
}

/** Returns false if the key does not exist. A second revocation does not change the time of the first. */
export async function markRevoked(trx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('join_key')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Disables the nodes that a key has admitted. Returns their names. */
export async function disableAdmitted(trx: Tx, id: string): Promise<string[]> {
  const rows = await trx
    .updateTable('node')
    .set({ status: 'disabled', offline_since: null })
    .where('join_key_id', '=', id)
    .where('status', 'in', ['online', 'offline'])
    .returning('node_id')
    .execute();
  return rows.map(({ node_id }) => node_id);
}
