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
