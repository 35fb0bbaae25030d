import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { hasImportedModels } from '../../persistence/imported-model-repository.ts';

/** Refuses work on an imported workflow while points would fail for want of a seed that has come with it. */
export async function requireSeeds(
  db: Db,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  if (await hasImportedModels(db, id))
    throw new Refusal(
      'conflict',
      `workflow ${name} is being imported, its models are not all seeds yet; try again when the import is done`,
    );
}
