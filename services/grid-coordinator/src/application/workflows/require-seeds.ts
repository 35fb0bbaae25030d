import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { hasImportedModels } from '../../persistence/models/imported-model-repository.ts';

/**
 * Refuses to start an imported workflow before its models have become seeds. Otherwise, points would fail because they
 * have no seed.
 */
export async function requireSeeds(
  db: Db,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  if (await hasImportedModels(db, id))
    throw new Refusal(
      'conflict',
      `workflow ${name} is still being imported and some of its models are not seeds yet: try again when the import is done`,
    );
}
