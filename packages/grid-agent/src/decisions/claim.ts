import type { ClaimReply, TaskSpec } from '@almagest/contracts/grid';

/** What this node already knows about tasks at the moment a claim is answered. */
export interface Known {
  isRunning(taskId: string): boolean;
  /** Its report lies in the spool. */
  isSpooled(taskId: string): boolean;
  /** Its report was taken by the coordinator while the claim was under way. */
  wasJustDelivered(taskId: string): boolean;
}

export type ClaimDecision =
  | { readonly kind: 'run'; readonly task: TaskSpec }
  | { readonly kind: 'report-again'; readonly taskId: string }
  | { readonly kind: 'ignore'; readonly taskId: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'disabled' };

/**
 * Decides what an answered claim means. The coordinator hands out a task again while it believes that its answer to the
 * first claim was lost, so the same task may arrive twice: running it twice would waste hours and mix two results.
 */
export function decideAfterClaim({ status, task }: ClaimReply, known: Known): ClaimDecision {
  if (status === 'disabled') return { kind: 'disabled' };
  if (status === 'empty' || task === null) return { kind: 'wait' };
  const taskId = task.task_id;
  if (known.isRunning(taskId)) return { kind: 'ignore', taskId };
  if (known.isSpooled(taskId)) return { kind: 'report-again', taskId };
  if (known.wasJustDelivered(taskId)) return { kind: 'ignore', taskId };
  return { kind: 'run', task };
}
