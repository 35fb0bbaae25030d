import { listStaleBatches } from '../../persistence/batches/batch-repository.ts';
import type { StartDeps } from './start-batch.ts';

/**
 * Enqueues jobs for runs without a worker. The queue ignores a job whose name is still used by the job of a dead
 * worker, so each of these jobs gets a new name.
 */
export async function resumeBatches({ db, requestBatch }: StartDeps): Promise<void> {
  for (const { kind, run, seen } of await listStaleBatches(db)) requestBatch(kind, run, `${run}-${seen}`);
}
