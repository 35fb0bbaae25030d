import type { Tx } from '../../persistence/database.ts';
import { findUnsettled, lockPending } from '../../persistence/point-repository.ts';
import { hasUnreleased } from '../../persistence/seed-repository.ts';
import { setWorkflowStatus, type WorkflowState } from '../../persistence/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { Settlement } from './settlement.ts';

/** Points that are given up in one transaction; whoever asked goes on with the rest in another one. */
const GIVE_UP_BATCH = 500;

/**
 * How a workflow stands. `more_to_do`: points were given up or queued here, and others are left. `waits_for_release`:
 * nothing was done, because seeds have to be offered first; asking again changes nothing until they are.
 */
export type Standing = 'goes_on' | 'completed' | 'more_to_do' | 'waits_for_release';

/**
 * Looks whether a running workflow has come to its end, in the transaction of the change that may have ended it.
 *
 * When nothing is queued or running, no seed can come any more: points that still wait for one lose that strategy.
 * Completed is a workflow whose every point has converged or failed, with no seed left that has not been offered to
 * those that wait for one. The caller holds the workflow. `seedsUntil`: seeds stored later are not waited for, so that
 * imports which never cease do not keep a workflow from its end.
 */
export async function settleWorkflow(
  trx: Tx,
  workflow: WorkflowState,
  config: RunConfig,
  { seedsUntil }: { readonly seedsUntil?: Date } = {},
): Promise<Standing> {
  if (workflow.status !== 'running') return 'goes_on';
  for (;;) {
    const unsettled = await findUnsettled(trx, workflow.id);
    if (unsettled.queued || unsettled.running) return 'goes_on';
    if (unsettled.waits && (await hasUnreleased(trx, seedsUntil))) return 'waits_for_release';
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
