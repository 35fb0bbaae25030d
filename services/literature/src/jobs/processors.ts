import type { Processors } from '@almagest/service-kit/jobs';
import type { AgentRunner } from '../application/agent/agent-runner.ts';
import { resumeBatches } from '../application/batches/resume-batches.ts';
import { runAssetBatch, type AssetBatchDeps } from '../application/batches/run-asset-batch.ts';
import { runMetaSync, type MetaSyncDeps } from '../application/batches/run-meta-sync.ts';
import type { StartDeps } from '../application/batches/start-batch.ts';
import { cleanUp } from '../application/papers/clean-up.ts';
import type { LiteratureJobs } from './catalogue.ts';

export type ProcessorsDeps = AssetBatchDeps & MetaSyncDeps & StartDeps & { readonly agents: AgentRunner };

/** Every kind of job and what runs it. */
export function processors(deps: ProcessorsDeps): Processors<LiteratureJobs> {
  return {
    runMetaSync: ({ run }, signal) => runMetaSync(deps, run, signal),
    runAssetBatch: ({ run }, signal) => runAssetBatch(deps, run, signal),
    runAgent: () => deps.agents.look(),
    sweep: () => Promise.all([resumeBatches(deps), deps.agents.look()]),
    cleanUp: () => cleanUp(deps),
  };
}
