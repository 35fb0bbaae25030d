import { recordAudit } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { appendEvents } from '../../persistence/agent/agent-event-repository.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { endRun as markEnded, markDeleted, type SessionRow } from '../../persistence/agent/agent-session-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { closeOpenWork, endRun } from './end-run.ts';
import { lockKnownSession } from './known-session.ts';

/**
 * Stops a running or waiting session, even if another process runs it. The database then refuses writes from the
 * session's worker, and the worker stops a moment later.
 */
export async function stopSession(
  { db }: { readonly db: Db },
  viewer: Viewer,
  id: string,
): Promise<{ status: 'stopped' }> {
  await inTransaction(db, async (trx) => {
    const session = await lockKnownSession(trx, viewer, id, 'edit');
    if (!(await stop(trx, session)))
      throw new Refusal('conflict', `session ${session.id} is not running (${session.status})`);
    await recordAudit(trx, { object: `session ${session.id}` });
  });
  return { status: 'stopped' };
}

/** Deletes a session. Metrics still count the calls of deleted sessions. */
export async function deleteSession(
  { db }: { readonly db: Db },
  viewer: Viewer,
  id: string,
): Promise<{ status: 'success' }> {
  await inTransaction(db, async (trx) => {
    const session = await lockKnownSession(trx, viewer, id, 'own');
    await stop(trx, session);
    await markDeleted(trx, session.id);
    await recordAudit(trx, { object: `session ${session.id}` });
  });
  return { status: 'success' };
}

/** Stops a session. Returns false if the session is idle. */
async function stop(trx: Tx, session: SessionRow): Promise<boolean> {
  if (session.status === 'running') await endRun(trx, session, { status: 'stopped' });
  else if (session.status === 'waiting') {
    // The waiting run has already sent its `done` event.
    await appendEvents(trx, session.id, await closeOpenWork(trx, session.id, 'the session was stopped'));
    await markEnded(trx, session.id, 'stopped');
  } else return false;
  return true;
}
