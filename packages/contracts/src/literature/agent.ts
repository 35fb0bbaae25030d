import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { ObjectOwnership } from './groups.ts';

/** Whether an agent may do more than read: after asking the user, always, or never. */
export const PermissionMode = Type.Enum(['ask', 'auto', 'read_only']);
export type PermissionMode = Static<typeof PermissionMode>;

export const SessionStatus = Type.Enum(['running', 'waiting', 'completed', 'stopped', 'failed']);
export type SessionStatus = Static<typeof SessionStatus>;

/** How a tool call ended. */
export const CallOutcome = Type.Enum(['ok', 'error', 'denied', 'timeout']);
export type CallOutcome = Static<typeof CallOutcome>;

/** Text written by a user: not blank, and only characters that PostgreSQL can store. */
const Speech = WordedText(20_000);

/** The id of a session or a question. A malformed id gets the same answer as an unknown one. */
const Id = Type.String({ minLength: 1, maxLength: 200 });

export const AgentRequest = closedObject({
  question: Speech,
  session_id: Type.Optional(Nullable(Id)),
  thinking: Type.Optional(Type.Boolean({ default: false })),
  permission_mode: Type.Optional(PermissionMode),
});
export type AgentRequest = Static<typeof AgentRequest>;

const callOf = { id: Type.String(), tool_call_id: Type.String(), name: Type.String(), agent: Type.String() };

/** The data of each kind of event in an agent stream. */
export const agentEvents = {
  thought: Type.Object({ text: Type.String() }),
  /** `arguments` is an object, or the model's text if that is not a JSON object. */
  tool_call: Type.Object({ ...callOf, arguments: Type.Unknown() }),
  tool_result: Type.Object({
    ...callOf,
    status: CallOutcome,
    /** The beginning and the end of a long output. The session contains all of it. */
    output: Type.String(),
    duration_ms: Type.Integer(),
  }),
  text_delta: Type.Object({ text: Type.String() }),
  /** The usage of one answer of a model, also of a sub-agent. */
  usage: Type.Object({
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
  }),
  error: Type.Object({ message: Type.String() }),
  done: Type.Object({ session_id: Type.String(), status: Type.Enum(['completed', 'stopped', 'failed', 'waiting']) }),
};
export type AgentEventKind = keyof typeof agentEvents;
export type AgentEvent = {
  readonly [K in AgentEventKind]: { readonly kind: K; readonly data: Static<(typeof agentEvents)[K]> };
}[AgentEventKind];

export const SessionRecord = Type.Object({
  id: Type.String(),
  title: Type.String(),
  status: SessionStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
  message_count: Type.Integer(),
  ownership: Type.Optional(ObjectOwnership),
});
export type SessionRecord = Static<typeof SessionRecord>;

export const SessionMessage = Type.Object({
  id: Type.Integer(),
  role: Type.Enum(['system', 'user', 'assistant', 'tool']),
  agent: Type.String(),
  content: Type.String(),
  tool_calls: Nullable(Type.Array(Type.Object({ id: Type.String(), name: Type.String(), arguments: Type.Unknown() }))),
  tool_call_id: Nullable(Type.String()),
  created_at: Timestamp,
});
export type SessionMessage = Static<typeof SessionMessage>;

export const SessionDetail = Type.Object({
  ...SessionRecord.properties,
  summary: Type.String(),
  messages: Type.Array(SessionMessage),
});
export type SessionDetail = Static<typeof SessionDetail>;

