import { databaseTime } from '@almagest/service-kit/database-time';
import { checkRemoval } from '../../domain/node-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { deleteNode, findLastSeen, lockNode } from '../../persistence/node-repository.ts';
import { recordRegistration } from '../../persistence/node-registration-repository.ts';
import type { HeartbeatBuffer } from './heartbeat-buffer.ts';
import { unknownNode } from './manage-nodes.ts';

export interface RemoveNodeDeps {
  readonly db: Db;
  readonly heartbeats: HeartbeatBuffer;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
}

/**
 * Removes a node that is gone, so that its name may be applied for again. What it has computed stays under its name.
 *
 * Its running tasks are reclaimed by the next sweep, which finds every task without a node. A claim of the node that is
 * under way holds the row's lock, so its tasks are there when the row goes.
 */
export async function removeNode(deps: RemoveNodeDeps, nodeId: string): Promise<void> {
  // What it has sent to this process counts; another process writes its share within a second.
  await deps.heartbeats.flush();
  await deps.db.transaction().execute(async (trx) => {
    const node = await lockNode(trx, nodeId);
    if (node === undefined) throw unknownNode(nodeId);
    checkRemoval(nodeId, node.status, {
      lastSeen: await findLastSeen(trx, nodeId),
      now: await databaseTime(trx),
      heartbeatTimeoutSec: deps.heartbeatTimeoutSec,
    });
    await deleteNode(trx, nodeId);
    await recordRegistration(trx, { nodeId, kind: 'removed', address: null, maxSlots: null });
  });
  deps.onNodeChange(nodeId);
}
