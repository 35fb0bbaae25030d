import type { SeedStore } from '../../files/seed-store.ts';
import type { Db } from '../../persistence/database.ts';
import { markUnfit, type ModelVersion } from '../../persistence/model-repository.ts';

/** Ends a transaction that chose models whose files nobody has looked at lately. */
export class UncheckedModels extends Error {
  override readonly name = 'UncheckedModels';
  readonly models: readonly ModelVersion[];

  constructor(models: readonly ModelVersion[]) {
    super(`the files of ${models.length} models are to be checked first`);
    this.models = models;
  }
}

/** Each round checks what the last one chose; more than two are needed only when models go bad meanwhile. */
const MAX_ROUNDS = 5;

/**
 * Runs `work`, a transaction that chooses models, with files that are known to be there and whole: it throws
 * `UncheckedModels` for others, which are looked at here, while no row is locked. One that is gone or damaged is taken out
 * of the choice. Returns undefined when this does not come to an end.
 */
export async function withCheckedModels<T>(
  { db, seeds }: { readonly db: Db; readonly seeds: Pick<SeedStore, 'isSound'> },
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UncheckedModels)) throw error;
      for (const model of error.models) if (!(await seeds.isSound(model))) await markUnfit(db, model.id);
    }
  }
  return undefined;
}
