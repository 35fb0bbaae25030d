import { currentRequest, recordAudit, type AccountTransaction } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { listDisplayNames } from '../../persistence/people/group-repository.ts';
import { deleteRemoved, readOwnData, removeOwner } from '../../persistence/people/removed-owners.ts';
import type { PeopleDeps } from './find-viewer.ts';

/** Transfers a removed person's shared work to the administrator who removes the person. */
export async function keepSharedWork(trx: AccountTransaction, accountId: string): Promise<void> {
  await removeOwner(trx, accountId, currentRequest()?.actor.accountId ?? null);
}

/** Deletes the private data of people who were removed long ago. */
export async function forgetRemovedPeople(db: Db, ageSec: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const people = await deleteRemoved(trx, ageSec);
    if (people > 0) await recordAudit(trx, { job: 'cleanUp', object: `data of ${people} removed people` });
  });
}

export async function exportOwnData(
  { db }: PeopleDeps,
  { ownerId }: Viewer,
): Promise<{ owner: string; data: Record<string, unknown[]> }> {
  if (ownerId === null)
    throw new Refusal('conflict', 'the built-in account has no personal data. Export the library instead');
  const owner = (await listDisplayNames(db, [ownerId])).get(ownerId) ?? '';
  return { owner, data: await inTransaction(db, (trx) => readOwnData(trx, ownerId)) };
}
