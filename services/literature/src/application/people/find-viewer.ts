import { findByKey, findBySession, type Found } from '@almagest/accounts';
import { BUILT_IN, type Viewer } from '../../domain/people/access.ts';
import type { Db } from '../../persistence/database.ts';
import { findAccount, GROUPS_OF_ACCOUNT, type StoredGroups } from '../../persistence/people/group-repository.ts';

export interface PeopleDeps {
  readonly db: Db;
}

/** A person who sent a request. `own` contains the person's groups. */
export type Person = Found<StoredGroups>;

/** Returns the person who opened a session. Returns undefined if the session has ended. */
export async function personOfSession({ db }: PeopleDeps, token: string): Promise<Person | undefined> {
  return await findBySession(db, token, GROUPS_OF_ACCOUNT);
}

/** Returns the person to whom an API key belongs. Throws if the key is not valid. */
export async function personOfKey({ db }: PeopleDeps, token: string): Promise<Person> {
  return await findByKey(db, token, GROUPS_OF_ACCOUNT);
}

export function viewerOf({ id, role, own }: Pick<Person, 'id' | 'role' | 'own'>): Viewer {
  const groups = Object.entries(own).map(
    ([group, isEditor]) => [Number(group), isEditor ? 'editor' : 'member'] as const,
  );
  return { ownerId: id, isAdministrator: role === 'administrator', groups: new Map(groups) };
}

/** The name of the built-in account. No other account may have this name. */
export const BUILT_IN_NAME = 'admin';

/**
 * Returns the person with this account, including the user name. Returns undefined if the person may no longer use the
 * service. `null` means the built-in account.
 */
export async function findViewer(
  { db }: PeopleDeps,
  accountId: string | null,
): Promise<(Viewer & { readonly name: string }) | undefined> {
  if (accountId === null) return { ...BUILT_IN, name: BUILT_IN_NAME };
  const account = await findAccount(db, accountId);
  if (account === undefined) return undefined;
  return { ...viewerOf({ id: accountId, ...account }), name: account.user_name };
}
