import type {
  AgentEventKind,
  CallOutcome,
  PermissionMode,
  QuestionKind,
  SessionStatus,
} from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';
import type { SharedColumns } from '../people/owned-columns.ts';
import type { OpenCall } from '../../domain/agent/next-action.ts';

type Default<T> = ColumnType<T, T | undefined, T>;
type Now = ColumnType<Date, never, Date>;

interface SessionTable extends SharedColumns {
  asker_id: Default<string | null>;
  id: string;
  title: string;
  status: SessionStatus;
  permission_mode: PermissionMode;
  thinking: boolean;
  run: Default<number>;
  run_steps: Default<number>;
  run_began_at: Default<Date | null>;
  takes: Default<number>;
  total_steps: Default<number>;
  lease_holder: Default<string | null>;
  lease_renewed_at: Now;
  last_event: Default<number>;
  heard_event: Default<number>;
  allowed_tools: Default<string[]>;
  prompt_tokens: Default<number>;
  completion_tokens: Default<number>;
  worked_ms: Default<number>;
  created_at: ColumnType<Date, never, never>;
  updated_at: Now;
  deleted_at: ColumnType<Date | null, never, Date>;
}

export type MessageRole = 'system' | 'user' | 'assistant' | 'tool';

interface MessageTable {
  id: Generated<number>;
  session_id: string;
  thread: number;
  role: MessageRole;
  content: string;
  call_id: Default<string | null>;
  is_cut: Default<boolean>;
  created_at: ColumnType<Date, never, never>;
}

export type CallStatus = OpenCall['status'] | CallOutcome;

interface CallTable {
  id: string;
  session_id: string;
  thread: number;
  message_id: number;
  position: number;
  tool_call_id: string;
  tool_name: string;
  arguments: string;
  status: CallStatus;
  output: Default<string | null>;
  began_at: Default<Date | null>;
  duration_ms: Default<number | null>;
  created_at: ColumnType<Date, never, never>;
}

export interface AgentTables {
  agent_session: SessionTable;
  agent_thread: {
    session_id: string;
    thread: number;
    agent: string;
    depth: number;
    run: number;
    steps: Default<number>;
    is_open: Default<boolean>;
    call_id: Default<string | null>;
  };
  agent_message: MessageTable;
  agent_call: CallTable;
  agent_question: {
    id: string;
    session_id: string;
    call_id: string;
    kind: QuestionKind;
    question: string;
    options: string[];
    status: Default<'open' | 'answered' | 'withdrawn'>;
    answer: Default<string | null>;
    created_at: ColumnType<Date, never, never>;
  };
  agent_event: { session_id: string; seq: number; kind: AgentEventKind; data: string; ends: Default<number[] | null> };
  agent_past: { singleton: Default<boolean>; sessions: Default<number>; steps: Default<number> };
  agent_past_call: { tool_name: string; calls: number; ended: number; failed: number };
}
