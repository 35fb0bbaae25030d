import type { AgentEvent, AgentEventKind } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Delta, MergedDelta } from '../../domain/agent/merge-deltas.ts';
import type { Db, Tx } from '../database.ts';

/** A stored event. `data` is JSON text. */
export interface EventRow {
  readonly seq: number;
  readonly kind: AgentEventKind;
  readonly data: string;
  readonly ends: readonly number[] | null;
}

/**
 * Numbers events and stores them. The caller must hold the lock of the session's row, so that the numbers follow the
 * order of commits.
 */
export async function appendEvents(trx: Tx, sessionId: string, events: readonly AgentEvent[]): Promise<void> {
  if (events.length === 0) return;
  const kinds = events.map(({ kind }) => kind);
  const data = events.map((event) => JSON.stringify(event.data));
  await sql`
    with session as (
      update agent_session set last_event = last_event + ${events.length} where id = ${sessionId}
      returning last_event - ${events.length} as told)
    insert into agent_event (session_id, seq, kind, data)
    select ${sessionId}, told + place, kind, data
    from session, unnest(${kinds}::text[], ${data}::text[]) with ordinality as e(kind, data, place)`.execute(trx);
}

/** The position of a stream: the session and the last event that was sent. */
export interface StreamPosition {
  readonly sessionId: string;
  readonly after: number;
}

/** Maximum number of events per stream and query. The next poll reads the rest. */
const AT_ONCE = 500;

/** Lists the events after each position. `listener` is the index of the position in `listeners`. */
export async function listNews(
  db: Db,
  listeners: readonly StreamPosition[],
): Promise<(EventRow & { listener: number })[]> {
  const { rows } = await sql<EventRow & { listener: number }>`
    select place::int - 1 as listener, e.seq, e.kind, e.data, e.ends
    from unnest(${listeners.map(({ sessionId }) => sessionId)}::uuid[], ${listeners.map(({ after }) => after)}::int[])
      with ordinality as l(id, told, place)
    cross join lateral (
      select seq, kind, data, ends from agent_event where session_id = l.id and seq > l.told order by seq limit ${AT_ONCE}
    ) e
    order by place, e.seq`.execute(db);
  return rows;
}

/** Lists the pieces of text and thoughts after an event, in order. */
export async function listDeltas(trx: Tx, sessionId: string, after: number): Promise<Delta[]> {
  const rows = await trx
    .selectFrom('agent_event')
    .select(['seq', 'kind', 'data'])
    .where('session_id', '=', sessionId)
    .where('seq', '>', after)
    .where('kind', 'in', ['text_delta', 'thought'])
    .where('ends', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq, kind, data }) => {
    const { text } = JSON.parse(data) as { text: string };
    return { seq, kind: kind as Delta['kind'], text };
  });
}

export async function replaceDeltas(trx: Tx, sessionId: string, merged: readonly MergedDelta[]): Promise<void> {
  for (const { seq, text, ends } of merged) {
    await trx
      .deleteFrom('agent_event')
      .where('session_id', '=', sessionId)
      .where('seq', '>', seq - ends.length)
      .where('seq', '<', seq)
      .execute();
    await trx
      .updateTable('agent_event')
      .set({ data: JSON.stringify({ text }), ends: [...ends] })
      .where('session_id', '=', sessionId)
      .where('seq', '=', seq)
      .execute();
  }
}
