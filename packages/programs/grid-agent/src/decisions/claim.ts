import type { ClaimReply, TaskSpec } from '@almagest/contracts/grid';

/** The node's knowledge about a claimed task when the reply arrives. */
export interface LocalTasks {
  isRunning(taskId: string): boolean;
  isSpooled(taskId: string): boolean;
  /** Whether the task's report was delivered while the claim was in flight. */
  wasJustDelivered(taskId: string): boolean;
}

export type ClaimDecision =
  | { readonly kind: 'run'; readonly task: TaskSpec }
  | { readonly kind: 'report-again'; readonly taskId: string }
  | { readonly kind: 'ignore'; readonly taskId: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'disabled' };

/**
 * Decides what to do after a claim. The coordinator redelivers a task if the reply to the first claim seems lost, so a
 * task may arrive twice. Running it twice would waste hours and mix two results.
 */
export function decideAfterClaim({ status, task }: ClaimReply, known: LocalTasks): ClaimDecision {
  if (status === 'disabled') return { kind: 'disabled' };
  if (status !== 'ok') return { kind: 'wait' };
  const taskId = task.task_id;
  if (known.isRunning(taskId)) return { kind: 'ignore', taskId };
  if (known.isSpooled(taskId)) return { kind: 'report-again', taskId };
  if (known.wasJustDelivered(taskId)) return { kind: 'ignore', taskId };
  return { kind: 'run', task };
}
