import type { NodeStatus } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';

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
  throw new Refusal('conflict', `node ${nodeId} is ${status}, but ${action} requires ${allowed.join(' or ')}`);
}

/**
 * Refuses to decide on an application that the administrator has not seen. `seen`: the time of the application that was
 * seen, RFC 3339.
 */
export function checkApplication(nodeId: string, appliedAt: Date, seen: string | undefined): void {
  if (seen === undefined || new Date(seen).getTime() === appliedAt.getTime()) return;
  throw new Refusal(
    'conflict',
    `node ${nodeId} has applied again since ${seen}: look at its application of ${appliedAt.toISOString()} first`,
  );
}

/** Refuses to remove a node whose agent still runs. The agent of a disabled node still sends heartbeats. */
export function checkRemoval(
  nodeId: string,
  status: NodeStatus,
  seen: { readonly lastSeen: Date | undefined; readonly now: Date; readonly heartbeatTimeoutSec: number },
): void {
  const advice = 'Only a node that is gone can be removed';
  if (status === 'online') throw new Refusal('conflict', `node ${nodeId} is online: stop its agent first. ${advice}`);
  const silentSec = seen.lastSeen === undefined ? Infinity : (seen.now.getTime() - seen.lastSeen.getTime()) / 1_000;
  if (silentSec >= seen.heartbeatTimeoutSec) return;
  const ago = `${Math.max(0, Math.round(silentSec))} s ago`;
  throw new Refusal(
    'conflict',
    `node ${nodeId} was last heard from ${ago}. Stop its agent and wait until it has been silent for ${seen.heartbeatTimeoutSec} s. ${advice}`,
  );
}

/** Returns whether a node has been approved: it has, or had, a token. */
export function isApproved(status: NodeStatus): boolean {
  return status === 'online' || status === 'offline' || status === 'disabled';
}

/** How long an undecided application reserves its name, in seconds. */
export const APPLICATION_SEC = 24 * 3_600;

/** Returns whether a name is free for a new application: the last application was rejected or has expired. */
export function isFreeToApply(status: NodeStatus, appliedAt: Date, now: Date): boolean {
  if (status === 'rejected') return true;
  return status === 'pending_approval' && now.getTime() - appliedAt.getTime() > APPLICATION_SEC * 1_000;
}

/**
 * Returns the longest pause between ticks, in seconds. After a longer pause, the coordinator counts as having been
 * down.
 *
 * The result is half the heartbeat timeout, so that the pause plus the time between two heartbeats is shorter than the
 * timeout. The pause is also longer than the two or three seconds between ticks.
 */
export function largestTickGapSec(heartbeatTimeoutSec: number): number {
  return Math.min(15, Math.max(4, heartbeatTimeoutSec / 2));
}

/** After two successive low heartbeats, a reply to a claim counts as lost. */
const LOW_BEATS = 2;

/**
 * After this many low heartbeats, confirmed tasks count as lost too: five minutes at the usual interval.
 *
 * A heartbeat does not say which tasks are running. If the reply to a report was lost, a node may seem to know all its
 * tasks. Only continued low heartbeats show that it does not.
 */
const LOW_BEATS_OF_SHOWN = 10;

/** Returns which of a node's tasks may be redelivered after this many successive low heartbeats. */
export function missedTasks(lowBeats: number): 'none' | 'unconfirmed' | 'any' {
  if (lowBeats < LOW_BEATS) return 'none';
  return lowBeats < LOW_BEATS_OF_SHOWN ? 'unconfirmed' : 'any';
}
