import type { AgentMetrics } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { personalTo } from '../people/visibility.ts';

const COUNTS = sql`count(*) as calls, count(output) as ended,
  count(*) filter (where status in ('error', 'timeout')) as failed`;

/** Adds the counts of these sessions to the totals of removed sessions. The caller then removes the sessions. */
export async function addToPastTotals(trx: Tx, sessionIds: readonly string[]): Promise<void> {
  const gone = sql`= any (${sessionIds}::uuid[])`;
  await sql`
    insert into agent_past_call (tool_name, calls, ended, failed)
    select tool_name, ${COUNTS} from agent_call where session_id ${gone} group by tool_name order by tool_name
    on conflict (tool_name) do update set calls = agent_past_call.calls + excluded.calls,
      ended = agent_past_call.ended + excluded.ended, failed = agent_past_call.failed + excluded.failed`.execute(trx);
  await sql`
    update agent_past as past set sessions = past.sessions + done.sessions, steps = past.steps + done.steps
    from (select count(*) as sessions, coalesce(sum(total_steps), 0) as steps from agent_session where id ${gone}) as done
    `.execute(trx);
}

/**
 * Returns totals of the sessions of the viewer and the built-in account. Includes deleted sessions, even if their rows
 * no longer exist. A model may invent tool names from words of a conversation, so the names are as private as the
 * session.
 */
export async function readMetrics(db: Db, viewer: Viewer): Promise<AgentMetrics> {
  const { rows: sessions } = await sql<{ count: number; steps: number }>`
    select past.sessions + here.sessions as count,
      coalesce((past.steps + here.steps)::float8 / nullif(past.sessions + here.sessions, 0), 0) as steps
    from agent_past as past,
      (select count(*) as sessions, coalesce(sum(total_steps), 0) as steps from agent_session
       where ${personalTo(viewer, 'agent_session')}) as here`.execute(db);
  const { rows: tools } = await sql<{ tool_name: string; calls: number; ended: number; failed: number }>`
    select tool_name, sum(calls)::bigint as calls, sum(ended)::bigint as ended, sum(failed)::bigint as failed
    from (
      select tool_name, ${COUNTS} from agent_call
      where session_id in (select id from agent_session where ${personalTo(viewer, 'agent_session')}) group by tool_name
      union all select tool_name, calls, ended, failed from agent_past_call) as c
    group by tool_name order by tool_name`.execute(db);
  const sum = (of: 'calls' | 'ended' | 'failed') => tools.reduce((total, row) => total + row[of], 0);
  return {
    total_sessions: sessions[0]?.count ?? 0,
    total_tool_calls: sum('calls'),
    tool_call_breakdown: Object.fromEntries(tools.map(({ tool_name, calls }) => [tool_name, calls])),
    avg_steps_per_session: sessions[0]?.steps ?? 0,
    error_rate: sum('ended') === 0 ? 0 : sum('failed') / sum('ended'),
  };
}
