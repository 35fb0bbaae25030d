import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds agent sessions: messages, tool calls, open questions and the event stream. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...SESSIONS, ...CALLS, ...EVENTS]) await sql.raw(statement).execute(db);
  },
};

const SESSIONS = [
  `create table agent_session (
     id uuid primary key,
     title text not null,
     status text not null check (status in ('running', 'waiting', 'completed', 'stopped', 'failed')),
     permission_mode text not null check (permission_mode in ('ask', 'auto', 'read_only')),
     thinking boolean not null,
     -- A run begins with a question, or with the last answer that it waited for.
     run integer not null default 1,
     run_steps integer not null default 0,
     run_began_at timestamptz,
     -- How often workers have acquired the run.
     takes integer not null default 0,
     total_steps integer not null default 0,
     -- The worker of the run. A worker that stops renewing is replaced.
     hold uuid,
     hold_seen_at timestamptz not null default now(),
     -- Number of the last event, and of the last event whose text is in a message.
     last_event integer not null default 0,
     heard_event integer not null default 0,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     deleted_at timestamptz,
     check (hold is null or status = 'running'))`,
  `create index agent_session_list on agent_session (updated_at desc, id) where deleted_at is null`,
  `create index agent_session_running on agent_session (updated_at) where status = 'running'`,
  // The main agent (0) and its sub-agents.
  `create table agent_thread (
     session_id uuid not null references agent_session on delete cascade,
     thread integer not null,
     agent text not null,
     depth integer not null,
     run integer not null,
     steps integer not null default 0,
     is_open boolean not null default true,
     -- The call that this agent answers.
     call_id uuid,
     primary key (session_id, thread),
     unique (session_id, agent))`,
  `create table agent_message (
     id bigint generated always as identity primary key,
     session_id uuid not null,
     thread integer not null,
     role text not null check (role in ('system', 'user', 'assistant', 'tool')),
     -- Empty for the message of a tool, because the call has the output.
     content text not null,
     call_id uuid,
     -- Whether the answer is incomplete.
     is_cut boolean not null default false,
     created_at timestamptz not null default now(),
     foreign key (session_id, thread) references agent_thread on delete cascade)`,
  `create index agent_message_session on agent_message (session_id, id)`,
];

const CALLS = [
  // The audit log: one row for each tool call of a model, including refused and failed calls.
  `create table agent_call (
     id uuid primary key,
     session_id uuid not null,
     thread integer not null,
     message_id bigint not null references agent_message on delete cascade,
     position integer not null,
     -- The model's id of the call.
     tool_call_id text not null,
     tool_name text not null,
     arguments text not null,
     status text not null
       check (status in ('waiting', 'ready', 'running', 'delegated', 'ok', 'error', 'denied', 'timeout')),
     output text,
     began_at timestamptz,
     duration_ms integer,
     created_at timestamptz not null default now(),
     unique (message_id, position),
     check ((status in ('ok', 'error', 'denied', 'timeout')) = (output is not null and duration_ms is not null)),
     foreign key (session_id, thread) references agent_thread on delete cascade)`,
  `create index agent_call_session on agent_call (session_id, message_id, position)`,
  `create index agent_call_open on agent_call (session_id, thread) where output is null`,
  `create table agent_question (
     id uuid primary key,
     session_id uuid not null references agent_session on delete cascade,
     call_id uuid not null unique references agent_call on delete cascade,
     kind text not null check (kind in ('question', 'permission')),
     question text not null,
     options text[] not null,
     status text not null default 'open' check (status in ('open', 'answered', 'withdrawn')),
     answer text,
     -- Questions of one answer keep their order.
     created_at timestamptz not null default clock_timestamp(),
     check ((status = 'answered') = (answer is not null)))`,
  `create index agent_question_open on agent_question (created_at) where status = 'open'`,
];

const EVENTS = [
  // The events of a session's streams, numbered without gaps in order.
  `create table agent_event (
     session_id uuid not null references agent_session on delete cascade,
     seq integer not null,
     kind text not null,
     -- JSON as sent to clients. jsonb would refuse some text of models.
     data text not null,
     -- For text merged at the end of the run: the end of each piece.
     ends integer[],
     primary key (session_id, seq))`,
];
