import type { SessionRecord } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { findSession, lockSession, type SessionRow } from '../../persistence/agent/agent-session-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether the text has the form of our session and question ids. Any other id is unknown. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

export async function lockKnownSession(trx: Tx, id: string): Promise<SessionRow> {
  const session = isId(id) ? await lockSession(trx, id) : undefined;
  if (session === undefined) throw unknownSession(id);
  return session;
}

export async function findKnownSession(db: Db, id: string): Promise<SessionRecord> {
  const session = isId(id) ? await findSession(db, id) : undefined;
  if (session === undefined) throw unknownSession(id);
  return session;
}

function unknownSession(id: string): Refusal {
  return new Refusal('unknown', `there is no session ${id.slice(0, 80)}`);
}
