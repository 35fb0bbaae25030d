import type { PendingQuestion, QuestionKind } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { visibleTo } from '../people/visibility.ts';

export interface NewQuestion {
  readonly id: string;
  readonly session_id: string;
  readonly call_id: string;
  readonly kind: QuestionKind;
  readonly question: string;
  readonly options: string[];
}

export async function insertQuestion(trx: Tx, question: NewQuestion): Promise<void> {
  await trx.insertInto('agent_question').values(question).execute();
}

export interface QuestionRow extends NewQuestion {
  readonly status: 'open' | 'answered' | 'withdrawn';
}

export async function findQuestion(db: Db, id: string): Promise<QuestionRow | undefined> {
  return await db
    .selectFrom('agent_question')
    .select(['id', 'session_id', 'call_id', 'kind', 'question', 'options', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists a session's open permission questions about calls of one tool. */
export async function listPermissionQuestions(trx: Tx, sessionId: string, tool: string): Promise<QuestionRow[]> {
  return await trx
    .selectFrom('agent_question as q')
    .innerJoin('agent_call as c', 'c.id', 'q.call_id')
    .select(['q.id', 'q.session_id', 'q.call_id', 'q.kind', 'q.question', 'q.options', 'q.status'])
    .where('q.session_id', '=', sessionId)
    .where('q.kind', '=', 'permission')
    .where('q.status', '=', 'open')
    .where('c.tool_name', '=', tool)
    .execute();
}

export async function listSessionQuestions(db: Db, sessionId: string) {
  return await db
    .selectFrom('agent_question')
    .select(['id', 'call_id', 'kind', 'question', 'options', 'status', 'answer'])
    .where('session_id', '=', sessionId)
    .execute();
}

export async function storeAnswer(trx: Tx, id: string, answer: string): Promise<void> {
  await trx.updateTable('agent_question').set({ status: 'answered', answer }).where('id', '=', id).execute();
}

export async function cancelQuestions(trx: Tx, sessionId: string): Promise<void> {
  await trx
    .updateTable('agent_question')
    .set({ status: 'withdrawn' })
    .where('session_id', '=', sessionId)
    .where('status', '=', 'open')
    .execute();
}

export async function countOpenQuestions(trx: Tx, sessionId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('agent_question')
    .select(sql<number>`count(*)`.as('count'))
    .where('session_id', '=', sessionId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

export interface OpenQuestionRow extends Omit<PendingQuestion, 'arguments' | 'created_at' | 'tool_name'> {
  readonly tool_name: string;
  /** The arguments as the model wrote them, normally JSON. */
  readonly arguments: string;
  readonly created_at: Date;
}

/** Lists the open questions of the sessions that the viewer may see. */
export async function listOpenQuestions(db: Db, viewer: Viewer): Promise<OpenQuestionRow[]> {
  return await db
    .selectFrom('agent_question as q')
    .innerJoin('agent_call as c', 'c.id', 'q.call_id')
    .innerJoin('agent_session', 'agent_session.id', 'q.session_id')
    .where(visibleTo(viewer, 'agent_session'))
    .select(['q.id', 'q.session_id', 'q.kind', 'q.question', 'q.options', 'q.created_at', 'c.tool_name', 'c.arguments'])
    .where('q.status', '=', 'open')
    .orderBy('q.created_at')
    .orderBy('q.id')
    .execute();
}
