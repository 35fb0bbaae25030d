import { listForsaken } from '../../persistence/batch-repository.ts';
import type { StartDeps } from './start-batch.ts';

/** Rings again for runs that nobody works at. */
export async function resumeBatches({ db, requestBatch }: StartDeps): Promise<void> {
  for (const { kind, run } of await listForsaken(db)) requestBatch(kind, run);
}
