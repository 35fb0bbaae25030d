import { databaseTime } from '@almagest/service-kit/database-time';
import type { FleetHistory, FleetHistoryQuery } from '@almagest/contracts/grid';
import { historyIntervalSec } from '../../domain/nodes/fleet-history.ts';
import type { Db } from '../../persistence/database.ts';
import { listFleetSamples } from '../../persistence/nodes/node-sample-repository.ts';

const DAY_HOURS = 24;

/** Returns the slots, tasks and load of all nodes or of one node over the last hours. */
export async function readFleetHistory(
  db: Db,
  { hours = DAY_HOURS, node: nodeId }: FleetHistoryQuery,
): Promise<FleetHistory> {
  const intervalSec = historyIntervalSec(hours);
  const rows = await listFleetSamples(db, { hours, intervalSec, nodeId });
  return {
    hours,
    interval_sec: intervalSec,
    now: (await databaseTime(db)).toISOString(),
    samples: rows.map(({ at, ...sample }) => ({ at: at.toISOString(), ...sample })),
  };
}
