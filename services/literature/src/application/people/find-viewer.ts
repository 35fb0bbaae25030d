import type { PersonIdentity } from '@almagest/accounts';
import { BUILT_IN, type Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { findAccount, listGroupsOf } from '../../persistence/people/group-repository.ts';

export interface PeopleDeps {
  readonly db: Db;
}

/** Returns a person as the owner of data. */
export async function viewerOf({ db }: PeopleDeps, { id, role }: Pick<PersonIdentity, 'id' | 'role'>): Promise<Viewer> {
  return { ownerId: id, isAdministrator: role === 'administrator', groups: await listGroupsOf(db, id) };
}

/** The name of the built-in account. No person may have it. */
export const BUILT_IN_NAME = 'admin';

/**
 * Returns the person of an account with the user name, or undefined if the person may no longer use the service. The
 * account null is the built-in one.
 */
export async function findViewer(
  { db }: PeopleDeps,
  accountId: string | null,
): Promise<(Viewer & { readonly name: string }) | undefined> {
  if (accountId === null) return { ...BUILT_IN, name: BUILT_IN_NAME };
  const account = await findAccount(db, accountId);
  if (account === undefined) return undefined;
  const { role, user_name: name } = account;
  return { ...(await viewerOf({ db }, { id: accountId, role })), name };
}
