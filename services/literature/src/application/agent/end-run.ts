import type { AgentEvent } from '@almagest/contracts/literature';
import { mergeDeltas } from '../../domain/agent/merge-deltas.ts';
import { listOpenCalls } from '../../persistence/agent/agent-call-repository.ts';
import { appendEvents, listDeltas, replaceDeltas } from '../../persistence/agent/agent-event-repository.ts';
import { closeThreads, insertMessage } from '../../persistence/agent/agent-message-repository.ts';
import { cancelQuestions } from '../../persistence/agent/agent-question-repository.ts';
import {
  endRun as markEnded,
  markStreamed,
  type SessionRow,
} from '../../persistence/agent/agent-session-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { finishCall, type CallResult } from './finish-call.ts';

/** The thread of the agent that talks to the user. */
export const MAIN_AGENT = 'main';
export const MAIN_THREAD = 0;

export type RunEnd =
  | { readonly status: 'completed' | 'stopped' | 'waiting' }
  | { readonly status: 'failed'; readonly reason: string };

/**
 * Ends a run and appends the only `done` event of its stream. Unless the run waits, every open call gets a result and
 * streamed text becomes a message. The caller must have locked the session's row, and the session must be running.
 */
export async function endRun(trx: Tx, session: SessionRow, end: RunEnd): Promise<void> {
  const events: AgentEvent[] = [];
  if (end.status !== 'waiting') {
    await storeStreamedText(trx, session);
    for (const one of await closeOpenWork(trx, session.id, `the run has ended (${end.status})`)) events.push(one);
  }
  if (end.status === 'failed') events.push({ kind: 'error', data: { message: end.reason } });
  events.push({ kind: 'done', data: { session_id: session.id, status: end.status } });
  await appendEvents(trx, session.id, events);
  // The deltas of earlier runs are already merged.
  await replaceDeltas(trx, session.id, mergeDeltas(await listDeltas(trx, session.id, 0)));
  await markEnded(trx, session.id, end.status);
}

/** Closes the open calls, questions and sub-agents of a session that ends. */
export async function closeOpenWork(trx: Tx, sessionId: string, why: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  const open = await listOpenCalls(trx, sessionId);
  // Close the calls of sub-agents before the calls that started them.
  for (const call of open.toSorted((a, b) => b.thread - a.thread))
    for (const one of await finishCall(trx, call, resultOf(call.status, why))) events.push(one);
  await cancelQuestions(trx, sessionId);
  await closeThreads(trx, sessionId);
  return events;
}

function resultOf(status: 'waiting' | 'ready' | 'running' | 'delegated', why: string): CallResult {
  if (status === 'waiting') return { status: 'denied', output: `not answered: ${why}` };
  return { status: 'error', output: status === 'ready' ? `not started: ${why}` : `interrupted: ${why}` };
}

/** Stores the streamed text of an incomplete answer as a message. */
export async function storeStreamedText(trx: Tx, session: Pick<SessionRow, 'id' | 'heard_event'>): Promise<void> {
  const deltas = await listDeltas(trx, session.id, session.heard_event);
  const content = deltas.map(({ kind, text }) => (kind === 'text_delta' ? text : '')).join('');
  if (content !== '') {
    const message = { session_id: session.id, thread: MAIN_THREAD, role: 'assistant', content, is_cut: true } as const;
    await insertMessage(trx, message);
  }
  await markStreamed(trx, session.id);
}
