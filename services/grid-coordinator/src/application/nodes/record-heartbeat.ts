import type { NodeHeartbeatReply, NodeHeartbeatRequest } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { NodeIdentity } from '../../persistence/nodes/node-identity.ts';
import type { HeartbeatBuffer } from './heartbeat-buffer.ts';

/**
 * Records a heartbeat, to be written with the next batch. A heartbeat that changes the node's status is written
 * immediately, so that the node is online when it gets the answer.
 */
export async function recordHeartbeat(
  heartbeats: HeartbeatBuffer,
  node: NodeIdentity,
  beat: NodeHeartbeatRequest,
): Promise<NodeHeartbeatReply> {
  if (beat.node_id !== node.nodeId) {
    throw new Refusal(
      'forbidden',
      `the token belongs to node ${node.nodeId}, but the heartbeat is from ${beat.node_id}`,
    );
  }
  const { instanceId, instanceHost } = node;
  if (beat.instance_id !== undefined && instanceId !== null && beat.instance_id !== instanceId)
    throw new Refusal('conflict', `node ${node.nodeId} now runs on host ${instanceHost}: announce this host again`);
  heartbeats.add(beat);
  if (node.status === 'offline') {
    try {
      await heartbeats.flush();
    } catch {
      return { status: 'error', message: 'the heartbeat could not be stored: send the next heartbeat as usual' };
    }
  }
  const { cancelledTasks } = node;
  return {
    status: 'ok',
    admin_max_slots: node.adminMaxSlots,
    ...(cancelledTasks.length === 0 ? {} : { cancelled_tasks: [...cancelledTasks] }),
  };
}
