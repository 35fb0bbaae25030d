import type { Tx } from '../../persistence/database.ts';
import type { PendingWork } from '../../persistence/tasks/pending-work.ts';
import { markReleased, type StoredSeed } from '../../persistence/seeds/seed-repository.ts';
import type { WorkflowState } from '../../persistence/workflows/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { releaseWaiting } from './release-waiting.ts';

/** The number of pages of waiting points that a report handles itself. The worker handles the remaining pages. */
const PAGES_AT_ONCE = 2;

/**
 * Offers new seeds to waiting points in the transaction that stored the seeds. Returns whether some waiting points were
 * not reached. In this case, the worker's job has to continue.
 *
 * Considers only points of the workflow that the caller has locked. If other workflows have waiting points, or this
 * workflow has very many waiting points, the seeds stay marked for the worker.
 */
export async function offerSeeds(
  trx: Tx,
  held: { workflow: WorkflowState; config: RunConfig } | undefined,
  seeds: readonly StoredSeed[],
  pendingWork: readonly PendingWork[],
): Promise<boolean> {
  const waiting = pendingWork.filter(({ waits }) => waits).map(({ id }) => id);
  if (seeds.length === 0 || waiting.length === 0) return false;
  let complete = true;
  if (held !== undefined && waiting.includes(held.workflow.id)) {
    for (const seed of seeds)
      complete =
        (await releaseWaiting(trx, held.workflow, held.config, { seed, after: '', maxPages: PAGES_AT_ONCE })) ===
          null && complete;
  }
  const more = !complete || waiting.some((id) => id !== held?.workflow.id);
  if (!more) await markReleased(trx, seeds);
  return more;
}
