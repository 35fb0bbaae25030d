import type { Processors } from '@almagest/service-kit/jobs';
import { deliverNotifications, type DeliverDeps } from '../application/notifications/deliver-notifications.ts';
import { importArchive, type ImportArchiveDeps } from '../application/archives/import-archive.ts';
import type { ReproductionComparer } from '../application/reproductions/compare-reproductions.ts';
import type { ResidualMeasurer } from '../application/models/measure-residuals.ts';
import { scanAssets, type ScanAssetsDeps } from '../application/assets/scan-assets.ts';
import { cleanUp, type CleanUpDeps } from '../application/service/clean-up.ts';
import { purgeDeleted } from '../application/service/purge-deleted.ts';
import { sweep, type SweepDeps } from '../application/service/sweep.ts';
import { buildRelease, type BuildReleaseDeps } from '../application/releases/build-release.ts';
import type { SeedPreparer } from '../application/seeds/prepare-seeds.ts';
import type { SeedReleaser } from '../application/seeds/release-seeds.ts';
import { initialiseWorkflow, type InitialiseDeps } from '../application/workflows/initialise-workflow.ts';
import { recordProgress } from '../application/workflows/workflow-progress.ts';
import type { OnDemandJobs, TimedJobs } from './catalogue.ts';

export function timedProcessors(
  deps: SweepDeps & CleanUpDeps & { readonly requestAssetScan: () => void },
): Processors<TimedJobs> {
  return {
    sweep: () => sweep(deps),
    writeSnapshots: () => recordProgress(deps),
    // Runs as a separate job, because reading large files takes too long for a periodic job.
    requestAssetScan: async () => deps.requestAssetScan(),
    cleanUp: () => cleanUp(deps),
  };
}

export function onDemandProcessors(
  deps: InitialiseDeps &
    ScanAssetsDeps &
    CleanUpDeps &
    DeliverDeps &
    ImportArchiveDeps &
    BuildReleaseDeps & {
      readonly releaser: SeedReleaser;
      readonly residuals: ResidualMeasurer;
      readonly comparer: ReproductionComparer;
      readonly seedPreparer: SeedPreparer;
    },
): Processors<OnDemandJobs> {
  return {
    initialiseWorkflow: ({ workflowId }, signal) => initialiseWorkflow(deps, workflowId, signal),
    scanAssets: (_payload, signal) => scanAssets(deps, signal),
    releaseSeeds: () => deps.releaser.run(),
    deliverNotifications: (_payload, signal) => deliverNotifications(deps, signal),
    measureResiduals: ({ workflowId }) => deps.residuals.run(workflowId),
    compareReproductions: () => deps.comparer.run(),
    prepareSeeds: () => deps.seedPreparer.run(),
    purgeDeleted: () => purgeDeleted(deps),
    importArchive: ({ sha256 }) => importArchive(deps, sha256),
    buildRelease: ({ releaseId }) => buildRelease(deps, releaseId),
  };
}
