import type { GroupRole, PersonGroup } from '@almagest/contracts/literature';
import { recordAudit } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import {
  deleteGroup,
  findUserName,
  insertGroup,
  listGroups,
  lockGroup,
  removeMember,
  renameGroup,
  setMember,
} from '../../persistence/people/group-repository.ts';
import type { PeopleDeps } from './find-viewer.ts';

/** Lists the groups of the viewer. Administrators see all groups. */
export async function readGroups({ db }: PeopleDeps, viewer: Viewer): Promise<PersonGroup[]> {
  const rows = await listGroups(db, viewer.isAdministrator ? undefined : [...viewer.groups.keys()]);
  return rows.map((row) => ({ ...row, members: [...row.members] }));
}

export async function createGroup({ db }: PeopleDeps, name: string): Promise<PersonGroup> {
  const trimmed = name.trim();
  const id = await inTransaction(db, async (trx) => {
    const created = await insertGroup(trx, trimmed);
    if (created === undefined) throw nameTaken(trimmed);
    await recordAudit(trx, { object: `group ${trimmed}` });
    return created;
  });
  return await readGroup(db, id);
}

export async function changeGroupName({ db }: PeopleDeps, id: number, name: string): Promise<PersonGroup> {
  const trimmed = name.trim();
  return await onGroup(db, id, async (trx, before) => {
    if (!(await renameGroup(trx, id, trimmed))) throw nameTaken(trimmed);
    await recordAudit(trx, { object: `group ${before}`, detail: { name: { from: before, to: trimmed } } });
  });
}

export async function removeGroup({ db }: PeopleDeps, id: number): Promise<{ done: true }> {
  await inTransaction(db, async (trx) => {
    const name = await requireGroup(trx, id);
    await deleteGroup(trx, id);
    await recordAudit(trx, { object: `group ${name}` });
  });
  return { done: true };
}

export async function addMember(
  { db }: PeopleDeps,
  id: number,
  accountId: string,
  role: GroupRole,
): Promise<PersonGroup> {
  return await onGroup(db, id, async (trx, name) => {
    const person = await requirePersonName(trx, accountId);
    await setMember(trx, id, accountId, role);
    await recordAudit(trx, { object: `group ${name}`, detail: { person, role } });
  });
}

export async function dropMember({ db }: PeopleDeps, id: number, accountId: string): Promise<PersonGroup> {
  return await onGroup(db, id, async (trx, name) => {
    const person = await requirePersonName(trx, accountId);
    if (!(await removeMember(trx, id, accountId)))
      throw new Refusal('unknown', `${person} is not a member of the group ${name}`);
    await recordAudit(trx, { object: `group ${name}`, detail: { person, role: null } });
  });
}

async function onGroup(db: Db, id: number, change: (trx: Tx, name: string) => Promise<void>): Promise<PersonGroup> {
  await inTransaction(db, async (trx) => await change(trx, await requireGroup(trx, id)));
  return await readGroup(db, id);
}

async function readGroup(db: Db, id: number): Promise<PersonGroup> {
  const [row] = await listGroups(db, [id]);
  if (row === undefined) throw unknownGroup(id);
  return { ...row, members: [...row.members] };
}

async function requireGroup(trx: Tx, id: number): Promise<string> {
  const name = await lockGroup(trx, id);
  if (name === undefined) throw unknownGroup(id);
  return name;
}

async function requirePersonName(trx: Tx, accountId: string): Promise<string> {
  const name = await findUserName(trx, accountId);
  if (name === undefined) throw new Refusal('unknown', 'there is no such person');
  return name;
}

export function unknownGroup(id: number): Refusal {
  return new Refusal('unknown', `there is no group ${id}`);
}

function nameTaken(name: string): Refusal {
  return new Refusal('conflict', `there is already a group ${name.slice(0, 80).toWellFormed()}`);
}
