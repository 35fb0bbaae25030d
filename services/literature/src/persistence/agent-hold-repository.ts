import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { SessionRow } from './agent-session-repository.ts';

/** A worker's hold of a session, another one each time; what it writes is written only while it has the hold. */
export interface SessionHold {
  readonly id: string;
  readonly hold: string;
}

/** After this time without a sign of its worker a session is given to another one. */
const HOLD_SEC = 15;

/** Takes the session that has waited longest and that nobody works at; undefined where there is none. */
export async function claimSession(db: Db, hold: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update agent_session
    set hold = ${hold}, hold_seen_at = now(), takes = takes + 1, run_began_at = coalesce(run_began_at, now())
    where id = (
      select id from agent_session
      where status = 'running' and (hold is null or hold_seen_at < now() - make_interval(secs => ${HOLD_SEC}))
      order by updated_at for update skip locked limit 1)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** The session as it stands, with how long its run has lasted; undefined when it is over or in other hands. */
export async function lockHeld(
  trx: Tx,
  { id, hold }: SessionHold,
): Promise<(SessionRow & { readonly elapsed_ms: number }) | undefined> {
  return await trx
    .selectFrom('agent_session')
    .select([
      'id',
      'title',
      'status',
      'permission_mode',
      'thinking',
      'run',
      'run_steps',
      'run_began_at',
      'takes',
      'last_event',
      'heard_event',
      sql<number>`coalesce(1000 * extract(epoch from now() - run_began_at), 0)::float8`.as('elapsed_ms'),
    ])
    .where('id', '=', id)
    .where('hold', '=', hold)
    .forUpdate()
    .executeTakeFirst();
}

/** Lets another worker go on with a session at once; this one has not counted against it. */
export async function releaseSession(db: Db, { id, hold }: SessionHold): Promise<void> {
  await db
    .updateTable('agent_session')
    .set({ hold: null, takes: sql<number>`takes - 1` })
    .where('id', '=', id)
    .where('hold', '=', hold)
    .execute();
}

/** Which of these holds still stand. */
export async function listStanding(db: Db, holds: readonly SessionHold[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('agent_session')
    .select('hold')
    .where(
      'id',
      'in',
      holds.map(({ id }) => id),
    )
    .where('hold', 'is not', null)
    .execute();
  return new Set(rows.map(({ hold }) => hold as string));
}

/** Shows that somebody works at these sessions. */
export async function signHolds(db: Db, holds: readonly SessionHold[]): Promise<void> {
  await db
    .updateTable('agent_session')
    .set({ hold_seen_at: sql<Date>`now()` })
    .where(
      'hold',
      'in',
      holds.map(({ hold }) => hold),
    )
    .where(
      'id',
      'in',
      holds.map(({ id }) => id),
    )
    .execute();
}
