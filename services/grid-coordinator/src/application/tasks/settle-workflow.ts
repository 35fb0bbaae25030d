import type { Tx } from '../../persistence/database.ts';
import { findUnsettled, lockPending } from '../../persistence/point-repository.ts';
import { hasUnreleased } from '../../persistence/seed-repository.ts';
import { setWorkflowStatus, type WorkflowState } from '../../persistence/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { Settlement } from './settlement.ts';

/** Points that are given up in one transaction; the sweep goes on with the rest. */
const GIVE_UP_BATCH = 500;

export type Standing = 'goes_on' | 'completed' | 'more_to_do';

/**
 * Looks whether a running workflow has come to its end, in the transaction of the change that may have ended it.
 *
 * When nothing is queued or running, no seed can come any more: points that still wait for one lose that strategy.
 * Completed is a workflow whose every point has converged or failed, with no seed left whose surroundings have not been
 * searched for points to arm. The caller holds the workflow.
 */
export async function settleWorkflow(trx: Tx, workflow: WorkflowState, config: RunConfig): Promise<Standing> {
  if (workflow.status !== 'running') return 'goes_on';
  for (;;) {
    const unsettled = await findUnsettled(trx, workflow.id);
    if (unsettled.queued || unsettled.running) return 'goes_on';
    if (await hasUnreleased(trx)) return 'more_to_do';
    if (!unsettled.pending) {
      await setWorkflowStatus(trx, workflow.id, 'completed');
      return 'completed';
    }
    const points = await lockPending(trx, workflow.id, GIVE_UP_BATCH);
    const settlement = new Settlement(trx);
    for (const point of points) {
      const seeds = await settlement.seedsFor(point, config, config.difficulty.maxSeedDistance);
      if (seeds.length > 0) settlement.release(point, config);
      else await settlement.giveUpWaiting(point, config);
    }
    await settlement.store();
    if (points.length === GIVE_UP_BATCH) return 'more_to_do';
  }
}
