import { recordAudit } from '@almagest/accounts';
import { randomUUID } from 'node:crypto';
import type { AgentRequest } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { AGENT_LIMITS } from '../../domain/agent/limits.ts';
import { titleOf } from '../../domain/agent/session-words.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { countCalls } from '../../persistence/agent/agent-call-repository.ts';
import { insertMessage, openThread } from '../../persistence/agent/agent-message-repository.ts';
import { beginRun, insertSession, type SessionRow } from '../../persistence/agent/agent-session-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import type { LanguageModels } from '../../sources/language-model/language-model.ts';
import { MAIN_AGENT, MAIN_THREAD } from './end-run.ts';
import { lockKnownSession } from './known-session.ts';

export interface AgentDeps {
  readonly db: Db;
  readonly models: LanguageModels;
  /** Enqueues a job. The queue ignores a name that is already enqueued, and the sweep enqueues lost jobs again. */
  readonly requestAgent: (name: string) => void;
}

/** The place where the stream of a run begins: after this event of the session. */
export interface StreamPlace {
  readonly sessionId: string;
  readonly after: number;
}

/** Asks a question in a new or idle session, and returns where its stream begins. */
export async function startRun(
  { db, models, requestAgent }: AgentDeps,
  viewer: Viewer,
  { question, session_id, thinking = false, permission_mode = 'ask' }: AgentRequest,
): Promise<StreamPlace> {
  // This throws if no provider is configured. It must come before all writes.
  models.chat();
  const settings = { thinking, permission_mode };
  const place = await inTransaction(db, async (trx): Promise<StreamPlace> => {
    if (session_id === undefined || session_id === null) {
      const sessionId = randomUUID();
      await insertSession(trx, viewer, { id: sessionId, title: titleOf(question), ...settings });
      await openThread(trx, { session_id: sessionId, agent: MAIN_AGENT, depth: 0, run: 0 });
      await say(trx, sessionId, question);
      await recordAudit(trx, { object: `session ${sessionId}` });
      return { sessionId, after: 0 };
    }
    const session = await lockKnownSession(trx, viewer, session_id, 'edit');
    refuseBusy(session);
    await refuseSpent(trx, session.id);
    await beginRun(trx, session.id, { ...settings, asker_id: viewer.ownerId });
    await say(trx, session.id, question);
    await recordAudit(trx, { object: `session ${session.id}` });
    return { sessionId: session.id, after: session.last_event };
  });
  requestAgent(`${place.sessionId}-${place.after}`);
  return place;
}

function refuseBusy({ id, status }: SessionRow): void {
  if (status === 'running') throw new Refusal('conflict', `session ${id} is running. Wait until it ends, or stop it`);
  if (status === 'waiting')
    throw new Refusal('conflict', `session ${id} waits for an answer to its question. Answer it, or stop the session`);
}

/** Refuses a session that has used all its tool calls, because its agent could not call tools any more. */
async function refuseSpent(trx: Tx, id: string): Promise<void> {
  const { callsPerSession } = AGENT_LIMITS;
  if ((await countCalls(trx, id)) >= callsPerSession)
    throw new Refusal('conflict', `session ${id} has used its ${callsPerSession} tool calls. Start a new session`);
}

async function say(trx: Tx, sessionId: string, content: string): Promise<void> {
  await insertMessage(trx, { session_id: sessionId, thread: MAIN_THREAD, role: 'user', content });
}
