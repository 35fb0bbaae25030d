import { isLeaseFree, renewedNow } from '@almagest/service-kit/lease';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { SESSION_ROW, type SessionRow } from './agent-session-repository.ts';

/**
 * A worker's lease of a session. The database accepts the worker's writes only while the session's row names this
 * holder.
 */
export interface SessionLease {
  readonly id: string;
  readonly holder: string;
}

/** Acquires the longest-waiting session whose lease is free. Returns undefined if no session is waiting. */
export async function acquireSession(db: Db, holder: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update agent_session
    set lease_holder = ${holder}, lease_renewed_at = now(), takes = takes + 1, run_began_at = coalesce(run_began_at, now())
    where id = (
      select id from agent_session
      where status = 'running' and ${isLeaseFree('agent_session')}
      order by updated_at for update skip locked limit 1)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Locks a session and returns it with the age of its run. Returns undefined if the lease was lost. */
export async function lockLeased(
  trx: Tx,
  { id, holder }: SessionLease,
): Promise<(SessionRow & { readonly elapsed_ms: number }) | undefined> {
  return await trx
    .selectFrom('agent_session')
    .select([
      ...SESSION_ROW,
      sql<number>`coalesce(1000 * extract(epoch from now() - run_began_at), 0)::float8`.as('elapsed_ms'),
    ])
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .forUpdate()
    .executeTakeFirst();
}

/** Releases a session for another worker. The released acquisition does not count towards the limit. */
export async function releaseSession(db: Db, { id, holder }: SessionLease): Promise<void> {
  await db
    .updateTable('agent_session')
    .set({ lease_holder: null, takes: sql<number>`takes - 1` })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute();
}

/** Returns the current lease holders of these sessions. A lease is valid while its holder is in the result. */
export async function listValidLeases(db: Db, leases: readonly SessionLease[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('agent_session')
    .select('lease_holder')
    .where(
      'id',
      'in',
      leases.map(({ id }) => id),
    )
    .where('lease_holder', 'is not', null)
    .execute();
  return new Set(rows.map(({ lease_holder: holder }) => holder as string));
}

export async function renewSessions(db: Db, leases: readonly SessionLease[]): Promise<void> {
  await db
    .updateTable('agent_session')
    .set({ lease_renewed_at: renewedNow })
    .where(
      'lease_holder',
      'in',
      leases.map(({ holder }) => holder),
    )
    .where(
      'id',
      'in',
      leases.map(({ id }) => id),
    )
    .execute();
}
