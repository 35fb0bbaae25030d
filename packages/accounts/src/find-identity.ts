import type { KeyScope, PersonRole } from '@almagest/contracts';
import { digestOf } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql, type RawBuilder, type SelectType } from 'kysely';
import type { AccountDb } from './account-tables.ts';
import type { Credential, PersonIdentity } from './identity.ts';

/** Updates `last_used_at` only when it is older than this, so that most requests write nothing. */
const TOUCH_EVERY = sql<Date>`now() - interval '10 minutes'`;

interface FoundPerson {
  account_id: string;
  user_name: string;
  display_name: string;
  role: PersonRole;
}

/** A person, with the data that the service itself stores about the person. */
export type Found<Own> = PersonIdentity & { readonly own: Own };

function identityOf<Own>(row: FoundPerson & { own: Own }, scope: KeyScope, credential: Credential): Found<Own> {
  const { account_id: id, user_name: userName, display_name: displayName, role, own } = row;
  return { kind: 'person', id, userName, displayName, role, scope, credential, own };
}

/**
 * Returns the person who opened a session. Returns undefined if the session has ended. `own` is SQL that selects the
 * service's own data about the account `a` in the same statement.
 */
export async function findBySession<Own = null>(
  db: AccountDb,
  token: string,
  own: RawBuilder<Own> = sql`null`,
): Promise<Found<SelectType<Own>> | undefined> {
  const row = await db
    .selectFrom('account_session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.id', 's.expires_at', 'a.id as account_id', 'a.user_name', 'a.display_name', 'a.role'])
    .select([sql<boolean>`s.last_used_at < ${TOUCH_EVERY}`.as('stale'), own.as('own')])
    .where('s.digest', '=', digestOf(token))
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.stale)
    await db
      .updateTable('account_session')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', row.id)
      .execute();
  return identityOf(row, 'full', { kind: 'session', id: row.id, expiresAt: row.expires_at });
}

/**
 * Returns the person whose API key this is. Throws if the key is unknown or has expired, or if its person is disabled.
 * `own`: as in `findBySession`.
 */
export async function findByKey<Own = null>(
  db: AccountDb,
  token: string,
  own: RawBuilder<Own> = sql`null`,
): Promise<Found<SelectType<Own>>> {
  const row = await db
    .selectFrom('account_key as k')
    .innerJoin('account as a', 'a.id', 'k.account_id')
    .select(['k.id', 'k.name', 'k.scope', 'k.expires_at', 'a.id as account_id', 'a.user_name', 'a.display_name'])
    .select(['a.role', 'a.disabled_at', own.as('own')])
    .select(sql<boolean>`k.last_used_at is null or k.last_used_at < ${TOUCH_EVERY}`.as('stale'))
    .select(sql<boolean>`coalesce(k.expires_at <= now(), false)`.as('expired'))
    .where('k.digest', '=', digestOf(token))
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal(
      'unauthenticated',
      'the API key is not valid and may have been revoked: create a new one under My account',
    );
  if (row.disabled_at !== null)
    throw new Refusal('unauthenticated', 'the account of this API key is disabled: ask an administrator');
  if (row.expired) throw new Refusal('unauthenticated', 'the API key has expired: create a new one under My account');
  if (row.stale)
    await db
      .updateTable('account_key')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', row.id)
      .execute();
  return identityOf(row, row.scope, { kind: 'key', id: row.id, name: row.name, expiresAt: row.expires_at });
}

/** Returns the tags (`streamTags`) that have ended, for streams that missed the notification. */
export async function listEndedTags(db: AccountDb, tags: readonly string[]): Promise<string[]> {
  const idsOf = (kind: string) => {
    const ids = tags.filter((tag) => tag.startsWith(`${kind}:`)).map((tag) => tag.slice(kind.length + 1));
    return sql<string>`any(${ids}::uuid[])`;
  };
  const now = sql<Date>`now()`;
  const sessions = db.selectFrom('account_session').select('id').where('id', '=', idsOf('session'));
  const keys = db.selectFrom('account_key').select('id').where('id', '=', idsOf('key'));
  const people = db.selectFrom('account').select('id').where('id', '=', idsOf('person'));
  const open = await Promise.all([
    sessions.where('expires_at', '>', now).execute(),
    keys.where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])).execute(),
    people.where('disabled_at', 'is', null).execute(),
  ]);
  const known = new Set(
    ['session', 'key', 'person'].flatMap((kind, n) => (open[n] ?? []).map(({ id }) => `${kind}:${id}`)),
  );
  return tags.filter((tag) => !known.has(tag));
}

/** Whether anyone has an account. Remembers a positive answer, because a service that had accounts stays closed. */
export class AccountPresence {
  readonly #db: AccountDb;
  #found: boolean;

  /** `isClosed`: whether the service is closed even before the first account, because a provider is configured. */
  constructor(db: AccountDb, isClosed = false) {
    this.#db = db;
    this.#found = isClosed;
  }

  async exists(): Promise<boolean> {
    this.#found ||= (await this.#db.selectFrom('account').select('id').limit(1).execute()).length > 0;
    return this.#found;
  }
}
