import { workflowCompleted } from '../../domain/notifications/notification-events.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { storeEvent } from '../../persistence/notifications/notification-outbox.ts';
import { findUnfinishedPoints, lockPending } from '../../persistence/points/point-repository.ts';
import { hasUnreleased } from '../../persistence/seeds/seed-repository.ts';
import { setWorkflowStatus, type WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';

/** The maximum number of points that are given up in one transaction. The caller continues in another transaction. */
const GIVE_UP_BATCH = 500;

/**
 * The state of a workflow. `more_to_do`: some points were given up or queued, and more points are left.
 * `waits_for_release`: nothing was done, because seeds must be offered first. Until then, calling again changes
 * nothing.
 */
export type CompletionState = 'goes_on' | 'completed' | 'more_to_do' | 'waits_for_release';

/**
 * Completes a running workflow if it is done. Runs in the transaction of the change that may have finished the
 * workflow.
 *
 * Without queued or running points, no new seed can appear, so waiting points lose their seed step. A workflow is
 * completed when each of its points has converged or failed, and every seed has been offered to the points that wait
 * for a seed. The caller has locked the workflow. `seedsUntil`: ignores seeds stored after this time, so that
 * continuous imports don't keep a workflow from completing.
 */
export async function completeWorkflow(
  trx: Tx,
  workflow: WorkflowState,
  config: RunConfig,
  { seedsUntil }: { readonly seedsUntil?: Date } = {},
): Promise<CompletionState> {
  if (workflow.status !== 'running') return 'goes_on';
  for (;;) {
    const unfinished = await findUnfinishedPoints(trx, workflow.id);
    if (unfinished.queued || unfinished.running) return 'goes_on';
    if (unfinished.waits && (await hasUnreleased(trx, seedsUntil))) return 'waits_for_release';
    if (!unfinished.pending) {
      await setWorkflowStatus(trx, workflow.id, 'completed');
      await storeEvent(trx, workflowCompleted(workflow.name, sumCounts(await readCounts(trx, workflow.id))));
      return 'completed';
    }
    const points = await lockPending(trx, workflow.id, GIVE_UP_BATCH);
    // All remaining points are held back.
    if (points.length === 0) return 'goes_on';
    const recorder = new OutcomeRecorder(trx);
    for (const point of points) {
      const seeds = await recorder.seedsFor(point, config, config.difficulty.maxSeedDistance);
      if (seeds.length > 0) recorder.release(point, config);
      else await recorder.giveUpWaiting(point, config);
    }
    await recorder.store();
    if (points.length === GIVE_UP_BATCH) return 'more_to_do';
  }
}
