import type { Tx } from '../../persistence/database.ts';
import { findOutlook } from '../../persistence/point-repository.ts';
import { markReleased, type StoredSeed } from '../../persistence/seed-repository.ts';
import type { WorkflowState } from '../../persistence/workflow-repository.ts';
import type { RunConfig } from '../run-configs.ts';
import { releaseWaiting } from './release-waiting.ts';

/** Pages of waiting points that a report looks at itself; what is beyond goes to the worker. */
const PAGES_AT_ONCE = 2;

export interface Announcement {
  /** Points are left that the seeds were not offered to: the job of the worker has to go on. */
  readonly more: boolean;
  /** Points of the held workflow are queued or running. */
  readonly busy: boolean;
}

/**
 * Offers new seeds to the points that wait for one, in the transaction that stored them.
 *
 * Only the workflow that the caller holds is served here. When another one has waiting points, or this one has very
 * many, the seeds stay marked for the worker.
 */
export async function announceSeeds(
  trx: Tx,
  held: { workflow: WorkflowState; config: RunConfig } | undefined,
  seeds: readonly StoredSeed[],
): Promise<Announcement> {
  const names = seeds.map(({ name }) => name);
  const { here, elsewhere, busy } = await findOutlook(trx, held?.workflow.id, names);
  if (names.length === 0 || !(here || elsewhere)) return { more: false, busy };
  let complete = true;
  if (held !== undefined && here) {
    for (const seed of seeds)
      complete = (await releaseWaiting(trx, held.workflow, held.config, seed, PAGES_AT_ONCE)) && complete;
  }
  const more = elsewhere || !complete;
  if (!more) await markReleased(trx, names);
  return { more, busy };
}
