import type { AccountLink, LinkInfo } from '@almagest/contracts';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import type { AccountDb, AccountTransaction } from './account-tables.ts';
import { recordAudit } from './audit.ts';
import { personTag } from './identity.ts';
import { hashPassword } from './passwords.ts';
import { requirePasswords } from './sign-in.ts';
import { newToken } from './tokens.ts';

const LIFETIME_DAYS = 7;

/** Creates a link for a person. Earlier links of the person stop working. */
export async function createLink(
  { accounts }: AccountDeps,
  trx: AccountTransaction,
  accountId: string,
  purpose: 'invitation' | 'reset',
): Promise<AccountLink> {
  const token = newToken(accounts.service, 'link');
  await trx.deleteFrom('account_link').where('account_id', '=', accountId).execute();
  const { expires_at } = await trx
    .insertInto('account_link')
    .values({
      digest: digestOf(token),
      account_id: accountId,
      purpose,
      expires_at: sql<Date>`now() + make_interval(days => ${LIFETIME_DAYS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { url: accounts.linkUrl(token), expires_at: expires_at.toISOString() };
}

interface FoundLink {
  readonly accountId: string;
  readonly info: LinkInfo;
}

async function findLink(db: AccountDb | AccountTransaction, token: string): Promise<FoundLink> {
  const row = await db
    .selectFrom('account_link as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['a.id', 'a.user_name', 'a.display_name', 'l.purpose', 'l.expires_at'])
    .where('l.digest', '=', digestOf(token))
    .where('l.expires_at', '>', sql<Date>`now()`)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal('unknown', 'this link has been used or has expired. Ask an administrator for a new one');
  const { id, purpose, user_name, display_name, expires_at } = row;
  return { accountId: id, info: { purpose, user_name, display_name, expires_at: expires_at.toISOString() } };
}

/** Shows whom a link is for. */
export async function readLink({ accounts }: AccountDeps, token: string): Promise<LinkInfo> {
  const { info } = await findLink(accounts.db, token);
  return info;
}

/**
 * Sets the person's password and ends the link and all sessions. If two requests use the link at once, only one
 * succeeds.
 */
export async function useLink(
  deps: AccountDeps,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<LinkInfo> {
  const { db, onEnded } = deps.accounts;
  requirePasswords(deps);
  // Hashing is slow, so first check that the link exists.
  await findLink(db, token);
  const passwordHash = await hashPassword(password);
  const { accountId, info } = await inTransaction(db, async (trx) => {
    await trx.selectFrom('account_link').select('digest').where('digest', '=', digestOf(token)).forUpdate().execute();
    const found = await findLink(trx, token);
    const { accountId } = found;
    await trx.deleteFrom('account_link').where('account_id', '=', accountId).execute();
    await trx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
    await trx.deleteFrom('account_session').where('account_id', '=', accountId).execute();
    const { user_name: name, purpose } = found.info;
    const actor = { kind: 'person', name, accountId } as const;
    await recordAudit(trx, { object: `person ${name}`, actor, detail: { purpose } });
    return found;
  });
  onEnded([personTag(accountId)]);
  return info;
}
