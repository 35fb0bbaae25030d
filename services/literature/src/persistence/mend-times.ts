import { setBackFutureTimes, type PastTimes } from '@almagest/service-kit/database-time';
import type { Db } from './database.ts';

const PAST_TIMES: readonly PastTimes[] = [
  { table: 'batch', columns: ['lease_renewed_at'], where: 'active' },
  { table: 'agent_session', columns: ['lease_renewed_at', 'run_began_at'], where: `status = 'running'` },
  { table: 'translation_lease', columns: ['lease_renewed_at'] },
];

/** Undoes what a clock of the database has left that ran ahead: work whose worker has died would be held until then. */
export async function mendTimes(db: Db): Promise<void> {
  await setBackFutureTimes(db, PAST_TIMES);
}
