import type { SessionRecord } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { accessTo, type Access, type Viewer } from '../../domain/people/access.ts';
import { findSession, lockSession, type SessionRow } from '../../persistence/agent/agent-session-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { withOwnership } from '../people/with-ownership.ts';
import { requireAllowed } from '../people/require-access.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether the text has the form of a session or question id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** Locks a session. Throws if the viewer has less access to the session than `least`. */
export async function lockKnownSession(trx: Tx, viewer: Viewer, id: string, least: Access): Promise<SessionRow> {
  const session = isId(id) ? await lockSession(trx, viewer, id) : undefined;
  if (session === undefined) throw unknownSession(id);
  requireAllowed(`session ${session.id}`, accessTo(viewer, session), least);
  return session;
}

export async function findKnownSession(db: Db, viewer: Viewer, id: string): Promise<SessionRecord> {
  const session = isId(id) ? await findSession(db, viewer, id) : undefined;
  const [described] = await withOwnership(db, viewer, session === undefined ? [] : [session]);
  if (described === undefined) throw unknownSession(id);
  return described;
}

function unknownSession(id: string): Refusal {
  return new Refusal('unknown', `there is no session ${id.slice(0, 80)}`);
}
