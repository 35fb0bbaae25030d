import type { NodeStatus, PointStatus, TaskStatus, TaskType, WorkflowStatus } from '@almagest/contracts/grid';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { WorkflowConfig } from '../domain/workflow-config.ts';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Default<T> = ColumnType<T, T | undefined, T>;

/** Values of the six axes: teff in K, logg in dex of cm/s^2, the others in dex of the number ratio to H. */
interface AxisColumns {
  teff: number;
  logg: number;
  loghe: number;
  logc: number;
  logn: number;
  logo: number;
}

interface WorkflowTable {
  id: Generated<number>;
  name: WrittenOnce<string>;
  description: string | null;
  config_yaml: string;
  status: Default<WorkflowStatus>;
  run_config: ColumnType<WorkflowConfig | null, string | null | undefined, string | null>;
  run: Default<number>;
  expansion: Default<number>;
  finished_expansion: Default<number>;
  requeues: Default<number>;
  warnings: Default<string[]>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
}

/** A point's status, or that it stands aside because the configuration does not name it any more. */
export type StoredStatus = PointStatus | 'retired';

interface PointTable extends AxisColumns {
  workflow_id: WrittenOnce<number>;
  name: WrittenOnce<string>;
  wave: number;
  score: number;
  attempts: Default<number>;
  status: StoredStatus;
  retired_from: Default<PointStatus | null>;
  run: number;
  atmosphere_chain: Default<TaskType[] | null>;
  spectrum_chain: Default<TaskType[] | null>;
  atmosphere_done: Default<boolean>;
  spectrum_done: Default<boolean>;
  losses: Default<number>;
  seed_tries: Default<number>;
  nearest_tried: Default<number | null>;
  waits_for_seed: Default<boolean>;
  doubted_node: Default<string | null>;
  task_id: Default<string | null>;
  success_method: Default<TaskType | null>;
  last_task_type: Default<TaskType | null>;
  last_max_relc: Default<number | null>;
  last_completed_at: Default<Date | null>;
  last_error: Default<string | null>;
  seed_point_name: Default<string | null>;
  node_id: Default<string | null>;
  model_task_id: Default<string | null>;
  model_unfit: Default<boolean>;
}

interface TaskTable {
  id: WrittenOnce<string>;
  workflow_id: WrittenOnce<number>;
  point_name: WrittenOnce<string>;
  run: WrittenOnce<number>;
  wave: WrittenOnce<number>;
  task_type: WrittenOnce<TaskType>;
  seed_point_name: WrittenOnce<string | null>;
  seed_distance: WrittenOnce<number | null>;
  start_model_id: WrittenOnce<number | null>;
  spectrum_only: WrittenOnce<boolean>;
  node_id: WrittenOnce<string>;
  status: Default<TaskStatus>;
  reclaimed: Default<boolean>;
  doubted: Default<boolean>;
  created_at: ColumnType<Date, Date | undefined, never>;
  deadline: Date | null;
  redelivered_at: Default<Date | null>;
  completed_at: Default<Date | null>;
  max_relc: Default<number | null>;
  atmosphere_has_nan: Default<boolean | null>;
  elapsed_sec: Default<number | null>;
  error_message: Default<string | null>;
  has_record: Default<boolean>;
}

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
}

/** Every version of every model: what made it, and what it was itself computed from. */
interface ModelTable {
  id: Generated<number>;
  name: WrittenOnce<string>;
  signature: WrittenOnce<string | null>;
  sha256: WrittenOnce<string>;
  size_bytes: WrittenOnce<number>;
  max_relc: WrittenOnce<number | null>;
  workflow_id: WrittenOnce<number | null>;
  task_id: WrittenOnce<string | null>;
  parent_id: WrittenOnce<number | null>;
  parent_lineage: WrittenOnce<number | null>;
  lineage: WrittenOnce<number>;
  fit: boolean;
  of_atmosphere: Default<boolean>;
  replaced: Default<boolean>;
  stored_at: ColumnType<Date, Date | undefined, Date>;
}

/** Of each name and signature the version that starts other points. */
interface CurrentModelTable extends AxisColumns {
  name: WrittenOnce<string>;
  signature: WrittenOnce<string | null>;
  model_id: number;
  sha256: string;
  size_bytes: number;
  max_relc: number | null;
  lineage: number;
  fit: boolean;
  released: Default<boolean>;
  stored_at: ColumnType<Date, Date | undefined, Date>;
}

interface CountColumns {
  workflow_id: number;
  wave: number;
  status: StoredStatus;
  method: string;
  n: number;
}

export interface Database {
  workflow: WorkflowTable;
  expansion_chunk: { workflow_id: number; expansion: number; chunk: number };
  workflow_turn: { workflow_id: number; turn: number | null };
  deleted_workflow: { id: number; name: string };
  point: PointTable;
  point_count: CountColumns;
  point_count_delta: CountColumns;
  task_time: { workflow_id: number; tasks: number; seconds: number };
  task_time_delta: { workflow_id: number; tasks: number; seconds: number };
  progress_snapshot: {
    workflow_id: number;
    at: ColumnType<Date, Date | undefined, never>;
    pending: number;
    queued: number;
    running: number;
    converged: number;
    failed: number;
  };
  task: TaskTable;
  node: NodeTable;
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
  admin_session: { digest: Buffer; username: string; expires_at: Date };
  model: ModelTable;
  current_model: CurrentModelTable;
  coordinator_uptime: { singleton: Generated<boolean>; up_since: Date; last_tick: Date };
  rate_limit_hit: { key: string; at: Date };
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
