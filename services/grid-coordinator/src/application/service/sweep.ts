import { inTransaction } from '@almagest/service-kit/database';
import type { Logger } from '@almagest/service-kit/log';
import { foldCounts } from '../../persistence/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { hasUnreleased } from '../../persistence/seed-repository.ts';
import { mendTimes } from '../../persistence/mend-times.ts';
import { listByStatus } from '../../persistence/workflow-repository.ts';
import { sweepSilentNodes } from '../nodes/sweep-nodes.ts';
import { takeBackLost, type TakeBackDeps } from '../tasks/take-back-lost.ts';

export interface SweepDeps extends TakeBackDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
  /** Rings even while an earlier ring is unanswered: its worker may be dead. */
  readonly requestInitialise: (workflowId: number, turn: number) => void;
  readonly requestRelease: () => void;
}

/**
 * Finds every few seconds what nobody rang for: silent nodes, lost tasks, forgotten starts, workflows at their end.
 *
 * It is short, and rings for what may take longer. A step that fails does not keep the others from being taken.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const steps = [mendRows, sweepSilentNodes, takeBack, ringForStarts, ringForSeeds, fold];
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
  await mendTimes(db);
}

async function takeBack(deps: SweepDeps): Promise<void> {
  const takenBack = await takeBackLost(deps);
  if (takenBack > 0)
    deps.log.warn({ tasks: takenBack }, 'tasks were taken back: their node was lost or their time was over');
}

async function ringForStarts({ db, requestInitialise }: SweepDeps): Promise<void> {
  for (const { id } of await listByStatus(db, 'initializing')) requestInitialise(id, Date.now());
}

async function ringForSeeds({ db, requestRelease }: SweepDeps): Promise<void> {
  if ((await listByStatus(db, 'running')).length > 0 || (await hasUnreleased(db))) requestRelease();
}

async function fold({ db }: SweepDeps): Promise<void> {
  await inTransaction(db, foldCounts);
}
