import type {
  PointStatus,
  ReportedValues,
  TaskStatus,
  TaskType,
  WorkflowStatus,
  ComparedAttempt,
  Difference,
  ReproductionStart,
  ReproductionStatus,
} from '@almagest/contracts/grid';
import type { AccountTables } from '@almagest/accounts';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { WorkflowConfig } from '../domain/workflows/workflow-config.ts';
import type { JudgementTables } from './judgements/judgement-table.ts';
import type { NodeTables } from './nodes/node-tables.ts';
import type { NotificationTables } from './notifications/notification-tables.ts';
import type { ReleaseTables } from './releases/release-table.ts';

/** A start of a workflow with its configuration. The row outlives the workflow, as models do. */
interface WorkflowStartTable {
  workflow_id: number;
  expansion: number;
  workflow_name: string;
  run: number;
  config_yaml: string;
  started_at: ColumnType<Date, never, never>;
}

/** The part of an attempt's spectrum that is compared. */
export interface ComparedSpectrum {
  readonly path: string;
  readonly product: string | null;
  readonly sha256: string;
  /** The attempt that left the spectrum. Missing in rows of earlier versions and for the spectra of a reproduction. */
  readonly task_id?: string;
}

interface ReproductionTable {
  id: Generated<number>;
  workflow_id: WrittenOnce<number>;
  point_name: WrittenOnce<string>;
  sha256: WrittenOnce<string>;
  original_task: WrittenOnce<string>;
  original_node: WrittenOnce<string>;
  spectra: ColumnType<ComparedSpectrum[], string, never>;
  status: ColumnType<ReproductionStatus, ReproductionStatus | undefined, ReproductionStatus>;
  start: WrittenOnce<ReproductionStart>;
  start_point_name: WrittenOnce<string | null>;
  start_sha256: WrittenOnce<string | null>;
  note: WrittenOnce<string | null>;
  requested_by: WrittenOnce<string>;
  requested_at: ColumnType<Date, never, never>;
  ended_at: ColumnType<Date | null, never, Date | null>;
  task_id: ColumnType<string | null, never, string | null>;
  losses: ColumnType<number, never, number>;
  model_sha256: ColumnType<string | null, never, string | null>;
  found_spectra: ColumnType<ComparedSpectrum[] | null, never, string | null>;
  reproduced: ColumnType<ComparedAttempt | null, never, string | null>;
  difference: ColumnType<Difference | null, never, string | null>;
  disagrees: ColumnType<boolean | null, never, boolean | null>;
  error: ColumnType<string | null, never, string | null>;
}

/** The start of a point's next seed step. */
interface PreparedSeedTable {
  workflow_id: number;
  point_name: string;
  run: number;
  attempts: number;
  status: 'wanted' | 'interpolated' | 'nearest';
  model_id: number | null;
  reason: string | null;
}

interface AssetTables {
  /** The files that the assets folder has now. */
  asset_file: { path: string; sha256: string; identity: string };
  asset_version: { path: string; sha256: string; size_bytes: number; first_seen_at: Generated<Date> };
  /** The asset versions that the starts of workflows have pinned. */
  asset_pin: { workflow_id: number; expansion: number; run: number; path: string; sha256: string };
}

type WrittenOnce<T> = ColumnType<T, T, never>;
type Default<T> = ColumnType<T, T | undefined, T>;

/** Values of the six axes: teff in K, logg in dex of cm/s^2, the other axes in dex of the number ratio to H. */
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
  priority: Default<number>;
  share: Default<number>;
  max_slots: Default<number | null>;
  warnings: Default<string[]>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
}

/** The status of a point, or `retired` if the configuration no longer names it. */
export type StoredStatus = PointStatus | 'retired';

interface PointTable extends AxisColumns {
  workflow_id: WrittenOnce<number>;
  name: WrittenOnce<string>;
  wave: number;
  score: number;
  attempts: Default<number>;
  spectrum_attempts: Default<number>;
  status: StoredStatus;
  retired_from: Default<PointStatus | null>;
  run: number;
  atmosphere_chain: Default<TaskType[] | null>;
  spectrum_chain: Default<TaskType[] | null>;
  atmosphere_done: Default<boolean>;
  spectrum_done: Default<boolean>;
  products: Default<string[] | null>;
  losses: Default<number>;
  seed_tries: Default<number>;
  nearest_tried: Default<number | null>;
  waits_for_seed: Default<boolean>;
  held: Default<boolean>;
  doubted_node: Default<string | null>;
  failure_groups: Default<string[] | null>;
  next_rule: Default<string | null>;
  rules_used: Default<string[] | null>;
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
  changed: ColumnType<string, never, never>;
  unconverged_sha256: Default<string | null>;
  unconverged_max_relc: Default<number | null>;
}

type ReportedColumns = { [Name in keyof ReportedValues]: Default<ReportedValues[Name]> };

