import type { PersonIdentity } from '@almagest/accounts';
import { BUILT_IN, type Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { findRole, listGroupsOf } from '../../persistence/people/group-repository.ts';

export interface PeopleDeps {
  readonly db: Db;
}

/** Returns a person as the owner of data. */
export async function viewerOf({ db }: PeopleDeps, { id, role }: Pick<PersonIdentity, 'id' | 'role'>): Promise<Viewer> {
  return { ownerId: id, isAdministrator: role === 'administrator', groups: await listGroupsOf(db, id) };
}

/** Returns the person of an account, or undefined if the person may no longer use the service. Null is the built-in one. */
export async function findViewer({ db }: PeopleDeps, accountId: string | null): Promise<Viewer | undefined> {
  if (accountId === null) return BUILT_IN;
  const role = await findRole(db, accountId);
  return role === undefined ? undefined : await viewerOf({ db }, { id: accountId, role });
}
