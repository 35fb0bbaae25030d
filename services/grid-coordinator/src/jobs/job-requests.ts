import type { JobQueue } from '@almagest/service-kit/jobs';
import type { OnDemandJobs } from './catalogue.ts';

/**
 * What enqueues each job on demand. A job with the same id is dropped while one waits or runs; `turn` makes a further run
 * that is not: a job whose worker was killed keeps its id until it counts as stalled.
 */
export function jobRequests(onDemand: JobQueue<OnDemandJobs>) {
  const idOf = (row: string | number, turn: number | undefined) => (turn === undefined ? `${row}` : `${row}-${turn}`);
  return {
    requestInitialise: (workflowId: number, turn?: number) =>
      onDemand.enqueue('initialiseWorkflow', idOf(workflowId, turn), { workflowId }),
    requestAssetScan: () => onDemand.enqueue('scanAssets', 'all', {}),
    requestRelease: (turn?: number) =>
      onDemand.enqueue('releaseSeeds', turn === undefined ? 'all' : `turn-${turn}`, {}),
    // Not dropped while another one runs: that one may be waiting for a receiver that is silent.
    requestDeliveries: () => onDemand.enqueue('deliverNotifications', `turn-${Date.now()}`, {}),
    /** Enqueues the comparison of a workflow's models with their neighbours. */
    requestResiduals: (workflowId: number, turn?: number) =>
      onDemand.enqueue('measureResiduals', idOf(`residuals-${workflowId}`, turn), { workflowId }),
    /** Enqueues the comparison of second runs of points with the stored results. */
    requestCompare: (turn?: number) =>
      onDemand.enqueue('compareReproductions', turn === undefined ? 'all' : `turn-${turn}`, {}),
    /** Enqueues the job that interpolates the seeds of points. */
    requestSeeds: (turn?: number) => onDemand.enqueue('prepareSeeds', turn === undefined ? 'all' : `turn-${turn}`, {}),
    requestPurge: (turn?: number) => onDemand.enqueue('purgeDeleted', turn === undefined ? 'all' : `turn-${turn}`, {}),
    requestImport: (sha256: string, turn?: number) => onDemand.enqueue('importArchive', idOf(sha256, turn), { sha256 }),
  };
}
