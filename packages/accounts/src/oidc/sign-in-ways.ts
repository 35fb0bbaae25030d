import { Refusal } from '@almagest/service-kit/refusal';
import { sql, type RawBuilder } from 'kysely';
import type { AccountDb, AccountTransaction } from '../account-tables.ts';
import type { OidcProvider } from './oidc-provider.ts';

export interface SignInWays {
  /** Whether people may have passwords. */
  readonly hasPasswords: boolean;
  readonly provider: OidcProvider | undefined;
  /** Called at a sign-in with the values of the group claim, in its transaction. */
  readonly onGroups?: (trx: AccountTransaction, accountId: string, groups: readonly string[]) => Promise<void>;
}

/** SQL for whether the provider signs in the account `a`. Ignores identities at other providers. */
export function isAtProvider({ provider }: SignInWays): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from account_identity as i where i.account_id = a.id and i.issuer = ${provider?.settings.issuer ?? ''})`;
}

/** Throws unless the person may have a password or passkey. People whom the provider signs in may not. */
export async function requireLocalAccount(
  ways: SignInWays,
  db: AccountDb | AccountTransaction,
  accountId: string,
): Promise<void> {
  if (await isLocal(ways, db, accountId)) return;
  const name = ways.provider?.settings.name ?? 'a provider';
  throw new Refusal('conflict', `${name} signs you in, so your account cannot have a password or passkeys`);
}

/** Returns whether people may have passwords and the provider does not sign in this person. */
export async function isLocal(
  ways: SignInWays,
  db: AccountDb | AccountTransaction,
  accountId: string,
): Promise<boolean> {
  if (!ways.hasPasswords) return false;
  const atProvider = db
    .selectFrom('account as a')
    .select('a.id')
    .where('a.id', '=', accountId)
    .where(isAtProvider(ways));
  return (await atProvider.executeTakeFirst()) === undefined;
}

/** SQL for whether the person of the account `a` has a way to sign in. */
export function canSignIn(ways: SignInWays): RawBuilder<boolean> {
  return sql<boolean>`((${ways.hasPasswords}::boolean and a.password_hash is not null) or ${isAtProvider(ways)})`;
}
