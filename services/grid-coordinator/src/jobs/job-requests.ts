import type { JobQueue } from '@almagest/service-kit/jobs';
import type { OnDemandJobs } from './catalogue.ts';

/**
 * Returns the functions that enqueue on-demand jobs. A job is dropped while a job with the same id waits or runs.
 * `turn` gives a run its own id, because a job whose worker was killed keeps its id until it counts as stalled.
 */
export function jobRequests(onDemand: JobQueue<OnDemandJobs>) {
  const idOf = (row: string | number, turn: number | undefined) => (turn === undefined ? `${row}` : `${row}-${turn}`);
  return {
    requestInitialise: (workflowId: number, turn?: number) =>
      onDemand.enqueue('initialiseWorkflow', idOf(workflowId, turn), { workflowId }),
    requestAssetScan: () => onDemand.enqueue('scanAssets', 'all', {}),
    requestRelease: (turn?: number) =>
      onDemand.enqueue('releaseSeeds', turn === undefined ? 'all' : `turn-${turn}`, {}),
    // Uses a new id each time, because the running job may be waiting for a receiver that doesn't answer.
    requestDeliveries: () => onDemand.enqueue('deliverNotifications', `turn-${Date.now()}`, {}),
    /** Enqueues the comparison of a workflow's models with their neighbours. */
    requestResiduals: (workflowId: number, turn?: number) =>
      onDemand.enqueue('measureResiduals', idOf(`residuals-${workflowId}`, turn), { workflowId }),
    /** Enqueues the comparison of reproductions with the stored results. */
    requestCompare: (turn?: number) =>
      onDemand.enqueue('compareReproductions', turn === undefined ? 'all' : `turn-${turn}`, {}),
    /** Enqueues the job that interpolates seeds. */
    requestSeeds: (turn?: number) => onDemand.enqueue('prepareSeeds', turn === undefined ? 'all' : `turn-${turn}`, {}),
    requestBuild: (releaseId: number, turn?: number) =>
      onDemand.enqueue('buildRelease', idOf(`release-${releaseId}`, turn), { releaseId }),
    requestPurge: (turn?: number) => onDemand.enqueue('purgeDeleted', turn === undefined ? 'all' : `turn-${turn}`, {}),
    requestImport: (sha256: string, turn?: number) => onDemand.enqueue('importArchive', idOf(sha256, turn), { sha256 }),
  };
}
