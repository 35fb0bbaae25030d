import { inTransaction } from '@almagest/service-kit/database';
import type { Logger } from '@almagest/service-kit/log';
import { foldCounts } from '../../persistence/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { hasUnreleased } from '../../persistence/seed-repository.ts';
import { correctFutureTimes } from '../../persistence/correct-future-times.ts';
import { listByStatus } from '../../persistence/workflow-repository.ts';
import { sweepSilentNodes } from '../nodes/sweep-nodes.ts';
import { reclaimLost, type ReclaimDeps } from '../tasks/reclaim-lost.ts';

export interface SweepDeps extends ReclaimDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
  /** Enqueues a job even while an earlier one seems to run: its worker may be dead. */
  readonly requestInitialise: (workflowId: number, turn: number) => void;
  readonly requestRelease: () => void;
}

/**
 * Finds every few seconds what no job was enqueued for: silent nodes, lost tasks, forgotten starts, workflows at their
 * end.
 *
 * It is short, and enqueues jobs for what may take longer. A step that fails does not keep the others from being taken.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const steps = [mendRows, sweepSilentNodes, reclaim, enqueueStarts, enqueueReleases, fold];
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step(deps);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, 'steps of the sweep failed');
  if (faults.length === 1) throw faults[0];
}

async function mendRows({ db }: SweepDeps): Promise<void> {
  await correctFutureTimes(db);
}

async function reclaim(deps: SweepDeps): Promise<void> {
  const reclaimed = await reclaimLost(deps);
  if (reclaimed > 0)
    deps.log.warn({ tasks: reclaimed }, 'tasks were reclaimed: their node was lost or their time was over');
}

async function enqueueStarts({ db, requestInitialise }: SweepDeps): Promise<void> {
  for (const { id } of await listByStatus(db, 'initializing')) requestInitialise(id, Date.now());
}

async function enqueueReleases({ db, requestRelease }: SweepDeps): Promise<void> {
  if ((await listByStatus(db, 'running')).length > 0 || (await hasUnreleased(db))) requestRelease();
}

async function fold({ db }: SweepDeps): Promise<void> {
  await inTransaction(db, foldCounts);
}
