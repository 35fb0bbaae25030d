import { createHmac, randomBytes } from 'node:crypto';
import { digestOf } from '@almagest/service-kit/credentials';
import { sql } from 'kysely';
import type { AccountDb, AccountTransaction } from '../account-tables.ts';
import type { AttemptSecrets } from './oidc-provider.ts';

/** How long a person may take at the provider. */
export const ATTEMPT_MINUTES = 15;

/** A sign-in that the browser has begun. */
export interface Attempt {
  /** The page to show afterwards. */
  readonly next: string;
  /** The digest of the invitation that the person opened. */
  readonly linkDigest: Buffer | null;
}

/** Derives the state, nonce and verifier of a sign-in from the cookie. Only the cookie's digest is stored. */
export function secretsOf(cookie: string): AttemptSecrets {
  const derive = (use: string) => createHmac('sha256', cookie).update(use).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

export function newAttemptCookie(): string {
  return randomBytes(32).toString('base64url');
}

export async function insertAttempt(db: AccountDb, cookie: string, { next, linkDigest }: Attempt): Promise<void> {
  const expires_at = sql<Date>`now() + make_interval(mins => ${ATTEMPT_MINUTES})`;
  const row = { digest: digestOf(cookie), next_page: next, link_digest: linkDigest, expires_at };
  await db.insertInto('oidc_attempt').values(row).execute();
}

/** Ends an attempt, so that a callback works only once. Returns undefined if it has ended or expired. */
export async function takeAttempt(db: AccountDb | AccountTransaction, cookie: string): Promise<Attempt | undefined> {
  const row = await db
    .deleteFrom('oidc_attempt')
    .where('digest', '=', digestOf(cookie))
    .returning(['next_page', 'link_digest', sql<boolean>`expires_at > now()`.as('valid')])
    .executeTakeFirst();
  return row?.valid === true ? { next: row.next_page, linkDigest: row.link_digest } : undefined;
}

/**
 * Returns a page of this service. Anything else becomes the first page, so that no link through the sign-in leads to
 * another site.
 */
export function ownPage(next: string | undefined): string {
  return next !== undefined && /^\/(?:#\/[^\s\\]*)?$/.test(next) && next.length <= 2_000 ? next : '/';
}