export const AuditEntry = Type.Object({
  id: Type.String(),
  tool_name: Type.String(),
  status: Type.Enum(['ok', 'error', 'denied', 'timeout', 'waiting', 'running']),
  /** Null until the call has ended. */
  duration_ms: Nullable(Type.Integer()),
  arguments: Type.Unknown(),
  output_preview: Type.String(),
  agent: Type.String(),
  created_at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const QuestionKind = Type.Enum(['question', 'permission']);
export type QuestionKind = Static<typeof QuestionKind>;

export const PendingQuestion = Type.Object({
  id: Type.String(),
  session_id: Type.String(),
  kind: QuestionKind,
  /**
   * For a permission, it contains all arguments of the call as JSON, never shortened, with invisible characters
   * escaped.
   */
  question: Type.String(),
  /** The tool that needs the permission. Null for a question. */
  tool_name: Nullable(Type.String()),
  /** The parsed arguments of the call. Null for a question. */
  arguments: Nullable(Type.Record(Type.String(), Type.Unknown())),
  /** `allow` and `deny` for a permission. Suggestions for a question. */
  options: Type.Array(Type.String()),
  created_at: Timestamp,
});
export type PendingQuestion = Static<typeof PendingQuestion>;

export const QuestionAnswer = closedObject({ question_id: Id, answer: Speech });
export type QuestionAnswer = Static<typeof QuestionAnswer>;

export const AgentMetrics = Type.Object({
  total_sessions: Type.Integer(),
  total_tool_calls: Type.Integer(),
  tool_call_breakdown: Type.Record(Type.String(), Type.Integer()),
  /** Answers of models, including sub-agents. */
  avg_steps_per_session: Type.Number(),
  /** Share of the ended tool calls that failed or timed out, from 0 to 1. */
  error_rate: Type.Number(),
});
export type AgentMetrics = Static<typeof AgentMetrics>;

export const SessionPage = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })),
});
export type SessionPage = Static<typeof SessionPage>;

const call = { tag: 'agent', role: 'api-token-if-configured', failures: 'text' } as const;
const oneSession = { params: Type.Object({ id: Id }), statuses: [400, 401, 403, 404, 500] } as const;
const Success = Type.Object({ status: Type.Literal('success') });

export const agentOperations = defineOperations({
  chatWithAgent: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/chat/agent',
    summary:
      'Asks the agent, and streams its work as Server-Sent Events. X-Session-Id names the session. With the header Last-Event-ID, asks no question and streams the session’s events after that event.',
    body: AgentRequest,
    reply: 'text/event-stream',
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  listSessions: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/chat/sessions',
    summary: 'Lists the sessions, most recently used first.',
    query: SessionPage,
    reply: Type.Object({ sessions: Type.Array(SessionRecord), total: Type.Integer() }),
    statuses: [400, 401, 403, 500],
  },
  readSession: {
    ...call,
    ...oneSession,
    least: 'reader',
    method: 'get',
    path: '/api/chat/sessions/{id}',
    summary: 'Returns a session with all its messages.',
    reply: SessionDetail,
  },
  deleteSession: {
    ...call,
    ...oneSession,
    least: 'member',
    method: 'delete',
    path: '/api/chat/sessions/{id}',
    summary: 'Deletes a session. A running session is stopped.',
    reply: Success,
  },
  stopSession: {
    ...call,
    ...oneSession,
    least: 'member',
    method: 'post',
    path: '/api/chat/sessions/{id}/stop',
    summary: 'Ends a session that is running or waiting for an answer.',
    reply: Type.Object({ status: SessionStatus }),
    statuses: [400, 401, 403, 404, 409, 500],
  },
  readAudit: {
    ...call,
    ...oneSession,
    least: 'reader',
    method: 'get',
    path: '/api/chat/sessions/{id}/audit',
    summary: 'Lists every tool call of a session, in order.',
    reply: Type.Array(AuditEntry),
  },
  readAgentMetrics: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/chat/metrics',
    summary: 'Returns totals over all sessions of the agent.',
    reply: AgentMetrics,
    statuses: [401, 403, 500],
  },
  listQuestions: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/chat/questions',
    summary: 'Lists the open questions of sessions, oldest first.',
    reply: Type.Array(PendingQuestion),
    statuses: [401, 403, 500],
  },
  answerQuestion: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/chat/answer',
    summary: 'Answers a question. The session continues when no questions are open.',
    body: QuestionAnswer,
    reply: Success,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
});
