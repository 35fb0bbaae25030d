import type {
  AgentMetrics,
  AuditEntry,
  SessionDetail,
  SessionMessage,
  SessionPage,
  SessionRecord,
} from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { cutMiddle } from '../../domain/agent/data-fence.ts';
import { readArguments } from '../../domain/agent/decide-call.ts';
import { summarise } from '../../domain/agent/session-words.ts';
import type { Viewer } from '../../domain/people/access.ts';
import { listCalls, type CallRow } from '../../persistence/agent/agent-call-repository.ts';
import { readMetrics } from '../../persistence/agent/agent-metrics.ts';
import { listMessages, type MessageRow } from '../../persistence/agent/agent-message-repository.ts';
import { findSession, listSessions as findSessions } from '../../persistence/agent/agent-session-repository.ts';
import type { CallStatus } from '../../persistence/agent/agent-tables.ts';
import type { Db } from '../../persistence/database.ts';
import { MAIN_AGENT } from './end-run.ts';
import { withOwnership } from '../people/with-ownership.ts';
import { findKnownSession } from './known-session.ts';

const PREVIEW_CHARS = 500;

/** Lists the sessions that are not deleted, most recently changed first. */
export async function listSessions(
  { db }: { readonly db: Db },
  viewer: Viewer,
  page: SessionPage,
): Promise<{ sessions: SessionRecord[]; total: number }> {
  const { sessions, total } = await findSessions(db, viewer, page);
  return { sessions: await withOwnership(db, viewer, sessions), total };
}

export async function readAgentMetrics({ db }: { readonly db: Db }, viewer: Viewer): Promise<AgentMetrics> {
  return await readMetrics(db, viewer);
}

/** Returns whether a viewer may still see a session. An open stream checks this repeatedly. */
export async function maySeeSession({ db }: { readonly db: Db }, viewer: Viewer, id: string): Promise<boolean> {
  return (await findSession(db, viewer, id)) !== undefined;
}

export async function readSession({ db }: { readonly db: Db }, viewer: Viewer, id: string): Promise<SessionDetail> {
  const session = await findKnownSession(db, viewer, id);
  const rows = await listMessages(db, session.id);
  const calls = await listCalls(db, session.id);
  const used: Record<string, number> = {};
  for (const { tool_name } of calls) used[tool_name] = (used[tool_name] ?? 0) + 1;
  const callsOf = Map.groupBy(calls, ({ message_id }) => message_id);
  const messages = rows.map((row) => messageOf(row, callsOf.get(row.id)));
  return { ...session, message_count: messages.length, summary: summarise(messages, used, MAIN_AGENT), messages };
}

function messageOf(row: MessageRow, calls: readonly CallRow[] | undefined): SessionMessage {
  return {
    id: row.id,
    role: row.role,
    agent: row.agent,
    content: row.content,
    tool_calls:
      calls?.map((call) => ({
        id: call.tool_call_id,
        name: call.tool_name,
        arguments: readArguments(call.arguments),
      })) ?? null,
    tool_call_id: row.tool_call_id,
    created_at: row.created_at.toISOString(),
  };
}

/** Lists every tool call of a session, including failed and denied calls. */
export async function readAudit({ db }: { readonly db: Db }, viewer: Viewer, id: string): Promise<AuditEntry[]> {
  const session = await findKnownSession(db, viewer, id);
  return (await listCalls(db, session.id)).map((call) => ({
    id: call.id,
    tool_name: call.tool_name,
    status: auditStatus(call.status),
    duration_ms: call.duration_ms,
    arguments: readArguments(call.arguments),
    output_preview: cutMiddle(call.output ?? '', PREVIEW_CHARS),
    agent: call.agent,
    created_at: call.created_at.toISOString(),
  }));
}

/** Returns the status of a call for the audit. Delegated calls and calls that are about to run count as running. */
export function auditStatus(status: CallStatus): AuditEntry['status'] {
  return status === 'ready' || status === 'delegated' ? 'running' : status;
}

/** Returns the session and the event from which a reconnecting client resumes its stream. */
export async function resumeStream(
  { db }: { readonly db: Db },
  viewer: Viewer,
  sessionId: string | null | undefined,
  lastEventId: string,
): Promise<{ sessionId: string; after: number }> {
  if (sessionId === null || sessionId === undefined)
    throw new Refusal('malformed', 'body: session_id is required with the header Last-Event-ID');
  if (!/^\d{1,9}$/.test(lastEventId))
    throw new Refusal('malformed', 'header Last-Event-ID: must be the id of an event');
  const { id } = await findKnownSession(db, viewer, sessionId);
  return { sessionId: id, after: Number(lastEventId) };
}
