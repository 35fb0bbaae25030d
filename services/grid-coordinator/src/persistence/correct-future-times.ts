import { setBackFutureTimes, type PastTimes } from '@almagest/service-kit/database-time';
import type { Db } from './database.ts';
import { setBackFutureTasks } from './task-repository.ts';

const PAST_TIMES: readonly PastTimes[] = [
  { table: 'coordinator_uptime', columns: ['up_since', 'last_tick'] },
  { table: 'node', columns: ['offline_since'] },
  { table: 'node_heartbeat', columns: ['last_seen', 'low_since'] },
];

/** Corrects times from a database clock that was ahead: silence and time limits would begin only in the future. */
export async function correctFutureTimes(db: Db): Promise<void> {
  await setBackFutureTasks(db);
  await setBackFutureTimes(db, PAST_TIMES);
}
