import type { Tx } from '../../persistence/database.ts';
import { findWaiting } from '../../persistence/point-repository.ts';
import { markReleased, type StoredSeed } from '../../persistence/seed-repository.ts';
import type { WorkflowState } from '../../persistence/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { releaseWaiting } from './release-waiting.ts';

/** Pages of waiting points that a report looks at itself; what is beyond goes to the worker. */
const PAGES_AT_ONCE = 2;

/**
 * Offers new seeds to the points that wait for one, in the transaction that stored them.
 *
 * Only the workflow that the caller holds is served here. When another one has waiting points, or this one has very
 * many, the seed stays marked and the returned value asks for the job that goes on.
 */
export async function announceSeeds(
  trx: Tx,
  held: { workflow: WorkflowState; config: RunConfig } | undefined,
  seeds: readonly StoredSeed[],
): Promise<boolean> {
  if (seeds.length === 0) return false;
  const { here, elsewhere } = await findWaiting(trx, held?.workflow.id);
  let complete = true;
  if (held !== undefined && here) {
    for (const seed of seeds)
      complete = (await releaseWaiting(trx, held.workflow, held.config, seed, PAGES_AT_ONCE)) && complete;
  }
  if (elsewhere || !complete) return true;
  await markReleased(
    trx,
    seeds.map(({ name }) => name),
  );
  return false;
}
