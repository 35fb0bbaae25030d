import { setBackFutureLeases } from '../../persistence/batches/future-leases.ts';
import { foldWordCounts } from '../../persistence/retrieval/word-counts.ts';
import type { AgentRunner } from '../agent/agent-runner.ts';
import { requestDueAlerts, type AlertDeps } from '../alerts/check-alert.ts';
import { resumeBatches } from './resume-batches.ts';
import type { StartDeps } from './start-batch.ts';

export interface SweepDeps extends StartDeps, AlertDeps {
  readonly agents: AgentRunner;
}

/** Resumes batches, agent sessions and alerts that are waiting without a job, and folds the word counts. */
export async function sweep(deps: SweepDeps): Promise<void> {
  await setBackFutureLeases(deps.db);
  await Promise.all([resumeBatches(deps), deps.agents.runWaiting(), requestDueAlerts(deps), foldWordCounts(deps.db)]);
}
