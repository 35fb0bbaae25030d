import { digestOf } from '@almagest/service-kit/credentials';
import { sql } from 'kysely';
import type { AccountDb, AccountTransaction } from './account-tables.ts';

export const CHALLENGE_MINUTES = 5;

/** Stores a challenge for a sign-in, or for the session that adds a passkey. */
export async function storeChallenge(db: AccountDb, challenge: string, sessionId: string | null): Promise<void> {
  await db
    .insertInto('account_challenge')
    .values({
      digest: digestOf(challenge),
      session_id: sessionId,
      expires_at: sql<Date>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
}

/** Loads the library only when someone uses a passkey, because it takes 29 MB of memory. */
export const loadWebauthn = async () => await import('@simplewebauthn/server');

/** Uses up a challenge. Returns false if the challenge has another purpose, was already used or has expired. */
export async function takeChallenge(
  db: AccountDb | AccountTransaction,
  challenge: string,
  sessionId: string | null,
): Promise<boolean> {
  const row = await db
    .deleteFrom('account_challenge')
    .where('digest', '=', digestOf(challenge))
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('digest')
    .executeTakeFirst();
  return row !== undefined;
}

interface ClientData {
  readonly challenge: string;
  readonly origin: string;
}

/** Reads the client data, in which a browser reports the challenge and the page. Returns undefined if it is invalid. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Partial<ClientData>;
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : undefined;
  } catch {
    return undefined;
  }
}
