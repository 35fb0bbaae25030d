import { listStaleBatches } from '../../persistence/batch-repository.ts';
import type { StartDeps } from './start-batch.ts';

/**
 * Enqueues jobs again for runs that nobody works at. A job that a dead worker has not ended drops further ones of its name
 * for a good while, so each of these has a name of its own.
 */
export async function resumeBatches({ db, requestBatch }: StartDeps): Promise<void> {
  for (const { kind, run, seen } of await listStaleBatches(db)) requestBatch(kind, run, `${run}-${seen}`);
}
