import type { CallOutcome } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { CallStatus } from './agent-tables.ts';
import type { Db, Tx } from '../database.ts';

export interface CallRow {
  readonly id: string;
  readonly session_id: string;
  readonly thread: number;
  readonly agent: string;
  readonly message_id: number;
  /** The id that the model gave to the call. */
  readonly tool_call_id: string;
  readonly tool_name: string;
  /** The arguments as the model wrote them, normally JSON. */
  readonly arguments: string;
  readonly status: CallStatus;
  readonly output: string | null;
  readonly duration_ms: number | null;
  readonly created_at: Date;
}

export interface NewCall {
  readonly id: string;
  readonly session_id: string;
  readonly thread: number;
  readonly message_id: number;
  readonly position: number;
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly arguments: string;
  readonly status: 'waiting' | 'ready';
  /** Set only for a call that a user's answer completes, without a tool. */
  readonly began_at?: Date;
}

export async function insertCall(trx: Tx, call: NewCall): Promise<void> {
  await trx.insertInto('agent_call').values(call).execute();
}

const calls = (db: Db) =>
  db
    .selectFrom('agent_call as c')
    .innerJoin('agent_thread as t', (join) =>
      join.onRef('t.session_id', '=', 'c.session_id').onRef('t.thread', '=', 'c.thread'),
    )
    .select(['c.id', 'c.session_id', 'c.thread', 't.agent', 'c.message_id', 'c.tool_call_id', 'c.tool_name'])
    .select(['c.arguments', 'c.status', 'c.output', 'c.duration_ms', 'c.created_at'])
    .orderBy('c.message_id')
    .orderBy('c.position');

export async function findCall(db: Db, id: string): Promise<CallRow | undefined> {
  return await calls(db).where('c.id', '=', id).executeTakeFirst();
}

/** Lists all calls of a session, or of one of its agents, in order. */
export async function listCalls(db: Db, sessionId: string, thread?: number): Promise<CallRow[]> {
  return await calls(db)
    .where('c.session_id', '=', sessionId)
    .$if(thread !== undefined, (query) => query.where('c.thread', '=', thread ?? 0))
    .execute();
}

export async function countCalls(db: Db, sessionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('agent_call')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the calls without a result, in order. */
export async function listOpenCalls(
  db: Db,
  sessionId: string,
): Promise<(CallRow & { readonly status: 'waiting' | 'ready' | 'running' | 'delegated' })[]> {
  const rows = await calls(db).where('c.session_id', '=', sessionId).where('c.output', 'is', null).execute();
  return rows as (CallRow & { status: 'waiting' | 'ready' | 'running' | 'delegated' })[];
}

export async function markCall(trx: Tx, id: string, status: 'ready' | 'running' | 'delegated'): Promise<void> {
  await trx
    .updateTable('agent_call')
    .set({ status, ...(status === 'ready' ? {} : { began_at: sql<Date>`clock_timestamp()` }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the result of a call and returns the duration of the call in ms. Returns undefined if the call already has a
 * result.
 */
export async function endCall(
  trx: Tx,
  id: string,
  { status, output }: { status: CallOutcome; output: string },
): Promise<number | undefined> {
  const row = await trx
    .updateTable('agent_call')
    .set({
      status,
      output,
      duration_ms: sql<number>`coalesce(round(1000 * extract(epoch from clock_timestamp() - began_at)), 0)::int`,
    })
    .where('id', '=', id)
    .where('output', 'is', null)
    .returning('duration_ms')
    .executeTakeFirst();
  return row?.duration_ms ?? undefined;
}
