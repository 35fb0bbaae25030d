import { setBackFutureTimes, type PastTimes } from '@almagest/service-kit/database-time';
import type { Db } from '../database.ts';

const PAST_TIMES: readonly PastTimes[] = [
  { table: 'batch', columns: ['lease_renewed_at'], where: 'active' },
  { table: 'agent_session', columns: ['lease_renewed_at', 'run_began_at'], where: `status = 'running'` },
  { table: 'translation_lease', columns: ['lease_renewed_at'] },
  { table: 'linked_library', columns: ['lease_renewed_at', 'last_run_at'] },
  { table: 'alert', columns: ['lease_renewed_at', 'last_attempt_at', 'last_checked_at'] },
];

/**
 * Resets lease times in the future to now. The database stores such times while its clock is ahead. Without the reset,
 * a dead worker's work would stay leased until the clock reaches these times.
 */
export async function setBackFutureLeases(db: Db): Promise<void> {
  await setBackFutureTimes(db, PAST_TIMES);
}
