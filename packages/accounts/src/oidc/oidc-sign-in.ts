import type { OidcFailure, PersonRole } from '@almagest/contracts';
import { lockKey } from '@almagest/service-kit/advisory-lock';
import { digestOf } from '@almagest/service-kit/credentials';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from '../account-deps.ts';
import type { AccountTransaction } from '../account-tables.ts';
import { personTag } from '../identity.ts';
import { openSession, recordRefusedSignIn, type OpenedSession, type SignIn } from '../sign-in.ts';
import { createAccount, findIdentity, linkAccount, type KnownAccount } from './oidc-accounts.ts';
import { insertAttempt, newAttemptCookie, ownPage, secretsOf, takeAttempt, type Attempt } from './oidc-attempt.ts';
import { roleOf, valuesOf } from './oidc-claims.ts';
import { NotConfirmed, type ConfirmedPerson, type OidcProvider } from './oidc-provider.ts';

/**
 * Shorter than a session with a password, so that a person who was removed at the provider loses access within a day.
 */
const SESSION_HOURS = 12;

export function requireProvider({ accounts }: AccountDeps): OidcProvider {
  const { provider } = accounts.signIn;
  if (provider === undefined) throw new Refusal('unknown', 'this service has no OpenID Connect provider');
  return provider;
}

/** Begins a sign-in. Returns the provider's page, and the cookie that the browser must bring back. */
export async function beginOidc(
  deps: AccountDeps,
  given: { readonly next?: string | undefined; readonly link?: string | undefined },
): Promise<{ readonly cookie: string; readonly url: string }> {
  const provider = requireProvider(deps);
  const cookie = newAttemptCookie();
  const linkDigest = given.link === undefined ? null : digestOf(given.link);
  try {
    const url = await provider.authorizationUrl(secretsOf(cookie));
    await insertAttempt(deps.accounts.db, cookie, { next: ownPage(given.next), linkDigest });
    return { cookie, url };
  } catch (error) {
    if (!(error instanceof NotConfirmed)) throw error;
    throw new Refusal(
      'unavailable',
      `sign-in with ${provider.settings.name} failed: ${error.message}. Try again later`,
    );
  }
}

interface Callback extends Pick<SignIn, 'address' | 'program'> {
  readonly cookie: string | undefined;
  /** The query that the provider has added to the address, with `?`. */
  readonly query: string;
}

/** The result of a sign-in: a session, or why it failed. */
export type OidcEnd = { readonly next: string } & (
  | { readonly session: OpenedSession }
  | { readonly failure: OidcFailure }
);

/** Ends a sign-in. Each attempt ends once, whatever the provider has answered. */
export async function finishOidc(deps: AccountDeps, { cookie, query, ...from }: Callback): Promise<OidcEnd> {
  const { db, onEnded } = deps.accounts;
  const provider = requireProvider(deps);
  const attempt = cookie === undefined ? undefined : await takeAttempt(db, cookie);
  if (cookie === undefined || attempt === undefined) return await refuse(deps, 'expired', '/');
  const { next } = attempt;
  let confirmed: ConfirmedPerson;
  try {
    confirmed = await provider.confirm(query, secretsOf(cookie));
  } catch (error) {
    if (!(error instanceof NotConfirmed)) throw error;
    return await refuse(deps, error.why, next, error.message);
  }
  const entered = await inTransaction(db, (trx) => enter(deps, trx, { provider, confirmed, attempt, from }));
  if (typeof entered === 'string') return { next, failure: entered };
  onEnded(entered.ended);
  return { next, session: entered.session };
}

async function refuse(deps: AccountDeps, failure: OidcFailure, next: string, fault?: string): Promise<OidcEnd> {
  const detail = { reason: failure, ...(fault === undefined ? {} : { fault }) };
  await inTransaction(deps.accounts.db, (trx) => recordRefusedSignIn(trx, undefined, detail));
  return { next, failure };
}

interface Entry {
  readonly provider: OidcProvider;
  readonly confirmed: ConfirmedPerson;
  readonly attempt: Attempt;
  readonly from: Pick<SignIn, 'address' | 'program'>;
}

/** Opens a session for a person whom the provider has confirmed, or records why not. */
async function enter(deps: AccountDeps, trx: AccountTransaction, entry: Entry) {
  const { provider, confirmed } = entry;
  const { issuer, name, roles, groupClaim } = provider.settings;
  const { subject, claims, idToken } = confirmed;
  // If a person signs in twice at the same moment for the first time, only one account is created.
  await sql`select pg_advisory_xact_lock(${lockKey(`oidc ${issuer} ${subject}`)})`.execute(trx);
  const claimed = roles && roleOf(valuesOf(claims, roles.claim), roles.map);
  const found = await findAccount(deps, trx, entry, claimed);
  if ('failure' in found) {
    await recordRefusedSignIn(trx, found.userName, { provider: name, reason: found.failure });
    return found.failure;
  }
  const { account, detail } = found;
  const change = claimed !== undefined && claimed !== account.role ? { from: account.role, to: claimed } : undefined;
  if (change !== undefined)
    await trx.updateTable('account').set({ role: change.to }).where('id', '=', account.id).execute();
  if (groupClaim !== undefined) await deps.accounts.signIn.onGroups?.(trx, account.id, valuesOf(claims, groupClaim));
  const recorded = { provider: name, ...detail, ...(change && { role: change }) };
  const session = await openSession(deps, trx, account, entry.from, {
    detail: recorded,
    hours: SESSION_HOURS,
    idToken,
  });
  // Streams of a person whose role has changed, or who was linked, must not continue.
  const ended = change !== undefined || detail['linked'] === true ? [personTag(account.id)] : [];
  return { session, ended };
}

type Found =
  | { readonly account: KnownAccount; readonly detail: Readonly<Record<string, unknown>> }
  | { readonly failure: OidcFailure; readonly userName: string | undefined };

/** Returns the account of the identity, or of the link that the person opened. Creates an account otherwise. */
async function findAccount(
  deps: AccountDeps,
  trx: AccountTransaction,
  { provider, confirmed, attempt }: Entry,
  claimed: PersonRole | undefined,
): Promise<Found> {
  const { issuer, roles, defaultRole } = provider.settings;
  const identity = { issuer, subject: confirmed.subject };
  const known = await findIdentity(trx, identity);
  const refused = (failure: OidcFailure): Found => ({ failure, userName: known?.account?.user_name });
  if (known?.account?.disabled_at instanceof Date) return refused('disabled');
  if (roles !== undefined && claimed === undefined) return refused('no_role');
  if (known?.account !== undefined) return { account: known.account, detail: {} };
  const linked = attempt.linkDigest === null ? undefined : await linkAccount(trx, identity, attempt.linkDigest);
  if (linked !== undefined) return { account: linked, detail: { linked: true } };
  if (known !== undefined) return refused('removed');
  const role = claimed ?? defaultRole;
  const account = await createAccount(deps, trx, identity, { claims: confirmed.claims, role });
  return account === undefined ? refused('no_administrator') : { account, detail: { created: true, role } };
}
