import type { PersonRole } from '@almagest/contracts';
import { sql } from 'kysely';
import type { AccountDeps } from '../account-deps.ts';
import type { AccountTransaction } from '../account-tables.ts';
import { lacksAdministrator } from '../people.ts';
import { nameKeyOf } from '../sign-in.ts';
import { displayNameOf, numbered, userNameOf, type Claims } from './oidc-claims.ts';

/** A person at a provider. Only the issuer and the subject together identify a person permanently. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface KnownAccount {
  readonly id: string;
  readonly user_name: string;
  readonly role: PersonRole;
  readonly disabled_at: Date | null;
}

const COLUMNS = ['id', 'user_name', 'role', 'disabled_at'] as const;

/** Finds an identity and its account, and locks both. `account` is undefined if the account was removed. */
export async function findIdentity(
  trx: AccountTransaction,
  { issuer, subject }: Identity,
): Promise<{ readonly account: KnownAccount | undefined } | undefined> {
  const identity = await trx
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (identity === undefined) return undefined;
  if (identity.account_id === null) return { account: undefined };
  const account = trx.selectFrom('account').select(COLUMNS).where('id', '=', identity.account_id).forUpdate();
  return { account: await account.executeTakeFirst() };
}

async function storeIdentity(trx: AccountTransaction, identity: Identity, account_id: string): Promise<void> {
  await trx
    .insertInto('account_identity')
    .values({ ...identity, account_id })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ account_id }))
    .execute();
}

/**
 * Gives the account of an invitation or reset link to an identity. Like a new password, this ends the link and all
 * sessions. The password stops working, so that only the provider signs the person in.
 *
 * @returns undefined if the link was used or has expired
 */
export async function linkAccount(
  trx: AccountTransaction,
  identity: Identity,
  linkDigest: Buffer,
): Promise<KnownAccount | undefined> {
  const link = await trx
    .deleteFrom('account_link')
    .where('digest', '=', linkDigest)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst();
  if (link === undefined) return undefined;
  await storeIdentity(trx, identity, link.account_id);
  await trx.deleteFrom('account_session').where('account_id', '=', link.account_id).execute();
  return await trx
    .updateTable('account')
    .set({ password_hash: null })
    .where('id', '=', link.account_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Creates an account at the first sign-in. If the user name is taken, adds a number to the name. Returns undefined if
 * the service would have no administrator.
 */
export async function createAccount(
  deps: AccountDeps,
  trx: AccountTransaction,
  identity: Identity,
  { claims, role }: { readonly claims: Claims; readonly role: PersonRole },
): Promise<KnownAccount | undefined> {
  if (role !== 'administrator' && (await lacksAdministrator(deps, trx))) return undefined;
  const wanted = userNameOf(claims);
  const display_name = displayNameOf(claims, wanted);
  for (let n = 1; ; n += 1) {
    const user_name = numbered(wanted, n);
    const name_key = nameKeyOf(user_name);
    if (name_key === nameKeyOf(deps.accounts.builtInName)) continue;
    const account = await trx
      .insertInto('account')
      .values({ user_name, name_key, display_name, role })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (account === undefined) continue;
    await storeIdentity(trx, identity, account.id);
    return account;
  }
}
