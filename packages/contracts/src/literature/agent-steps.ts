import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp } from '../schema.ts';
import { AuditEntry, PermissionMode, QuestionKind, SessionRecord } from './agent.ts';

/** A message of the user or of an agent. */
export const SaidStep = Type.Object({
  kind: Type.Literal('said'),
  id: Type.Integer(),
  role: Type.Enum(['user', 'assistant']),
  agent: Type.String(),
  text: Type.String(),
  created_at: Timestamp,
});

/** A tool call, with the question to the user for which it waits or waited. */
export const CallStep = Type.Object({
  kind: Type.Literal('call'),
  id: Type.String(),
  agent: Type.String(),
  tool_name: Type.String(),
  status: AuditEntry.properties.status,
  /** An object, or the model's text if that is not a JSON object. */
  arguments: Type.Unknown(),
  /** The beginning and the end of a long output. The messages of the session contain all of it. */
  output: Nullable(Type.String()),
  duration_ms: Nullable(Type.Integer()),
  /** The agent that the call has started. Its steps are in the same list. */
  started_agent: Nullable(Type.String()),
  question: Nullable(
    Type.Object({
      id: Type.String(),
      kind: QuestionKind,
      /** For a permission, it contains all arguments of the call. */
      question: Type.String(),
      options: Type.Array(Type.String()),
      status: Type.Enum(['open', 'answered', 'withdrawn']),
      answer: Nullable(Type.String()),
    }),
  ),
  created_at: Timestamp,
});

export const SessionStep = Type.Union([SaidStep, CallStep]);
export type SaidStep = Static<typeof SaidStep>;
export type CallStep = Static<typeof CallStep>;
export type SessionStep = Static<typeof SessionStep>;

export const SessionSteps = Type.Object({
  session: SessionRecord,
  permission_mode: PermissionMode,
  /** Tools that the user has allowed for the whole session. They run without asking in the mode `ask`. */
  allowed_tools: Type.Array(Type.String()),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  /** Total time of all runs. */
  worked_ms: Type.Integer(),
  steps: Type.Array(SessionStep),
  /** The part of an incomplete answer that was streamed so far. */
  streamed: Type.Object({ thought: Type.String(), text: Type.String() }),
  /** The last event of the session’s stream that this answer contains. Send it as Last-Event-ID to continue. */
  last_event: Type.Integer(),
});
export type SessionSteps = Static<typeof SessionSteps>;

const Id = Type.String({ minLength: 1, maxLength: 200 });

export const SessionPermission = closedObject({
  question_id: { ...Id, description: 'An open question of the kind `permission`.' },
});
export type SessionPermission = Static<typeof SessionPermission>;

const Allowed = Type.Object({ allowed_tools: Type.Array(Type.String()) });
const call = { tag: 'agent', role: 'api-token-if-configured', failures: 'text' } as const;

export const agentStepOperations = defineOperations({
  readSteps: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/chat/sessions/{id}/steps',
    summary:
      'Returns everything that happened in a session, in order, up to an event of its stream. The stream continues from there.',
    params: Type.Object({ id: Id }),
    reply: SessionSteps,
    statuses: [400, 401, 403, 404, 500],
  },
  allowForSession: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/chat/sessions/{id}/permissions',
    summary: 'Allows a call that waits for permission, and all later calls of its tool in the session.',
    params: Type.Object({ id: Id }),
    body: SessionPermission,
    reply: Allowed,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  forbidForSession: {
    ...call,
    least: 'member',
    method: 'delete',
    path: '/api/chat/sessions/{id}/permissions/{tool}',
    summary: 'Revokes a tool that was allowed for the whole session.',
    params: Type.Object({ id: Id, tool: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Allowed,
    statuses: [400, 401, 403, 404, 500],
  },
});
