import { Refusal } from '@almagest/service-kit/refusal';
import { hasCollection } from '../../persistence/collection-repository.ts';
import type { Db } from '../../persistence/database.ts';

/** Refuses a collection that is not known. */
export async function requireCollection(db: Db, id: number): Promise<void> {
  if (!(await hasCollection(db, id))) throw unknownCollection(id);
}

export function unknownCollection(id: number): Refusal {
  return new Refusal('unknown', `there is no collection ${id}`);
}
