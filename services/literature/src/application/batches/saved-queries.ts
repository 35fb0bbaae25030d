import { recordAudit } from '@almagest/accounts';
import type { SavedSyncQuery } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { deleteQuery, listQueries } from '../../persistence/batches/query-repository.ts';

/** Lists the queries of metadata synchronisations, most recently run first. */
export async function listSavedQueries({ db }: { readonly db: Db }): Promise<SavedSyncQuery[]> {
  return await listQueries(db);
}

export async function deleteSavedQuery({ db }: { readonly db: Db }, id: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await deleteQuery(trx, id))) throw new Refusal('unknown', `there is no saved query ${id}`);
    await recordAudit(trx, { object: `saved query ${id}` });
  });
}
