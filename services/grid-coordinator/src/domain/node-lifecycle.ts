import type { NodeStatus } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';

/** What an administrator may do to a node. */
export type NodeAction = 'approve' | 'reject' | 'reissue' | 'disable' | 'enable';

const ALLOWED: Readonly<Record<NodeAction, readonly NodeStatus[]>> = {
  approve: ['pending_approval', 'rejected'],
  reject: ['pending_approval'],
  reissue: ['online', 'offline', 'disabled'],
  disable: ['online', 'offline'],
  enable: ['disabled'],
};

/** Refuses an action that the node's status does not allow. */
export function checkAction(action: NodeAction, nodeId: string, status: NodeStatus): void {
  const allowed = ALLOWED[action];
  if (allowed.includes(status)) return;
  throw new Refusal('conflict', `node ${nodeId} is ${status}; ${action} needs ${allowed.join(' or ')}`);
}

/** A node that was once approved: it has, or had, a token. */
export function isApproved(status: NodeStatus): boolean {
  return status === 'online' || status === 'offline' || status === 'disabled';
}

/**
 * How long, in seconds, the coordinator may be unheard of before that counts as having been down.
 *
 * Half the heartbeat timeout, so that a silence of its own and the pause between two heartbeats do not add up to the
 * silence of a node; more than the two or three seconds between its ticks.
 */
export function largestTickGapSec(heartbeatTimeoutSec: number): number {
  return Math.min(15, Math.max(4, heartbeatTimeoutSec / 2));
}
