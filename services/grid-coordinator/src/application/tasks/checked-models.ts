import { inTransaction } from '@almagest/service-kit/database';
import type { SeedStore } from '../../files/seed-store.ts';
import type { Db } from '../../persistence/database.ts';
import { markUnfit, type ModelVersion } from '../../persistence/models/model-repository.ts';

/** Aborts a transaction because it has chosen models whose files have not been checked recently. */
export class UncheckedModelsError extends Error {
  override readonly name = 'UncheckedModelsError';
  readonly models: readonly ModelVersion[];

  constructor(models: readonly ModelVersion[]) {
    super(`the files of ${models.length} models must be checked first`);
    this.models = models;
  }
}

/**
 * Each round checks the models that the previous round chose. More than two rounds are needed only if files are damaged
 * between rounds.
 */
const MAX_ROUNDS = 5;

/**
 * Repeats `work`, a transaction that chooses models, until all chosen files are known to be intact. For models with
 * unchecked files, `work` throws `UncheckedModelsError`. The files are then checked while no row is locked. A model
 * whose file is missing or damaged is marked unfit. Returns undefined if too many rounds are needed.
 */
export async function withCheckedModels<T>(
  { db, seeds }: { readonly db: Db; readonly seeds: Pick<SeedStore, 'isSound'> },
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UncheckedModelsError)) throw error;
      for (const model of error.models)
        if (!(await seeds.isSound(model))) await inTransaction(db, (trx) => markUnfit(trx, model));
    }
  }
  return undefined;
}
