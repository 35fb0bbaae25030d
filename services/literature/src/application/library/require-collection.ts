import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import { hasCollection } from '../../persistence/library/collection-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { LibraryFilter } from '../../persistence/library/library-filter.ts';

/** Throws if the collection does not exist or the viewer may not see the collection. */
export async function requireCollection(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!(await hasCollection(db, viewer, id))) throw unknownCollection(id);
}

/** Throws if the filter contains an unknown collection. */
export async function requireCollections(
  db: Db,
  viewer: Viewer,
  { collection, directly_in }: Pick<LibraryFilter, 'collection' | 'directly_in'>,
): Promise<void> {
  for (const id of [collection, directly_in]) if (id !== undefined) await requireCollection(db, viewer, id);
}

export function unknownCollection(id: number): Refusal {
  return new Refusal('unknown', `there is no collection ${id}`);
}