interface TaskTable extends ReportedColumns {
  id: WrittenOnce<string>;
  workflow_id: WrittenOnce<number>;
  point_name: WrittenOnce<string>;
  run: WrittenOnce<number>;
  expansion: WrittenOnce<number | null>;
  wave: WrittenOnce<number>;
  task_type: WrittenOnce<TaskType>;
  seed_point_name: WrittenOnce<string | null>;
  seed_distance: WrittenOnce<number | null>;
  seed_direction: WrittenOnce<string | null>;
  start_model_id: WrittenOnce<number | null>;
  spectrum_only: WrittenOnce<boolean>;
  products: WrittenOnce<string[] | null>;
  rule: WrittenOnce<string | null>;
  node_id: WrittenOnce<string>;
  reproduction_id: WrittenOnce<number | null>;
  status: Default<TaskStatus>;
  reclaimed: Default<boolean>;
  doubted: Default<boolean>;
  failure_group: Default<string | null>;
  created_at: ColumnType<Date, Date | undefined, never>;
  deadline: Date | null;
  timeout_sec: Default<number | null>;
  redelivered_at: Default<Date | null>;
  completed_at: Default<Date | null>;
  atmosphere_has_nan: Default<boolean | null>;
  error_message: Default<string | null>;
  has_record: Default<boolean>;
}

/** Every version of every model, with its origin and its parent. */
interface ModelTable {
  id: Generated<number>;
  name: WrittenOnce<string>;
  signature: WrittenOnce<string | null>;
  sha256: WrittenOnce<string>;
  size_bytes: WrittenOnce<number>;
  max_relc: WrittenOnce<number | null>;
  workflow_id: WrittenOnce<number | null>;
  task_id: WrittenOnce<string | null>;
  expansion: WrittenOnce<number | null>;
  node_id: WrittenOnce<string | null>;
  agent_version: WrittenOnce<string | null>;
  engine_name: WrittenOnce<string | null>;
  engine_version: WrittenOnce<string | null>;
  parent_id: WrittenOnce<number | null>;
  parent_lineage: WrittenOnce<number | null>;
  lineage: WrittenOnce<number>;
  fit: boolean;
  converged: Default<boolean>;
  of_atmosphere: Default<boolean>;
  replaced: Default<boolean>;
  rejected: Default<boolean>;
  stored_at: ColumnType<Date, Date | undefined, Date>;
}

/** For each name and signature, the version from which other points start. */
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

interface ArchiveImportTable {
  sha256: WrittenOnce<string>;
  size_bytes: number;
  status: 'uploading' | 'waiting' | 'stored' | 'done' | 'refused';
  workflow_id: number | null;
  workflow_name: string | null;
  message: string | null;
  artifact_bytes: number;
  failed_tries: number;
  fault: string | null;
  updated_at: ColumnType<Date, never, Date>;
}

interface CountColumns {
  workflow_id: number;
  wave: number;
  status: StoredStatus;
  method: string;
  n: number;
}

/**
 * A file that an attempt left. Its content is a file named by the content's hash, which several artifacts may share.
 */
interface ArtifactTable {
  workflow_id: WrittenOnce<number>;
  point_name: WrittenOnce<string>;
  task_id: WrittenOnce<string>;
  path: WrittenOnce<string>;
  kind: WrittenOnce<string>;
  product: WrittenOnce<string | null>;
  sha256: WrittenOnce<string>;
  size_bytes: WrittenOnce<number>;
  stored_at: ColumnType<Date, Date | undefined, never>;
}

interface ArtifactCountColumns {
  workflow_id: number;
  kind: string;
  files: number;
  bytes: number;
}

interface DurationColumns {
  workflow_id: number;
  kind: string;
  band: number;
  bin: number;
  n: number;
}

export interface Database
  extends AccountTables, AssetTables, JudgementTables, NodeTables, NotificationTables, ReleaseTables {
  workflow: WorkflowTable;
  workflow_start: WorkflowStartTable;
  expansion_chunk: { workflow_id: number; expansion: number; chunk: number };
  cancelled_task: {
    task_id: string;
    node_id: string;
    cancelled_at: Generated<Date>;
    /** Whether the task was reclaimed and a late report still counts. The node is not notified yet. */
    may_report: Default<boolean>;
  };
  claim_resume: { singleton: Generated<boolean>; at: Generated<Date> };
  claim_pause: { singleton: Generated<boolean>; since: Generated<Date>; reason: string | null };
  workflow_service_order: { workflow_id: number; last_served: number | null };
  deleted_workflow: { id: number; name: string };
  point: PointTable;
  point_count: CountColumns;
  point_count_delta: CountColumns;
  task_duration: DurationColumns;
  task_duration_delta: DurationColumns;
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
  reproduction: ReproductionTable;
  prepared_seed: PreparedSeedTable;
  model_parent: { model_id: number; parent_id: number; weight: number };
  node_sample: {
    node_id: WrittenOnce<string>;
    at: WrittenOnce<Date>;
    slots_used: WrittenOnce<number>;
    slots: WrittenOnce<number>;
    cpu_usage: WrittenOnce<number>;
    memory_usage: WrittenOnce<number>;
    completed: WrittenOnce<number>;
    failed: WrittenOnce<number>;
  };
  workflow_trouble: { workflow_id: number; kind: 'stuck' | 'failing'; since: Generated<Date> };
  admin_session: { digest: Buffer; username: string; expires_at: Date };
  model: ModelTable;
  current_model: CurrentModelTable;
  artifact: ArtifactTable;
  artifact_upload: { task_id: string; sha256: string; size_bytes: number; workflow_id: number; declared_at: Date };
  artifact_count: ArtifactCountColumns;
  artifact_count_delta: ArtifactCountColumns;
  archive_import: ArchiveImportTable;
  coordinator_uptime: { singleton: Generated<boolean>; up_since: Date; last_tick: Date };
  rate_limit_hit: { key: string; at: Date };
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
