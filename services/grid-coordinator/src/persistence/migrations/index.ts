import { accountMigration, oidcMigration, passkeyMigration } from '@almagest/accounts';
import type { Migration } from 'kysely/migration';
import { migration as grid } from './0001-grid.ts';
import { migration as claimPlace } from './0002-claim-place.ts';
import { migration as fewerIndexes } from './0003-fewer-indexes.ts';
import { migration as modelVersions } from './0004-model-versions.ts';
import { migration as copySeeds } from './0005-copy-seeds.ts';
import { migration as recordsOfAttempts } from './0006-records-of-attempts.ts';
import { migration as workflowTurns } from './0007-workflow-turns.ts';
import { migration as nodeDoubts } from './0008-node-doubts.ts';
import { migration as retiredPoints } from './0009-retired-points.ts';
import { migration as typedStages } from './0010-typed-stages.ts';
import { migration as completeExpansions } from './0011-complete-expansions.ts';
import { migration as unfitPoints } from './0012-unfit-points.ts';
import { migration as reclaimed } from './0013-reclaimed.ts';
import { migration as serviceOrder } from './0014-service-order.ts';
import { migration as artifacts } from './0015-artifacts.ts';
import { migration as failureGroups } from './0016-failure-groups.ts';
import { migration as seedDirections } from './0017-seed-directions.ts';
import { migration as attemptCounts } from './0018-attempt-counts.ts';
import { migration as notifications } from './0019-notifications.ts';
import { migration as archiveImports } from './0020-archive-imports.ts';
import { migration as provenance } from './0021-provenance.ts';
import { migration as scheduling } from './0022-scheduling.ts';
import { migration as cancelledTasks } from './0023-cancelled-tasks.ts';
import { migration as taskDurations } from './0024-task-durations.ts';
import { migration as judgements } from './0025-judgements.ts';
import { migration as rejectedModels } from './0026-rejected-models.ts';
import { migration as modelResiduals } from './0027-model-residuals.ts';
import { migration as changedPoints } from './0028-changed-points.ts';
import { migration as changedPointsIndex } from './0029-changed-points-index.ts';
import { migration as importedModels } from './0030-imported-models.ts';
import { migration as assetVersions } from './0031-asset-versions.ts';
import { migration as failureRules } from './0032-failure-rules.ts';
import { migration as usedAssets } from './0033-used-assets.ts';
import { migration as claimResume } from './0034-claim-resume.ts';
import { migration as unconvergedModels } from './0035-unconverged-models.ts';
import { migration as unconvergedModelIndex } from './0036-unconverged-model-index.ts';
import { migration as lineageOfModels } from './0037-lineage-of-models.ts';
import { migration as lineageOfTasks } from './0038-lineage-of-tasks.ts';
import { migration as nodeRegistrations } from './0039-node-registrations.ts';
import { migration as endedTasksOfNodes } from './0040-ended-tasks-of-nodes.ts';
import { migration as reproductions } from './0041-reproductions.ts';
import { migration as endedReproductions } from './0042-ended-reproductions.ts';
import { migration as pointsOfGroups } from './0043-points-of-groups.ts';
import { migration as untriedPoints } from './0044-untried-points.ts';
import { migration as preparedSeeds } from './0045-prepared-seeds.ts';
import { migration as untriedPointsByName } from './0046-untried-points-by-name.ts';
import { migration as listsWithStatus } from './0047-lists-with-status.ts';
import { migration as listsOfFailedPoints } from './0048-lists-of-failed-points.ts';
import { migration as importFaults } from './0049-import-faults.ts';
import { migration as pointsOfNodes } from './0050-points-of-nodes.ts';
import { migration as spectrumAttempts } from './0051-spectrum-attempts.ts';
import { migration as products } from './0052-products.ts';
import { migration as nodeInstances } from './0053-node-instances.ts';
import { migration as releases } from './0054-releases.ts';
import { migration as partsOfResiduals } from './0055-parts-of-residuals.ts';
import { migration as joinKeys } from './0056-join-keys.ts';
import { migration as nodeSamples } from './0057-node-samples.ts';
import { migration as nodeMachines } from './0059-node-machines.ts';
import { migration as fewerPointIndexes } from './0060-fewer-point-indexes.ts';
import { migration as taskLogs } from './0064-task-logs.ts';
import { migration as placesOfResiduals } from './0065-places-of-residuals.ts';
import { migration as cancellationsOfReclaimedTasks } from './0066-cancellations-of-reclaimed-tasks.ts';

