import type { NodeStatus } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';

/** The actions of an administrator on a node. */
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

/** Refuses to decide on another application than the one that was seen. `seen`: its time, RFC 3339. */
export function checkApplication(nodeId: string, appliedAt: Date, seen: string | undefined): void {
  if (seen === undefined || new Date(seen).getTime() === appliedAt.getTime()) return;
  throw new Refusal(
    'conflict',
    `the application for ${nodeId} of ${seen} has been followed by one of ${appliedAt.toISOString()}; look at that one first`,
  );
}

/**
 * Refuses to remove a node that is there: only one that is gone is removed. A node that is disabled still sends
 * heartbeats while its agent runs.
 */
export function checkRemoval(
  nodeId: string,
  status: NodeStatus,
  seen: { readonly lastSeen: Date | undefined; readonly now: Date; readonly heartbeatTimeoutSec: number },
): void {
  const advice = 'only a node that is gone can be removed';
  if (status === 'online') throw new Refusal('conflict', `node ${nodeId} is online; stop its agent: ${advice}`);
  const silentSec = seen.lastSeen === undefined ? Infinity : (seen.now.getTime() - seen.lastSeen.getTime()) / 1_000;
  if (silentSec >= seen.heartbeatTimeoutSec) return;
  const ago = `${Math.max(0, Math.round(silentSec))} s ago`;
  throw new Refusal(
    'conflict',
    `node ${nodeId} was heard of ${ago}; stop its agent and wait until it has been silent for ${seen.heartbeatTimeoutSec} s: ${advice}`,
  );
}

/** Whether a node has been approved: it has, or had, a token. */
export function isApproved(status: NodeStatus): boolean {
  return status === 'online' || status === 'offline' || status === 'disabled';
}

/** How long an undecided application reserves its name, in seconds. */
export const APPLICATION_SEC = 24 * 3_600;

/** Whether the name is free for a new application: the last one was rejected or not decided on in time. */
export function isFreeToApply(status: NodeStatus, appliedAt: Date, now: Date): boolean {
  if (status === 'rejected') return true;
  return status === 'pending_approval' && now.getTime() - appliedAt.getTime() > APPLICATION_SEC * 1_000;
}

/**
 * How long the coordinator may be without a tick before it counts as having been down, in seconds.
 *
 * It is half the heartbeat timeout, so that a gap of the coordinator and the time between two heartbeats do not add up
 * to the silence of a node. It is more than the two or three seconds between ticks.
 */
export function largestTickGapSec(heartbeatTimeoutSec: number): number {
  return Math.min(15, Math.max(4, heartbeatTimeoutSec / 2));
}

/** After two low heartbeats in a row a reply to a claim counts as lost. */
const LOW_BEATS = 2;

/**
 * The number of low heartbeats after which confirmed tasks count as lost as well: five minutes at the usual interval.
 *
 * A heartbeat does not say which tasks are running. After the reply to a report was lost, a node may seem to know all
 * its tasks, and only the continued low heartbeats show that it does not.
 */
const LOW_BEATS_OF_SHOWN = 10;

/** Which of a node's tasks may be redelivered to it after this many low heartbeats in a row. */
export function missedTasks(lowBeats: number): 'none' | 'unconfirmed' | 'any' {
  if (lowBeats < LOW_BEATS) return 'none';
  return lowBeats < LOW_BEATS_OF_SHOWN ? 'unconfirmed' : 'any';
}
