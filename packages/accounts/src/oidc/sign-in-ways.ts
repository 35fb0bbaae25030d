import { sql, type RawBuilder } from 'kysely';
import type { AccountTransaction } from '../account-tables.ts';
import type { OidcProvider } from './oidc-provider.ts';

/** The ways in which people sign in. */
export interface SignInWays {
  /** Whether people may have passwords. */
  readonly hasPasswords: boolean;
  readonly provider: OidcProvider | undefined;
  /** Called at a sign-in with the values of the group claim, in its transaction. */
  readonly onGroups?: (trx: AccountTransaction, accountId: string, groups: readonly string[]) => Promise<void>;
}

/** SQL for whether the provider signs in the account `a`. Another provider's identities count for nothing. */
export function isAtProvider({ provider }: SignInWays): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from account_identity as i where i.account_id = a.id and i.issuer = ${provider?.settings.issuer ?? ''})`;
}

/** SQL for whether the person of the account `a` has a way to sign in. */
export function canSignIn(ways: SignInWays): RawBuilder<boolean> {
  return sql<boolean>`((${ways.hasPasswords}::boolean and a.password_hash is not null) or ${isAtProvider(ways)})`;
}
