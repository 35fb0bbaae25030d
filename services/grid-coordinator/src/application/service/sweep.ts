import { inTransaction } from '@almagest/service-kit/database';
import type { Logger } from '@almagest/service-kit/log';
import { foldCounts } from '../../persistence/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { hasUnreleased } from '../../persistence/seed-repository.ts';
import { listByStatus } from '../../persistence/workflow-repository.ts';
import { sweepSilentNodes } from '../nodes/sweep-nodes.ts';
import { releaseSeeds, type ReleaseDeps } from '../seeds/release-seeds.ts';
import { takeBackLost, type TakeBackDeps } from '../tasks/take-back-lost.ts';

export interface SweepDeps extends TakeBackDeps, ReleaseDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly heartbeatTimeoutSec: number;
  readonly onNodeChange: (nodeId: string) => void;
  /** Rings even while an earlier ring is unanswered: its worker may be dead. */
  readonly requestInitialise: (workflowId: number, turn: number) => void;
}

/** Finds every few seconds what nobody rang for: silent nodes, lost tasks, forgotten starts, workflows at their end. */
export async function sweep(deps: SweepDeps): Promise<void> {
  await sweepSilentNodes(deps);
  const takenBack = await takeBackLost(deps);
  if (takenBack > 0)
    deps.log.warn({ tasks: takenBack }, 'tasks were taken back: their node was lost or their time was over');
  for (const { id } of await listByStatus(deps.db, 'initializing')) deps.requestInitialise(id, Date.now());
  if ((await hasUnreleased(deps.db)) || (await listByStatus(deps.db, 'running')).length > 0) await releaseSeeds(deps);
  await inTransaction(deps.db, foldCounts);
}
