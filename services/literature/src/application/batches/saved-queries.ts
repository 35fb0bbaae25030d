import type { SavedSyncQuery } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { deleteQuery, listQueries } from '../../persistence/batches/query-repository.ts';

/** Lists the queries of metadata synchronisations, most recent run first. */
export async function listSavedQueries({ db }: { readonly db: Db }): Promise<SavedSyncQuery[]> {
  return await listQueries(db);
}

export async function deleteSavedQuery({ db }: { readonly db: Db }, id: number): Promise<void> {
  if (!(await deleteQuery(db, id))) throw new Refusal('unknown', `there is no saved query ${id}`);
}
