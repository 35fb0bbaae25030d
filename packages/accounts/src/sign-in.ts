import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import type { AccountDb, AccountTransaction } from './account-tables.ts';
import { recordAudit } from './audit.ts';
import type { PersonIdentity } from './identity.ts';
import { isPassword } from './passwords.ts';
import { ANONYMOUS } from './request-context.ts';
import { newToken } from './tokens.ts';

const LIFETIME_HOURS = 7 * 24;

/**
 * Maximum password guesses per minute for a user name from one address. Addresses are counted separately, so that other
 * people's guesses don't lock a person out. The service also limits the sign-ins of each address.
 */
const GUESSES_PER_MIN = 5;

/** Returns a normalised user name for comparisons. Replaces NUL, which no name contains and PostgreSQL cannot store. */
export function nameKeyOf(userName: string): string {
  return userName.normalize('NFKC').toLowerCase().replaceAll('\u0000', '\ufffd');
}

export interface SignIn {
  readonly userName: string;
  readonly password: string;
  readonly address: string;
  /** The user agent. */
  readonly program: string;
}

export interface OpenedSession {
  /** The secret of the cookie. */
  readonly token: string;
  readonly userName: string;
  readonly expiresAt: Date;
}

/** Throws if an address has guessed too many passwords for a user name. */
export async function limitGuesses({ accounts }: AccountDeps, name: string, address: string): Promise<void> {
  // Hashed, because people sometimes type their password into the user name field.
  const key = digestOf(`${nameKeyOf(name)}|${address}`).toString('base64url');
  const { hits, oldestAgeMs } = await accounts.hits.record(`guess:${key}`, GUESSES_PER_MIN);
  if (hits <= GUESSES_PER_MIN) return;
  const waitSec = Math.max(1, Math.ceil((60_000 - oldestAgeMs) / 1000));
  throw new Refusal('too_many', `more than ${GUESSES_PER_MIN} attempts in a minute. Try again in ${waitSec} s`);
}

const NO_PASSWORDS = 'this service does not use passwords. Sign in with the provider';

/** Throws if people have no passwords. The built-in administrator's password is separate. */
export function requirePasswords({ accounts }: AccountDeps): void {
  if (!accounts.signIn.hasPasswords) throw new Refusal('conflict', NO_PASSWORDS);
}

/** Opens a session for a person with the right password. An unknown name takes equally long. */
export async function signIn(deps: AccountDeps, given: SignIn): Promise<OpenedSession> {
  const { db, signIn: ways } = deps.accounts;
  await limitGuesses(deps, given.userName, given.address);
  if (!ways.hasPasswords) return await refuse(db, undefined, NO_PASSWORDS);
  const account = await db
    .selectFrom('account')
    .select(['id', 'user_name', 'password_hash', 'disabled_at'])
    .where('name_key', '=', nameKeyOf(given.userName))
    .executeTakeFirst();
  const isRight = await isPassword(given.password, account?.password_hash);
  if (!isRight || account === undefined || account.disabled_at !== null)
    return await refuse(db, account, isRight ? 'this account is disabled' : 'wrong user name or password');
  return await inTransaction(db, (trx) => openSession(deps, trx, account, given));
}

interface SignedInAccount {
  readonly id: string;
  readonly user_name: string;
}

/** How a person has proved who they are. */
export interface Proof {
  /** For the audit log. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The lifetime of the session. */
  readonly hours?: number;
  /** The token with which the provider ends its own session. */
  readonly idToken?: string;
}

/** Opens a session for a person who has proved who they are. */
export async function openSession(
  { accounts }: AccountDeps,
  trx: AccountTransaction,
  { id, user_name: userName }: SignedInAccount,
  { address, program }: Pick<SignIn, 'address' | 'program'>,
  { detail = {}, hours = LIFETIME_HOURS, idToken }: Proof = {},
): Promise<OpenedSession> {
  const token = newToken(accounts.service, 'session');
  const { expires_at: expiresAt } = await trx
    .insertInto('account_session')
    .values({
      digest: digestOf(token),
      account_id: id,
      address,
      program: program.slice(0, 300),
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
      id_token: idToken ?? null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('account')
    .set({ last_sign_in_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const actor = { kind: 'person', name: userName, accountId: id } as const;
  await recordAudit(trx, { object: `person ${userName}`, actor, detail });
  return { token, userName, expiresAt };
}

async function refuse(db: AccountDb, account: { user_name: string } | undefined, reason: string): Promise<never> {
  await inTransaction(db, (trx) => recordRefusedSignIn(trx, account?.user_name, { reason }));
  throw new Refusal('unauthenticated', reason);
}

/** Records a failed sign-in. An unknown name is not recorded, because people type passwords into the wrong field. */
export async function recordRefusedSignIn(
  trx: AccountTransaction,
  userName: string | undefined,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const object = userName === undefined ? 'an unknown person' : `person ${userName}`;
  await recordAudit(trx, { object, outcome: 'refused', actor: ANONYMOUS, detail });
}

/** Ends the session of the caller. Does nothing if the caller has another credential, such as an API key. */
export async function signOut({ accounts }: AccountDeps, person: PersonIdentity): Promise<void> {
  const { credential } = person;
  if (credential.kind !== 'session') return;
  await inTransaction(accounts.db, async (trx) => {
    await trx.deleteFrom('account_session').where('id', '=', credential.id).execute();
    await recordAudit(trx, { object: `person ${person.userName}`, actor: personActor(person) });
  });
  accounts.onEnded([`session:${credential.id}`]);
}

function personActor({ id, userName }: PersonIdentity) {
  return { kind: 'person', name: userName, accountId: id } as const;
}

/** Deletes sessions, links, challenges and attempts that have expired. */
export async function sweepAccounts(db: AccountDb): Promise<void> {
  await db
    .deleteFrom('account_session')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('account_link')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('oidc_attempt')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('account_challenge')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
