import type { Processors } from '@almagest/service-kit/jobs';
import { cleanUp, purgeDeleted, type CleanUpDeps } from '../application/service/clean-up.ts';
import { sweep, type SweepDeps } from '../application/service/sweep.ts';
import { releaseSeeds, type ReleaseDeps } from '../application/seeds/release-seeds.ts';
import { initialiseWorkflow, type InitialiseDeps } from '../application/workflows/initialise-workflow.ts';
import { writeSnapshots } from '../persistence/snapshot-repository.ts';
import type { GridJobs } from './catalogue.ts';

export type ProcessorsDeps = InitialiseDeps & ReleaseDeps & SweepDeps & CleanUpDeps;

/** Every kind of job and what runs it. */
export function processors(deps: ProcessorsDeps): Processors<GridJobs> {
  return {
    initialiseWorkflow: ({ workflowId }, signal) => initialiseWorkflow(deps, workflowId, signal),
    releaseSeeds: () => releaseSeeds(deps),
    purgeDeleted: () => purgeDeleted(deps),
    sweep: () => sweep(deps),
    writeSnapshots: () => writeSnapshots(deps.db),
    cleanUp: () => cleanUp(deps),
  };
}
