import { Refusal } from '@almagest/service-kit/refusal';
import { hasCollection } from '../../persistence/collection-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { LibraryFilter } from '../../persistence/library-filter.ts';

/** Refuses a collection that is not known. */
export async function requireCollection(db: Db, id: number): Promise<void> {
  if (!(await hasCollection(db, id))) throw unknownCollection(id);
}

/** Refuses a filter by a collection that is not known. */
export async function requireCollections(
  db: Db,
  { collection, directly_in }: Pick<LibraryFilter, 'collection' | 'directly_in'>,
): Promise<void> {
  for (const id of [collection, directly_in]) if (id !== undefined) await requireCollection(db, id);
}

export function unknownCollection(id: number): Refusal {
  return new Refusal('unknown', `there is no collection ${id}`);
}
