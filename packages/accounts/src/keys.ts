import type { ApiKey, CreatedKey, NewKey } from '@almagest/contracts';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { recordAudit } from './audit.ts';
import type { PersonIdentity } from './identity.ts';
import { newToken } from './tokens.ts';

const MAX_KEYS = 50;
/** The prefix and five characters, which are enough to recognise a key and too few to guess it. */
const BEGINNING = 8;

const COLUMNS = ['id', 'name', 'scope', 'beginning', 'created_at', 'expires_at', 'last_used_at'] as const;

interface KeyRow extends Pick<ApiKey, 'id' | 'name' | 'scope' | 'beginning'> {
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

function present({ created_at, expires_at, last_used_at, ...row }: KeyRow): ApiKey {
  return {
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

/** Lists the API keys of a person, oldest first. */
export async function listKeys({ accounts }: AccountDeps, accountId: string): Promise<ApiKey[]> {
  const rows = await accounts.db
    .selectFrom('account_key')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map(present);
}

export async function createKey({ accounts }: AccountDeps, person: PersonIdentity, given: NewKey): Promise<CreatedKey> {
  if (person.credential.kind === 'key')
    throw new Refusal('forbidden', 'an API key cannot create another one. Sign in with your password');
  const key = newToken(accounts.service, 'key');
  return await inTransaction(accounts.db, async (trx) => {
    // The lock serialises a person's concurrent requests, so that each request counts the keys of the earlier ones.
    await trx.selectFrom('account').select('id').where('id', '=', person.id).forUpdate().execute();
    const { count } = await trx
      .selectFrom('account_key')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_KEYS) throw new Refusal('conflict', `a person has at most ${MAX_KEYS} API keys. Revoke one first`);
    const row = await trx
      .insertInto('account_key')
      .values({
        digest: digestOf(key),
        account_id: person.id,
        name: given.name,
        beginning: key.slice(0, BEGINNING),
        scope: given.scope,
        expires_at:
          given.expires_in_days === undefined
            ? null
            : sql<Date>`now() + make_interval(days => ${given.expires_in_days}::int)`,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordAudit(trx, { object: `key ${given.name} of ${person.userName}`, detail: { scope: given.scope } });
    return { ...present(row), key };
  });
}

/** Revokes an API key of a person. */
export async function deleteKey({ accounts }: AccountDeps, accountId: string, id: string): Promise<void> {
  await inTransaction(accounts.db, async (trx) => {
    const row = await trx
      .deleteFrom('account_key as k')
      .using('account as a')
      .whereRef('a.id', '=', 'k.account_id')
      .where('k.id', '=', id)
      .where('k.account_id', '=', accountId)
      .returning(['k.name', 'a.user_name'])
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('unknown', 'there is no such API key');
    await recordAudit(trx, { object: `key ${row.name} of ${row.user_name}` });
  });
  accounts.onEnded([`key:${id}`]);
}
