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

/** How long an application keeps its claim to a name while nobody decides on it, in seconds. */
export const APPLICATION_SEC = 24 * 3_600;

/** Whether anybody may apply for the name anew: it was refused, or nobody decided in time. */
export function isFreeToApply(status: NodeStatus, appliedAt: Date, now: Date): boolean {
  if (status === 'rejected') return true;
  return status === 'pending_approval' && now.getTime() - appliedAt.getTime() > APPLICATION_SEC * 1_000;
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

/** Two low heartbeats in a row: a reply to a claim is taken for lost (`waves.md`, recovery). */
const LOW_BEATS = 2;

/**
 * At the usual half minute between heartbeats, five minutes in which a node shows fewer tasks than it holds.
 *
 * A heartbeat cannot tell a task that is computed from one whose report was taken while its answer was lost: such a
 * node seems to have heard of everything, and only that it goes on to show too few tells otherwise.
 */
const LOW_BEATS_OF_SHOWN = 10;

/** Which of a node's tasks may be handed out to it again, after so many heartbeats in a row with too few of them. */
export function missedTasks(lowBeats: number): 'none' | 'unconfirmed' | 'any' {
  if (lowBeats < LOW_BEATS) return 'none';
  return lowBeats < LOW_BEATS_OF_SHOWN ? 'unconfirmed' : 'any';
}
