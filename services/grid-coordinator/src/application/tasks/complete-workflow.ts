import type { Tx } from '../../persistence/database.ts';
import { findUnfinishedPoints, lockPending } from '../../persistence/point-repository.ts';
import { hasUnreleased } from '../../persistence/seed-repository.ts';
import { setWorkflowStatus, type WorkflowState } from '../../persistence/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';

/** Points that are given up in one transaction; whoever asked goes on with the rest in another one. */
const GIVE_UP_BATCH = 500;

/**
 * How a workflow stands. `more_to_do`: points were given up or queued here, and others are left. `waits_for_release`:
 * nothing was done, because seeds have to be offered first; asking again changes nothing until they are.
 */
export type CompletionState = 'goes_on' | 'completed' | 'more_to_do' | 'waits_for_release';

/**
 * Looks whether a running workflow has come to its end, in the transaction of the change that may have ended it.
 *
 * When nothing is queued or running, no seed can come any more: points that still wait for one lose that strategy.
 * Completed is a workflow whose every point has converged or failed, with no seed left that has not been offered to
 * those that wait for one. The caller holds the workflow. `seedsUntil`: seeds stored later are not waited for, so that
 * imports which never cease do not keep a workflow from its end.
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
      return 'completed';
    }
    const points = await lockPending(trx, workflow.id, GIVE_UP_BATCH);
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
