import { recordAudit } from '@almagest/accounts';
import type { ObjectSharing, SharedKind, SharingChange } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import type { Tx } from '../../persistence/database.ts';
import { findCollection, lockTree, shareCollections } from '../../persistence/library/collection-repository.ts';
import { lockGroup } from '../../persistence/people/group-repository.ts';
import { setSharing, type SharedTable } from '../../persistence/people/visibility.ts';
import { isId } from '../agent/known-session.ts';
import type { PeopleDeps } from './find-viewer.ts';
import { unknownGroup } from './manage-groups.ts';
import { requireAccess } from './require-access.ts';

const TABLES: Readonly<Record<SharedKind, SharedTable>> = {
  note: 'note',
  collection: 'collection',
  alert: 'alert',
  session: 'agent_session',
};

/** Shares one of the viewer's objects, or stops sharing it. */
export async function shareObject(
  { db }: PeopleDeps,
  viewer: Viewer,
  { kind, id, sharing }: SharingChange,
): Promise<{ done: true }> {
  const isKnown = kind === 'session' ? isId(id) : /^[1-9][0-9]{0,8}$/.test(id);
  if (!isKnown) throw new Refusal('unknown', `there is no ${kind} ${id.slice(0, 80).toWellFormed()}`);
  const table = TABLES[kind];
  await inTransaction(db, async (trx) => {
    if (kind === 'collection') await lockTree(trx);
    await requireAccess(trx, viewer, { table, id }, 'own');
    const columns = await columnsOf(trx, viewer, sharing);
    if (kind === 'collection') await shareTree(trx, Number(id), columns);
    else await setSharing(trx, table, id, columns);
    await recordAudit(trx, { object: `${kind} ${id}`, detail: { sharing } });
  });
  return { done: true };
}

type SharingColumns = Pick<Ownership, 'sharing' | 'shared_group'>;

/** Returns the columns for the requested sharing. Only administrators may share with groups that they are not in. */
async function columnsOf(trx: Tx, viewer: Viewer, sharing: ObjectSharing | null): Promise<SharingColumns> {
  if (sharing === null) return { sharing: null, shared_group: null };
  if (sharing.with === 'everyone') return { sharing: 'everyone_reads', shared_group: null };
  const { group_id: group, access } = sharing;
  const isOwnGroup = viewer.groups.has(group) || viewer.isAdministrator;
  if (!isOwnGroup || (await lockGroup(trx, group)) === undefined) throw unknownGroup(group);
  return { sharing: access === 'edit' ? 'group_edits' : 'group_reads', shared_group: group };
}

async function shareTree(trx: Tx, id: number, columns: SharingColumns): Promise<void> {
  const collection = await findCollection(trx, id);
  if (collection !== undefined && collection.parent_id !== null)
    throw new Refusal('conflict', `collection ${id} is inside another collection. Share the outermost collection`);
  await shareCollections(trx, id, columns);
}
