import { listForsaken } from '../../persistence/batch-repository.ts';
import type { StartDeps } from './start-batch.ts';

/**
 * Rings again for runs that nobody works at. A bell that a dead worker has not answered drops further rings of its name
 * for a good while, so each of these has a name of its own.
 */
export async function resumeBatches({ db, requestBatch }: StartDeps): Promise<void> {
  for (const { kind, run, seen } of await listForsaken(db)) requestBatch(kind, run, `${run}-${seen}`);
}
