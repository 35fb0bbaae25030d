import { recordAudit } from '@almagest/accounts';
import { databaseTime } from '@almagest/service-kit/database-time';
import { checkRemoval } from '../../domain/nodes/node-lifecycle.ts';
import type { Db } from '../../persistence/database.ts';
import { deleteNode, findLastSeen, lockNode } from '../../persistence/nodes/node-repository.ts';
import { deleteNodeSamples } from '../../persistence/nodes/node-sample-repository.ts';
import { recordRegistration } from '../../persistence/nodes/node-registration-repository.ts';
import type { HeartbeatBuffer } from './heartbeat-buffer.ts';
import { unknownNode } from './manage-nodes.ts';

export interface RemoveNodeDeps {
  readonly db: Db;
  readonly heartbeats: HeartbeatBuffer;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
}

/**
 * Removes a node that is gone, which frees its name. The node's results are kept under this name.
 *
 * The next sweep reclaims the node's running tasks, because it finds every task without a node. A claim in progress
 * locks the node's row, so the claimed task is stored before the row is deleted.
 */
export async function removeNode(deps: RemoveNodeDeps, nodeId: string): Promise<void> {
  // Writes the heartbeats that the node has sent to this process. Other processes write their heartbeats within a
  // second.
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
    // Another machine may get the name and must not show these samples.
    await deleteNodeSamples(trx, nodeId);
    await recordRegistration(trx, { nodeId, kind: 'removed', address: null, maxSlots: null });
    await recordAudit(trx, { object: `node ${nodeId}` });
  });
  deps.onNodeChange(nodeId);
}
