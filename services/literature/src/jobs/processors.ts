import type { Processors } from '@almagest/service-kit/jobs';
import type { AgentRunner } from '../application/agent/agent-runner.ts';
import { checkAlert, type CheckDeps } from '../application/alerts/check-alert.ts';
import { importLinked, type ImportLinkedDeps } from '../application/linked/import-linked.ts';
import { runAssetBatch, type AssetBatchDeps } from '../application/batches/run-asset-batch.ts';
import { runMetaSync, type MetaSyncDeps } from '../application/batches/run-meta-sync.ts';
import { sweep, type SweepDeps } from '../application/batches/sweep.ts';
import { cleanUp, type CleanUpDeps } from '../application/papers/clean-up.ts';
import type { ChunkEmbedder } from '../application/retrieval/embed-chunks.ts';
import { indexOldPapers } from '../application/retrieval/index-paper.ts';
import type { OnDemandJobs, TimedJobs } from './catalogue.ts';

interface Runners {
  readonly agents: AgentRunner;
  readonly embedder: ChunkEmbedder;
}

export function timedProcessors(deps: SweepDeps & CleanUpDeps & Runners): Processors<TimedJobs> {
  return {
    sweep: () => sweep(deps),
    embedChunks: (_payload, signal) => deps.embedder.run(signal),
    indexOldPapers: (_payload, signal) => indexOldPapers(deps, signal),
    cleanUp: () => cleanUp(deps),
  };
}

export function onDemandProcessors(
  deps: AssetBatchDeps & CheckDeps & ImportLinkedDeps & MetaSyncDeps & Pick<Runners, 'agents'>,
): Processors<OnDemandJobs> {
  return {
    runMetaSync: ({ run }, signal) => runMetaSync(deps, run, signal),
    runAssetBatch: ({ run }, signal) => runAssetBatch(deps, run, signal),
    runAgent: () => deps.agents.runWaiting(),
    importLinked: ({ library }, signal) => importLinked(deps, library, signal),
    checkAlert: ({ alert }, signal) => checkAlert(deps, alert, signal),
  };
}
