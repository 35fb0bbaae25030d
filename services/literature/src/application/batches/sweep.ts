import { setBackFutureLeases } from '../../persistence/batches/future-leases.ts';
import { foldWordCounts } from '../../persistence/retrieval/word-counts.ts';
import type { AgentRunner } from '../agent/agent-runner.ts';
import { requestDueLinks, type LinkDeps } from '../linked/import-linked.ts';
import { requestDueAlerts, type AlertDeps } from '../alerts/check-alert.ts';
import type { StartDeps } from './start-batch.ts';
import { listStaleBatches } from '../../persistence/batches/batch-repository.ts';

export interface SweepDeps extends StartDeps, AlertDeps, LinkDeps {
  readonly agents: AgentRunner;
}

/**
 * Enqueues jobs for batches, agent sessions and alerts that are waiting without a job. Also adds pending changes to the
 * word counts.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  await setBackFutureLeases(deps.db);
  await Promise.all([
    resumeBatches(deps),
    deps.agents.runWaiting(),
    requestDueAlerts(deps),
    requestDueLinks(deps),
    foldWordCounts(deps.db),
  ]);
}

/**
 * Enqueues jobs for runs without a worker. Each job gets a new name, because the queue would ignore a name that a dead
 * worker's job still uses.
 */
async function resumeBatches({ db, requestBatch }: StartDeps): Promise<void> {
  for (const { kind, run, seen } of await listStaleBatches(db)) requestBatch(kind, run, `${run}-${seen}`);
}
