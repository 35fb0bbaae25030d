import { sql } from 'kysely';
import { setBackFutureTimes, type PastTimes } from '@almagest/service-kit/database-time';
import type { Db } from '../database.ts';

const PAST_TIMES: readonly PastTimes[] = [
  { table: 'coordinator_uptime', columns: ['up_since', 'last_tick'] },
  { table: 'node', columns: ['offline_since', 'lost_at'] },
  { table: 'node_heartbeat', columns: ['last_seen', 'low_since'] },
  { table: 'claim_resume', columns: ['at'] },
];

/**
 * Corrects times that were written while the database's clock was ahead. Otherwise, silence and time limits would begin
 * in the future.
 */
export async function correctFutureTimes(db: Db): Promise<void> {
  await setBackFutureTasks(db);
  await setBackFutureTimes(db, PAST_TIMES);
}

/** Corrects tasks that were claimed while the clock was ahead, so that their time limits do not end too late. */
async function setBackFutureTasks(db: Db): Promise<void> {
  await sql`
    update task set created_at = least(created_at, now()), redelivered_at = least(redelivered_at, now()),
      deadline = deadline - (greatest(created_at, redelivered_at) - now())
    where status = 'running' and greatest(created_at, redelivered_at) > now() + interval '1 minute'`.execute(db);
}
