import { inTransaction } from '@almagest/service-kit/database';
import { nodeLost } from '../../domain/notifications/notification-events.ts';
import type { Db } from '../../persistence/database.ts';
import { markLostNodes } from '../../persistence/nodes/lost-node-repository.ts';
import { storeEvent } from '../../persistence/notifications/notification-outbox.ts';

/** Announces nodes that have been offline so long that their tasks are reclaimed. */
export async function findLostNodes(deps: {
  readonly db: Db;
  readonly nodeLostGraceSec: number;
  readonly heartbeatTimeoutSec: number;
}): Promise<void> {
  const { db, nodeLostGraceSec: graceSec, heartbeatTimeoutSec } = deps;
  await inTransaction(db, async (trx) => {
    for (const { node_id: nodeId, offline_since: offlineSince, tasks } of await markLostNodes(trx, {
      graceSec,
      heartbeatTimeoutSec,
    }))
      await storeEvent(trx, nodeLost(nodeId, { offlineSince, tasks }));
  });
}
