import type { NodeHeartbeatReply, NodeHeartbeatRequest } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { NodeIdentity } from '../../persistence/node-repository.ts';
import type { HeartbeatBuffer } from './heartbeat-buffer.ts';

/**
 * Takes a heartbeat. It is written with the next batch; only one that changes the node's status is written at once,
 * so that whoever got the answer finds the node online.
 */
export async function recordHeartbeat(
  heartbeats: HeartbeatBuffer,
  node: NodeIdentity,
  beat: NodeHeartbeatRequest,
): Promise<NodeHeartbeatReply> {
  if (beat.node_id !== node.nodeId) {
    throw new Refusal('forbidden', `the token belongs to node ${node.nodeId}, not to ${beat.node_id}`);
  }
  heartbeats.beat(beat);
  if (node.status === 'offline') {
    try {
      await heartbeats.flush();
    } catch {
      return { status: 'error', message: 'the heartbeat could not be stored; send the next one as usual' };
    }
  }
  return { status: 'ok', admin_max_slots: node.adminMaxSlots };
}
