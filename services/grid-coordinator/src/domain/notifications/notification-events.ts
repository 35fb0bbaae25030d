import type { NotificationType } from '@almagest/contracts/grid';
import type { StuckReason } from './workflow-trouble.ts';

export interface NotificationContent {
  readonly type: NotificationType;
  readonly workflow: string | null;
  readonly nodeId: string | null;
  /** A sentence for people. */
  readonly message: string;
  /** The same information for programs. */
  readonly data: Readonly<Record<string, unknown>>;
}

export function workflowCompleted(
  workflow: string,
  { total, converged, failed }: { readonly total: number; readonly converged: number; readonly failed: number },
): NotificationContent {
  return {
    type: 'workflow.completed',
    workflow,
    nodeId: null,
    message: `workflow ${workflow} is completed: ${converged} of ${total} points converged, ${failed} failed`,
    data: { workflow, total, converged, failed },
  };
}

const STUCK_WORDS: Readonly<Record<StuckReason, string>> = {
  no_attempt_ends: 'no attempt has ended',
  no_node: 'no node could compute it and no attempt has ended',
};

export function workflowStuck(
  workflow: string,
  { reason, open, idleSec }: { readonly reason: StuckReason; readonly open: number; readonly idleSec: number },
): NotificationContent {
  const minutes = Math.floor(idleSec / 60);
  return {
    type: 'workflow.stuck',
    workflow,
    nodeId: null,
    message: `workflow ${workflow} is stuck: ${STUCK_WORDS[reason]} for ${minutes} min, and ${open} points are open`,
    data: { workflow, reason, open, idle_sec: Math.floor(idleSec) },
  };
}

export function workflowFailing(
  workflow: string,
  last: { readonly ended: number; readonly failed: number; readonly lastError: string | null },
): NotificationContent {
  const { ended, failed, lastError } = last;
  const why = lastError === null ? '' : `. Last error: ${lastError}`;
  return {
    type: 'workflow.failing',
    workflow,
    nodeId: null,
    message: `workflow ${workflow} is failing: ${failed} of its last ${ended} attempts failed${why}`,
    data: { workflow, attempts: ended, failed, last_error: lastError },
  };
}

export function nodeLost(
  nodeId: string,
  { offlineSince, tasks }: { readonly offlineSince: Date; readonly tasks: number },
): NotificationContent {
  const held = tasks === 1 ? 'Its task goes' : `Its ${tasks} tasks go`;
  return {
    type: 'node.lost',
    workflow: null,
    nodeId,
    message: `node ${nodeId} is lost: offline since ${offlineSince.toISOString()}${tasks === 0 ? '' : `. ${held} to other nodes`}`,
    data: { node_id: nodeId, offline_since: offlineSince.toISOString(), running_tasks: tasks },
  };
}

export function testNotification(): NotificationContent {
  return {
    type: 'notification.test',
    workflow: null,
    nodeId: null,
    message: 'this is a test notification of the grid coordinator',
    data: {},
  };
}
