import type { Processors } from '@almagest/service-kit/jobs';
import { cleanUp, purgeDeleted, type CleanUpDeps } from '../application/service/clean-up.ts';
import { sweep, type SweepDeps } from '../application/service/sweep.ts';
import type { SeedReleaser } from '../application/seeds/release-seeds.ts';
import { initialiseWorkflow, type InitialiseDeps } from '../application/workflows/initialise-workflow.ts';
import { recordProgress } from '../application/workflows/workflow-progress.ts';
import type { OnDemandJobs, TimedJobs } from './catalogue.ts';

/** Every kind of job that runs by itself and what runs it. */
export function timedProcessors(deps: SweepDeps & CleanUpDeps): Processors<TimedJobs> {
  return {
    sweep: () => sweep(deps),
    writeSnapshots: () => recordProgress(deps),
    cleanUp: () => cleanUp(deps),
  };
}

/** Every kind of job that is enqueued when a row waits, and what runs it. */
export function onDemandProcessors(
  deps: InitialiseDeps & CleanUpDeps & { readonly releaser: SeedReleaser },
): Processors<OnDemandJobs> {
  return {
    initialiseWorkflow: ({ workflowId }, signal) => initialiseWorkflow(deps, workflowId, signal),
    releaseSeeds: () => deps.releaser.run(),
    purgeDeleted: () => purgeDeleted(deps),
  };
}
