import { inTransaction } from '@almagest/service-kit/database';
import { sql } from 'kysely';
import { addToPastTotals } from './agent-metrics.ts';
import type { Db } from '../database.ts';

/** Number of sessions per transaction. A session may have megabytes of events. */
const AT_ONCE = 50;

/**
 * Removes the events of sessions that have been inactive for `ageSec`. Keeps messages and calls. Clients can then no
 * longer resume a stream from an earlier event.
 */
export async function deleteOldEvents(db: Db, ageSec: number): Promise<void> {
  await repeatUntilPartialBatch(async () => {
    const { rows } = await sql`
      with rested as (
        select id from agent_session s
        where status <> 'running' and updated_at < now() - make_interval(secs => ${ageSec})
          and exists (select from agent_event where session_id = s.id)
        limit ${AT_ONCE} for update skip locked),
      removed as (delete from agent_event where session_id in (select id from rested))
      select id from rested`.execute(db);
    return rows.length;
  });
}

/** Removes sessions that were deleted `ageSec` ago. The metrics keep the counts of the built-in account's sessions. */
export async function purgeDeletedSessions(db: Db, ageSec: number): Promise<void> {
  await repeatUntilPartialBatch(() =>
    inTransaction(db, async (trx) => {
      const rows = await trx
        .selectFrom('agent_session')
        .select(['id', 'owner_id'])
        .where('deleted_at', '<', sql<Date>`now() - make_interval(secs => ${ageSec})`)
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      // Everyone sees the totals of removed sessions, so only sessions of the built-in account are added.
      const common = rows.filter(({ owner_id }) => owner_id === null);
      await addToPastTotals(
        trx,
        common.map(({ id }) => id),
      );
      await trx.deleteFrom('agent_session').where('id', 'in', ids).execute();
      return ids.length;
    }),
  );
}

async function repeatUntilPartialBatch(work: () => Promise<number>): Promise<void> {
  while ((await work()) === AT_ONCE);
}
