import type { PendingQuestion, QuestionAnswer } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { readArguments } from '../../domain/agent/decide-call.ts';
import { findCall, markCall } from '../../persistence/agent-call-repository.ts';
import { appendEvents } from '../../persistence/agent-event-repository.ts';
import {
  countOpenQuestions,
  findQuestion,
  listOpenQuestions,
  storeAnswer,
  type QuestionRow,
} from '../../persistence/agent-question-repository.ts';
import { beginRun, lockSession } from '../../persistence/agent-session-repository.ts';
import type { Tx } from '../../persistence/database.ts';
import { finishCall } from './finish-call.ts';
import { isId } from './known-session.ts';
import type { AgentDeps } from './start-run.ts';

export async function readQuestions({ db }: Pick<AgentDeps, 'db'>): Promise<PendingQuestion[]> {
  const rows = await listOpenQuestions(db);
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

/** Records an answer, once. When the last open question of a session is answered, its run continues. */
export async function answerQuestion(
  { db, requestAgent }: Pick<AgentDeps, 'db' | 'requestAgent'>,
  { question_id, answer }: QuestionAnswer,
): Promise<{ status: 'success' }> {
  const goesOn = await inTransaction(db, async (trx) => {
    const known = await requireQuestion(trx, question_id);
    const session = await lockSession(trx, known.session_id);
    if (session === undefined) throw unknownQuestion(question_id);
    // Read again under the lock, because it may have been answered meanwhile.
    const question = await requireQuestion(trx, question_id);
    if (question.status === 'answered') throw new Refusal('conflict', `question ${question.id} is answered already`);
    if (question.status === 'withdrawn')
      throw new Refusal('conflict', `question ${question.id} is no longer asked: its session was ended`);
    await recordAnswer(trx, question, answer);
    // A run that has not come to its wait yet finds the answer there.
    if (session.status !== 'waiting' || (await countOpenQuestions(trx, session.id)) > 0) return undefined;
    await beginRun(trx, session.id);
    return session;
  });
  if (goesOn !== undefined) requestAgent(`${goesOn.id}-${goesOn.last_event}`);
  return { status: 'success' };
}

async function recordAnswer(trx: Tx, question: QuestionRow, answer: string): Promise<void> {
  const word = question.kind === 'permission' ? permissionOf(question, answer) : answer;
  await storeAnswer(trx, question.id, word);
  if (word === 'allow' && question.kind === 'permission') return await markCall(trx, question.call_id, 'ready');
  const call = await findCall(trx, question.call_id);
  if (call === undefined) throw new Error(`question ${question.id} is about no call`);
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
