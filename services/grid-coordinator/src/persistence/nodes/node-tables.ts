import type { NodeMachine, NodeStatus, RegistrationKind } from '@almagest/contracts/grid';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Default<T> = ColumnType<T, T | undefined, T>;

interface NodeTable {
  node_id: WrittenOnce<string>;
  status: NodeStatus;
  max_slots: number;
  admin_max_slots: Default<number | null>;
  allowance: Default<number | null>;
  token_hash: Default<Buffer | null>;
  token_issued_at: Default<Date | null>;
  sealed_token: Default<Buffer | null>;
  sealed_until: Default<Date | null>;
  secret_hash: Buffer;
  applied_at: Default<Date>;
  offline_since: Default<Date | null>;
  pauses: Default<number>;
  paused_until: Default<Date | null>;
  awaits_first_beat: Default<boolean>;
  lost_at: Default<Date | null>;
  instance_id: Default<string | null>;
  instance_host: Default<string | null>;
  second_host: Default<string | null>;
  second_at: Default<Date | null>;
  machine: ColumnType<NodeMachine | null, string | null | undefined, string | null>;
  join_key_id: Default<string | null>;
}

interface NodeRegistrationTable {
  id: Generated<number>;
  node_id: string;
  kind: RegistrationKind;
  address: string | null;
  max_slots: number | null;
  first_at: Generated<Date>;
  last_at: Generated<Date>;
  times: Generated<number>;
}

/** A key with which nodes are approved immediately. */
interface JoinKeyTable {
  id: Generated<string>;
  digest: Buffer;
  name: string;
  pattern: string;
  max_nodes: number | null;
  max_slots: number | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface NodeTables {
  node: NodeTable;
  node_registration: NodeRegistrationTable;
  join_key: JoinKeyTable;
  node_outcome: {
    workflow_id: number;
    node_id: string;
    tried: number;
    converged: number;
    failing_since: Date | null;
  };
  node_heartbeat: {
    node_id: string;
    last_seen: Date;
    active_slots: number;
    cpu_usage: number;
    memory_usage: number;
    low_beats: number;
    low_since: Date | null;
    confirmed_at: Date | null;
  };
}
