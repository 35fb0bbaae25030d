import { recordAudit } from '@almagest/accounts';
import type { PendingQuestion, QuestionAnswer, SessionPermission } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { accessTo, type Viewer } from '../../domain/people/access.ts';
import { readArguments } from '../../domain/agent/decide-call.ts';
import { findCall, markCall } from '../../persistence/agent/agent-call-repository.ts';
import { appendEvents } from '../../persistence/agent/agent-event-repository.ts';
import {
  countOpenQuestions,
  findQuestion,
  listOpenQuestions,
  listPermissionQuestions,
  storeAnswer,
  type QuestionRow,
} from '../../persistence/agent/agent-question-repository.ts';
import {
  beginRun,
  lockSession,
  setAllowed,
  type SessionRow,
} from '../../persistence/agent/agent-session-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { finishCall } from './finish-call.ts';
import { isId, lockKnownSession } from './known-session.ts';
import { requireAllowed } from '../people/require-access.ts';
import type { AgentDeps } from './start-run.ts';

export async function readQuestions({ db }: Pick<AgentDeps, 'db'>, viewer: Viewer): Promise<PendingQuestion[]> {
  const rows = await listOpenQuestions(db, viewer);
  return rows.map(({ created_at, tool_name, arguments: written, ...row }) => {
    const args = row.kind === 'permission' ? readArguments(written) : undefined;
    return {
      ...row,
      created_at: created_at.toISOString(),
      tool_name: args === undefined ? null : tool_name,
      arguments: args === undefined || typeof args === 'string' ? null : { ...args },
    };
  });
}

/** Records the first answer to a question. After the last open question, the session's run continues. */
export async function answerQuestion(
  { db, requestAgent }: Pick<AgentDeps, 'db' | 'requestAgent'>,
  viewer: Viewer,
  { question_id, answer }: QuestionAnswer,
): Promise<{ status: 'success' }> {
  const goesOn = await inTransaction(db, async (trx) => {
    const { session, question } = await lockQuestion(trx, viewer, question_id);
    await recordAnswer(trx, question, answer);
    await recordAudit(trx, { object: `session ${session.id}`, detail: { question: question.id } });
    return await continueRun(trx, session);
  });
  if (goesOn !== undefined) requestAgent(`${goesOn.id}-${goesOn.last_event}`);
  return { status: 'success' };
}

/**
 * Allows the call that a question is about, all waiting calls of the same tool, and later calls of this tool in the
 * session.
 */
export async function allowForSession(
  { db, requestAgent }: Pick<AgentDeps, 'db' | 'requestAgent'>,
  viewer: Viewer,
  sessionId: string,
  { question_id }: SessionPermission,
): Promise<{ allowed_tools: string[] }> {
  const { allowed, goesOn } = await inTransaction(db, async (trx) => {
    const { session, question } = await lockQuestion(trx, viewer, question_id);
    if (session.id !== sessionId) throw unknownQuestion(question_id);
    const tool = (await findCall(trx, question.call_id))?.tool_name;
    if (question.kind !== 'permission' || tool === undefined)
      throw new Refusal('conflict', `question ${question.id} is not a permission request. Answer it instead`);
    await setAllowed(trx, session.id, tool, true);
    await recordAudit(trx, { object: `session ${session.id}`, detail: { allowed: tool } });
    for (const one of await listPermissionQuestions(trx, session.id, tool)) await recordAnswer(trx, one, 'allow');
    return { allowed: [...new Set([...session.allowed_tools, tool])], goesOn: await continueRun(trx, session) };
  });
  if (goesOn !== undefined) requestAgent(`${goesOn.id}-${goesOn.last_event}`);
  return { allowed_tools: allowed };
}

/** Revokes the permission to call a tool that the user allowed for the session. */
export async function forbidForSession(
  { db }: Pick<AgentDeps, 'db'>,
  viewer: Viewer,
  sessionId: string,
  tool: string,
): Promise<{ allowed_tools: string[] }> {
  return await inTransaction(db, async (trx) => {
    const session = await lockKnownSession(trx, viewer, sessionId, 'edit');
    if (!session.allowed_tools.includes(tool))
      throw new Refusal('unknown', `the tool ${tool.slice(0, 80)} was not allowed for session ${session.id}`);
    await setAllowed(trx, session.id, tool, false);
    await recordAudit(trx, { object: `session ${session.id}`, detail: { forbidden: tool } });
    return { allowed_tools: session.allowed_tools.filter((name) => name !== tool) };
  });
}

/** Locks the session of an open question. Returns the session and the question. */
async function lockQuestion(
  trx: Tx,
  viewer: Viewer,
  question_id: string,
): Promise<{ session: SessionRow; question: QuestionRow }> {
  const known = await requireQuestion(trx, question_id);
  const session = await lockSession(trx, viewer, known.session_id);
  if (session === undefined) throw unknownQuestion(question_id);
  requireAllowed(`session ${session.id}`, accessTo(viewer, session), 'edit');
  // Read the question again under the lock, because another request may have answered it.
  const question = await requireQuestion(trx, question_id);
  if (question.status === 'answered') throw new Refusal('conflict', `question ${question.id} is already answered`);
  if (question.status === 'withdrawn')
    throw new Refusal('conflict', `question ${question.id} was withdrawn because its session ended`);
  return { session, question };
}

/** Resumes a session that has no more open questions. */
async function continueRun(trx: Tx, session: SessionRow): Promise<SessionRow | undefined> {
  // A run that is not waiting yet reads the answer before it decides to wait.
  if (session.status !== 'waiting' || (await countOpenQuestions(trx, session.id)) > 0) return undefined;
  await beginRun(trx, session.id);
  return session;
}

async function recordAnswer(trx: Tx, question: QuestionRow, answer: string): Promise<void> {
  const word = question.kind === 'permission' ? permissionOf(question, answer) : answer;
  await storeAnswer(trx, question.id, word);
  if (word === 'allow' && question.kind === 'permission') return await markCall(trx, question.call_id, 'ready');
  const call = await findCall(trx, question.call_id);
  if (call === undefined) throw new Error(`question ${question.id} does not belong to a tool call`);
  const result =
    question.kind === 'permission'
      ? ({ status: 'denied', output: 'the user did not allow this call' } as const)
      : ({ status: 'ok', output: answer } as const);
  await appendEvents(trx, question.session_id, await finishCall(trx, call, result));
}

function permissionOf({ options }: QuestionRow, answer: string): string {
  const word = answer.trim().toLowerCase();
  if (!options.includes(word)) throw new Refusal('malformed', `body: answer must be one of ${options.join(', ')}`);
  return word;
}

async function requireQuestion(trx: Tx, id: string): Promise<QuestionRow> {
  const question = isId(id) ? await findQuestion(trx, id) : undefined;
  if (question === undefined) throw unknownQuestion(id);
  return question;
}

function unknownQuestion(id: string): Refusal {
  return new Refusal('unknown', `there is no question ${id.slice(0, 80)}`);
}
