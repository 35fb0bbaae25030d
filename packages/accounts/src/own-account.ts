import type { AccountSession, Me } from '@almagest/contracts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { recordAudit } from './audit.ts';
import type { Identity, PersonIdentity } from './identity.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { isAtProvider, requireLocalAccount } from './oidc/sign-in-ways.ts';
import { limitGuesses } from './sign-in.ts';

/** Returns the person who calls. Throws for the built-in administrator, who has no account. */
export function requirePerson(identity: Identity): PersonIdentity {
  if (identity.kind === 'person') return identity;
  throw new Refusal('conflict', 'the built-in administrator has no account. Sign in with a personal account');
}

export async function readMe({ accounts }: AccountDeps, identity: Identity): Promise<Me> {
  if (identity.kind === 'built-in') {
    const { userName, role, scope, expiresAt } = identity;
    const expires_at = expiresAt?.toISOString() ?? null;
    return {
      id: null,
      user_name: userName,
      display_name: userName,
      role,
      scope,
      expires_at,
      has_password: false,
      provider: null,
    };
  }
  const { id, userName, displayName, role, scope, credential } = identity;
  const row = await accounts.db
    .selectFrom('account as a')
    .select(['password_hash', isAtProvider(accounts.signIn).as('at_provider')])
    .where('id', '=', id)
    .executeTakeFirst();
  return {
    id,
    user_name: userName,
    display_name: displayName,
    role,
    scope,
    expires_at: credential.expiresAt?.toISOString() ?? null,
    has_password: accounts.signIn.hasPasswords && typeof row?.password_hash === 'string',
    provider: row?.at_provider === true ? (accounts.signIn.provider?.settings.name ?? null) : null,
  };
}

/** Changes the caller's password and ends the other sessions. */
export async function changePassword(
  deps: AccountDeps,
  person: PersonIdentity,
  given: { readonly current: string; readonly password: string; readonly address: string },
): Promise<void> {
  const { db, onEnded } = deps.accounts;
  await requireLocalAccount(deps.accounts.signIn, db, person.id);
  await limitGuesses(deps, person.userName, given.address);
  const row = await db.selectFrom('account').select('password_hash').where('id', '=', person.id).executeTakeFirst();
  if (!(await isPassword(given.current, row?.password_hash)))
    throw new Refusal('forbidden', 'the current password is wrong');
  const passwordHash = await hashPassword(given.password);
  const ended = await inTransaction(db, async (trx) => {
    await trx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', person.id).execute();
    const others = await trx
      .deleteFrom('account_session')
      .where('account_id', '=', person.id)
      .$if(person.credential.kind === 'session', (query) => query.where('id', '<>', person.credential.id))
      .returning('id')
      .execute();
    await recordAudit(trx, { object: `person ${person.userName}` });
    return others;
  });
  onEnded(ended.map(({ id }) => `session:${id}`));
}

/** Lists the caller's sessions, newest first. */
export async function listSessions({ accounts }: AccountDeps, person: PersonIdentity): Promise<AccountSession[]> {
  const rows = await accounts.db
    .selectFrom('account_session')
    .select(['id', 'address', 'program', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', person.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id, address, program, created_at, last_used_at, expires_at }) => ({
    id,
    current: id === person.credential.id,
    address,
    program,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

export async function endOwnSession({ accounts }: AccountDeps, person: PersonIdentity, id: string): Promise<void> {
  await inTransaction(accounts.db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('account_session')
      .where('id', '=', id)
      .where('account_id', '=', person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('unknown', 'there is no such session');
    await recordAudit(trx, { object: `person ${person.userName}` });
  });
  accounts.onEnded([`session:${id}`]);
}
