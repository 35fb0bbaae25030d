import type { KeyScope, PersonRole } from '@almagest/contracts';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Time<T = Date> = ColumnType<T, T | undefined, T>;

interface AccountTable {
  id: Generated<string>;
  user_name: WrittenOnce<string>;
  /** The normalised user name, which comparisons use. Unique. */
  name_key: WrittenOnce<string>;
  display_name: string;
  role: PersonRole;
  /** Null until the person has used the invitation. Also null if a provider signs the person in. */
  password_hash: ColumnType<string | null, string | undefined, string | null>;
  created_at: ColumnType<Date, never, never>;
  disabled_at: Time<Date | null>;
  last_sign_in_at: Time<Date | null>;
}

interface AccountSessionTable {
  id: Generated<string>;
  digest: WrittenOnce<Buffer>;
  account_id: WrittenOnce<string>;
  address: WrittenOnce<string>;
  program: WrittenOnce<string>;
  created_at: ColumnType<Date, never, never>;
  last_used_at: Time;
  expires_at: Time;
  /** Lets the provider end its own session. Null for other sessions. */
  id_token: ColumnType<string | null, string | null, never>;
}

interface AccountKeyTable {
  id: Generated<string>;
  digest: WrittenOnce<Buffer>;
  account_id: WrittenOnce<string>;
  name: WrittenOnce<string>;
  beginning: WrittenOnce<string>;
  scope: WrittenOnce<KeyScope>;
  created_at: ColumnType<Date, never, never>;
  last_used_at: Time<Date | null>;
  expires_at: WrittenOnce<Date | null>;
}

interface AccountLinkTable {
  digest: WrittenOnce<Buffer>;
  account_id: WrittenOnce<string>;
  purpose: WrittenOnce<'invitation' | 'reset'>;
  expires_at: Time;
}

/** A person at an OpenID Connect provider. `account_id` is null if the account was removed. */
interface AccountIdentityTable {
  issuer: WrittenOnce<string>;
  subject: WrittenOnce<string>;
  account_id: string | null;
  created_at: ColumnType<Date, never, never>;
}

/** A sign-in that has begun at an OpenID Connect provider. */
interface OidcAttemptTable {
  digest: WrittenOnce<Buffer>;
  next_page: WrittenOnce<string>;
  link_digest: WrittenOnce<Buffer | null>;
  expires_at: Time;
}

interface AccountPasskeyTable {
  id: Generated<string>;
  account_id: WrittenOnce<string>;
  /** The id that the device has chosen, as base64url. Unique. */
  credential_id: WrittenOnce<string>;
  /** In COSE format. */
  public_key: WrittenOnce<Buffer>;
  /** How often the device has signed. Remains 0 on devices that don't count. */
  counter: number;
  transports: WrittenOnce<string[]>;
  name: string;
  created_at: ColumnType<Date, never, never>;
  last_used_at: Time<Date | null>;
}

/** A challenge that a passkey has not answered yet. */
interface AccountChallengeTable {
  digest: WrittenOnce<Buffer>;
  /** The session that adds a passkey. Null for a sign-in. */
  session_id: WrittenOnce<string | null>;
  expires_at: Time;
}

/** Triggers refuse updates, and deletions of recent rows. */
interface AuditEventTable {
  id: Generated<number>;
  at: ColumnType<Date, never, never>;
  actor_kind: WrittenOnce<ActorKind>;
  actor: WrittenOnce<string>;
  account_id: WrittenOnce<string | null>;
  api_key: WrittenOnce<string | null>;
  address: WrittenOnce<string | null>;
  request_id: WrittenOnce<string | null>;
  operation: WrittenOnce<string>;
  object: WrittenOnce<string>;
  outcome: WrittenOnce<'done' | 'refused'>;
  detail: ColumnType<Record<string, unknown>, string, never>;
}

export type ActorKind = 'person' | 'built-in' | 'node' | 'anonymous' | 'service';

/**
 * The tables of this package. A service has these tables in its own schema, and its `Database` type extends this type.
 */
export interface AccountTables {
  account: AccountTable;
  account_session: AccountSessionTable;
  account_key: AccountKeyTable;
  account_link: AccountLinkTable;
  account_identity: AccountIdentityTable;
  oidc_attempt: OidcAttemptTable;
  account_passkey: AccountPasskeyTable;
  account_challenge: AccountChallengeTable;
  audit_event: AuditEventTable;
}

export type AccountDb = Kysely<AccountTables>;
export type AccountTransaction = Transaction<AccountTables>;
