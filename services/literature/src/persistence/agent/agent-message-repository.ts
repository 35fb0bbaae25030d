import { sql } from 'kysely';
import type { MessageRole } from './agent-tables.ts';
import type { Db, Tx } from '../database.ts';

export interface NewMessage {
  readonly session_id: string;
  readonly thread: number;
  readonly role: MessageRole;
  readonly content: string;
  readonly call_id?: string;
  readonly is_cut?: boolean;
}

export async function insertMessage(trx: Tx, message: NewMessage): Promise<number> {
  const { id } = await trx.insertInto('agent_message').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A message. If it is the result of a call, it has the call's output. */
export interface MessageRow {
  readonly id: number;
  readonly thread: number;
  readonly agent: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly call_id: string | null;
  /** The id that the model gave to the call. */
  readonly tool_call_id: string | null;
  readonly tool_name: string | null;
  readonly call_status: string | null;
  readonly is_cut: boolean;
  readonly created_at: Date;
}

/** Lists the messages of a session, or of one of its agents, in order. */
export async function listMessages(db: Db, sessionId: string, thread?: number): Promise<MessageRow[]> {
  return await db
    .selectFrom('agent_message as m')
    .innerJoin('agent_thread as t', (join) =>
      join.onRef('t.session_id', '=', 'm.session_id').onRef('t.thread', '=', 'm.thread'),
    )
    .leftJoin('agent_call as c', 'c.id', 'm.call_id')
    .select(['m.id', 'm.thread', 't.agent', 'm.role', 'm.call_id', 'm.is_cut', 'm.created_at'])
    .select(['c.tool_call_id', 'c.tool_name', 'c.status as call_status'])
    .select(sql<string>`coalesce(c.output, m.content)`.as('content'))
    .where('m.session_id', '=', sessionId)
    .$if(thread !== undefined, (query) => query.where('m.thread', '=', thread ?? 0))
    .orderBy('m.id')
    .execute();
}

export interface ThreadRow {
  readonly thread: number;
  readonly agent: string;
  readonly depth: number;
  readonly steps: number;
  readonly call_id: string | null;
}

export interface NewThread {
  readonly session_id: string;
  readonly agent: string;
  readonly depth: number;
  readonly run: number;
  readonly call_id?: string;
}

/** Opens the message thread of an agent. Appends a number if the agent's name is already used. */
export async function openThread(trx: Tx, thread: NewThread): Promise<number> {
  const known = await trx
    .selectFrom('agent_thread')
    .select('agent')
    .where('session_id', '=', thread.session_id)
    .execute();
  const names = new Set(known.map(({ agent }) => agent));
  let { agent } = thread;
  for (let number = 2; names.has(agent); number += 1) agent = `${thread.agent}-${number}`;
  await trx
    .insertInto('agent_thread')
    .values({ ...thread, agent, thread: known.length })
    .execute();
  return known.length;
}

/** Lists the active agents, beginning with the main agent. */
export async function listOpenThreads(trx: Tx, sessionId: string): Promise<(ThreadRow & { has_answered: boolean })[]> {
  return await trx
    .selectFrom('agent_thread as t')
    .select(['thread', 'agent', 'depth', 'steps', 'call_id'])
    .select(
      sql<boolean>`coalesce((
        select m.role = 'assistant' and not m.is_cut from agent_message m
        where m.session_id = t.session_id and m.thread = t.thread order by m.id desc limit 1), false)`.as(
        'has_answered',
      ),
    )
    .where('session_id', '=', sessionId)
    .where('is_open', '=', true)
    .orderBy('thread')
    .execute();
}

/** Lists the agents of a session, each with the call that started it. The main agent has no such call. */
export async function listAgents(db: Db, sessionId: string): Promise<{ agent: string; call_id: string | null }[]> {
  return await db
    .selectFrom('agent_thread')
    .select(['agent', 'call_id'])
    .where('session_id', '=', sessionId)
    .orderBy('thread')
    .execute();
}

/** Counts the sub-agents of a run that have started or are ready to start. */
export async function countSubagents(trx: Tx, sessionId: string, run: number, tool: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select
      (select count(*) from agent_thread where session_id = ${sessionId} and run = ${run} and thread > 0) +
      (select count(*) from agent_call where session_id = ${sessionId} and tool_name = ${tool} and status = 'ready')
      as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Closes the thread of one sub-agent, or the threads of all sub-agents. */
export async function closeThreads(trx: Tx, sessionId: string, thread?: number): Promise<void> {
  await trx
    .updateTable('agent_thread')
    .set({ is_open: false })
    .where('session_id', '=', sessionId)
    .where('thread', '>', 0)
    .$if(thread !== undefined, (query) => query.where('thread', '=', thread ?? 0))
    .execute();
}