/** Numbered, forward only. */
export const migrations: Record<string, Migration> = {
  '0001-grid': grid,
  '0002-claim-place': claimPlace,
  '0003-fewer-indexes': fewerIndexes,
  '0004-model-versions': modelVersions,
  '0005-copy-seeds': copySeeds,
  '0006-records-of-attempts': recordsOfAttempts,
  '0007-workflow-turns': workflowTurns,
  '0008-node-doubts': nodeDoubts,
  '0009-retired-points': retiredPoints,
  '0010-typed-stages': typedStages,
  '0011-complete-expansions': completeExpansions,
  '0012-unfit-points': unfitPoints,
  '0013-reclaimed': reclaimed,
  '0014-service-order': serviceOrder,
  '0015-artifacts': artifacts,
  '0016-failure-groups': failureGroups,
  '0017-seed-directions': seedDirections,
  '0018-attempt-counts': attemptCounts,
  '0019-notifications': notifications,
  '0020-archive-imports': archiveImports,
  '0021-provenance': provenance,
  '0022-scheduling': scheduling,
  '0023-cancelled-tasks': cancelledTasks,
  '0024-task-durations': taskDurations,
  '0025-judgements': judgements,
  '0026-rejected-models': rejectedModels,
  '0027-model-residuals': modelResiduals,
  '0028-changed-points': changedPoints,
  '0029-changed-points-index': changedPointsIndex,
  '0030-imported-models': importedModels,
  '0031-asset-versions': assetVersions,
  '0032-failure-rules': failureRules,
  '0033-used-assets': usedAssets,
  '0034-claim-resume': claimResume,
  '0035-unconverged-models': unconvergedModels,
  '0036-unconverged-model-index': unconvergedModelIndex,
  '0037-lineage-of-models': lineageOfModels,
  '0038-lineage-of-tasks': lineageOfTasks,
  '0039-node-registrations': nodeRegistrations,
  '0040-ended-tasks-of-nodes': endedTasksOfNodes,
  '0041-reproductions': reproductions,
  '0042-ended-reproductions': endedReproductions,
  '0043-points-of-groups': pointsOfGroups,
  '0044-untried-points': untriedPoints,
  '0045-prepared-seeds': preparedSeeds,
  '0046-untried-points-by-name': untriedPointsByName,
  '0047-lists-with-status': listsWithStatus,
  '0048-lists-of-failed-points': listsOfFailedPoints,
  '0049-import-faults': importFaults,
  '0050-points-of-nodes': pointsOfNodes,
  '0051-spectrum-attempts': spectrumAttempts,
  '0052-products': products,
  '0053-node-instances': nodeInstances,
  '0054-releases': releases,
  '0055-parts-of-residuals': partsOfResiduals,
  '0056-join-keys': joinKeys,
  '0057-node-samples': nodeSamples,
  '0058-accounts': accountMigration,
  '0059-node-machines': nodeMachines,
  '0060-fewer-point-indexes': fewerPointIndexes,
  '0062-oidc': oidcMigration,
  '0063-passkeys': passkeyMigration,
  '0064-task-logs': taskLogs,
  '0065-places-of-residuals': placesOfResiduals,
  '0066-cancellations-of-reclaimed-tasks': cancellationsOfReclaimedTasks,
};
