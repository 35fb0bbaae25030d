import type { AssetVersions, ReportedValues, TaskStatus, TaskType } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { POINT_STATE, type PointState } from '../points/point-repository.ts';
import { REPORTED_COLUMNS, REPORTED_NAMES, setReported } from './reported-columns.ts';
import { WORKFLOW_STATE, type WorkflowState } from '../workflows/workflow-repository.ts';
import type { Write } from '../write-together.ts';

export interface NewTask {
  readonly id: string;
  readonly workflowId: number;
  readonly pointName: string;
  readonly run: number;
  /** The workflow's start under which the task is claimed. */
  readonly expansion: number;
  readonly wave: number;
  readonly taskType: TaskType;
  readonly seedPointName: string | null;
  readonly seedDistance: number | null;
  /** The direction in which the seed differs from the point (`seedDirection`). Null without a seed. */
  readonly seedDirection: string | null;
  /**
   * The version of the model from which the task starts: its seed, or the atmosphere whose spectrum the task computes.
   */
  readonly startModelId: number | null;
  readonly spectrumOnly: boolean;
  /** The named spectra to compute. Null without names. */
  readonly products: readonly string[] | null;
  /** The rule applied after the point's last failure. */
  readonly rule: string | null;
  readonly nodeId: string;
  /** The reproduction to which the task belongs, or null for an attempt at its point. */
  readonly reproductionId: number | null;
  /** The time limit as sent to the node. 0 means no limit. */
  readonly timeoutSec: number;
  /** When the coordinator reclaims the task. Null without a time limit. */
  readonly deadlineSec: number | null;
}

/**
 * Writes a batch of claims: the new attempts, and the running points.
 *
 * A spectrum-only attempt keeps the record of how the point's model was made: task type, seed and node. If the model is
 * from an earlier start or an import, the attempt is also counted separately.
 *
 * An attempt and its time begin now, not at the start of the transaction. The transaction may have begun earlier:
 * before the point's last attempt ended, or before a heartbeat that could not include the task. A claim that had to
 * wait may have begun long ago.
 */
export function newTasks(tasks: readonly NewTask[]): Write[] {
  if (tasks.length === 0) return [];
  const claims = recordset(
    tasks,
    {
      id: 'uuid',
      workflowId: 'int4',
      pointName: 'text',
      run: 'int4',
      expansion: 'int4',
      wave: 'int4',
      taskType: 'text',
      seedPointName: 'text',
      seedDistance: 'float4',
      seedDirection: 'text',
      startModelId: 'int8',
      spectrumOnly: 'bool',
      products: 'jsonb',
      rule: 'text',
      nodeId: 'text',
      reproductionId: 'int8',
      timeoutSec: 'int4',
      deadlineSec: 'float8',
    },
    'claim',
  );
  const insert = sql`
    insert into task (id, workflow_id, point_name, run, expansion, wave, task_type, seed_point_name, seed_distance, seed_direction, start_model_id,
                      spectrum_only, products, rule, node_id, reproduction_id, timeout_sec, created_at, deadline)
    select id, "workflowId", "pointName", run, expansion, wave, "taskType", "seedPointName", "seedDistance", "seedDirection", "startModelId",
           "spectrumOnly", case when products is null then null else array(select jsonb_array_elements_text(products)) end, rule, "nodeId", "reproductionId", "timeoutSec", at, at + make_interval(secs => "deadlineSec")
    from (select claim.*, clock_timestamp() as at from ${claims}) as attempt`;
  const keepsRecord = sql`(claim."spectrumOnly" and (point.model_task_id is not null or point.atmosphere_done and point.attempts = 0))`;
  const isExtra = sql`(${keepsRecord} and not exists (
    select from task as made where made.id = point.model_task_id and made.expansion = claim.expansion))`;
  const kept = (column: string, given: string) =>
    sql`${sql.id(column)} = case when ${keepsRecord} then point.${sql.id(column)} else claim.${sql.id(given)} end`;
  const update = sql`
    update point set
      status = 'running', task_id = claim.id, waits_for_seed = false,
      attempts = point.attempts + case when ${isExtra} then 0 else 1 end,
      spectrum_attempts = point.spectrum_attempts + case when ${isExtra} then 1 else 0 end,
      ${kept('last_task_type', 'taskType')}, ${kept('seed_point_name', 'seedPointName')}, ${kept('node_id', 'nodeId')}
    from ${claims}
    where point.workflow_id = claim."workflowId" and point.name = claim."pointName" and claim."reproductionId" is null`;
  return [insert, update];
}

export interface TaskRow extends ReportedValues {
  readonly id: string;
  readonly workflow_id: number;
  readonly point_name: string;
  readonly run: number;
  /** Null for a task from before starts were recorded. */
  readonly expansion: number | null;
  readonly task_type: TaskType;
  readonly seed_point_name: string | null;
  readonly seed_distance: number | null;
  readonly seed_direction: string | null;
  readonly start_model_id: number | null;
  readonly spectrum_only: boolean;
  /** The named spectra that the task was to compute. Null without names and for a task of an earlier version. */
  readonly products: readonly string[] | null;
  readonly rule: string | null;
  readonly node_id: string;
  /** The reproduction to which the task belongs, or null for an attempt at its point. */
  readonly reproduction_id: number | null;
  readonly timeout_sec: number | null;
  readonly status: TaskStatus;
  readonly reclaimed: boolean;
  readonly doubted: boolean;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly atmosphere_has_nan: boolean | null;
  readonly error_message: string | null;
  readonly has_record: boolean;
}

/** An attempt, with the group of its failure or null. */
export interface AttemptRow extends TaskRow {
  readonly failure_group: string | null;
}

/** The columns of a task that a report needs. */
const REPORTED = [
  'id',
  'workflow_id',
  'point_name',
  'run',
  'expansion',
  'task_type',
  'seed_point_name',
  'seed_distance',
  'seed_direction',
  'start_model_id',
  'spectrum_only',
  'products',
  'rule',
  'node_id',
  'reproduction_id',
  'status',
  'reclaimed',
  'created_at',
] as const;

const ROW = [
  ...REPORTED,
  'timeout_sec',
  'doubted',
  'completed_at',
  ...REPORTED_NAMES,
  'atmosphere_has_nan',
  'error_message',
  'has_record',
] as const;

export async function findTasks(db: Db, ids: readonly string[]): Promise<TaskRow[]> {
  return await db
    .selectFrom('task')
    .select(ROW)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** A task that a report names, with the related rows. */
export interface ReportedTask {
  readonly task: Pick<TaskRow, (typeof REPORTED)[number]>;
  readonly point: PointState;
  readonly workflow: WorkflowState;
  /** Whether the task's node has an allowance below its own number of slots. */
  readonly throttled: boolean;
  readonly disabled: boolean;
  /** Whether the task's node is paused or on trial. */
  readonly suspect: boolean;
  /** Seconds since the claim by the database's clock, or 0 if this clock has been set back since. */
  readonly ranSec: number;
  /**
   * Whether an administrator has rejected a model of this point. Not read for a reproduction, because a reproduction
   * replaces no model.
   */
  readonly hasRejected: boolean;
}

/**
 * Locks and returns the tasks that reports name, with their workflows and points.
 *
 * Locks the workflows first, in the order of their ids, so that two batches never deadlock. Joins the rows of a task
 * and locks its point only after the workflow is locked. Locks the tasks too, because PostgreSQL returns locked rows as
 * they are after the wait.
 */
export async function lockReported(trx: Tx, ids: readonly string[]): Promise<ReportedTask[]> {
  const columns = [
    ...WORKFLOW_STATE.map((column) => sql`held.${sql.ref(column)} as ${sql.id(`workflow.${column}`)}`),
    ...REPORTED.map((column) => sql`task.${sql.ref(column)} as ${sql.id(`task.${column}`)}`),
    ...POINT_STATE.map((column) => sql`point.${sql.ref(column)}`),
  ];
  const { rows } = await sql<PointState & Omit<ReportedTask, 'task' | 'point' | 'workflow'> & Record<string, unknown>>`
    with held as materialized (
      select ${sql.join(WORKFLOW_STATE.map((column) => sql.ref(column)))} from workflow
      where id in (select workflow_id from task where id = any(${ids}::uuid[]))
      order by id for no key update)
    select ${sql.join(columns)}, node.allowance is not null as throttled,
           coalesce(node.status = 'disabled', false) as disabled, coalesce(node.pauses > 0, false) as suspect,
           greatest(0, extract(epoch from clock_timestamp() - task.created_at))::float8 as "ranSec",
           task.reproduction_id is null
             and exists (select from model where model.name = task.point_name and model.rejected) as "hasRejected"
    from held join task on task.workflow_id = held.id
    join point on point.workflow_id = task.workflow_id and point.name = task.point_name
    left join node on node.node_id = task.node_id
    where task.id = any(${ids}::uuid[])
    for update of point, task`.execute(trx);
  const workflows = new Map<unknown, WorkflowState>();
  return rows.map((row) => {
    const id = row['workflow.id'];
    const workflow = workflows.get(id) ?? part<WorkflowState>(row, 'workflow', WORKFLOW_STATE);
    workflows.set(id, workflow);
    return {
      task: part(row, 'task', REPORTED),
      point: row,
      workflow,
      throttled: row.throttled,
      disabled: row.disabled,
      suspect: row.suspect,
      ranSec: row.ranSec,
      hasRejected: row.hasRejected,
    };
  });
}

/** Returns the columns of one table from a joined row. */
function part<T>(row: Readonly<Record<string, unknown>>, table: string, columns: readonly (keyof T & string)[]): T {
  return Object.fromEntries(columns.map((column) => [column, row[`${table}.${column}`]])) as T;
}

/** Returns the attempts of a point, oldest first, without reproductions. */
export async function listAttempts(db: Db, workflowId: number, pointName: string): Promise<AttemptRow[]> {
  return await db
    .selectFrom('task')
    .select([...ROW, 'failure_group'])
    .where('workflow_id', '=', workflowId)
    .where('point_name', '=', pointName)
    .where('reproduction_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export interface EndedTask {
  readonly id: string;
  readonly status: Exclude<TaskStatus, 'pending' | 'running'>;
  readonly reclaimed: boolean;
  /** Whether the failure is doubted and doesn't consume a strategy. */
  readonly doubted: boolean;
  /** The group to which the failure belongs, or null if the attempt succeeded or was reclaimed. */
  readonly failureGroup: string | null;
  readonly reported: ReportedValues;
  /** Where the assets on the node differ from the pinned assets. */
  readonly assetDifferences?: AssetVersions | null;
  readonly hasNan: boolean | null;
  readonly error: string | null;
  readonly hasRecord: boolean;
}

export function endedTasks(tasks: readonly EndedTask[]): Write[] {
  if (tasks.length === 0) return [];
  const ended = recordset(
    tasks.map(({ reported, assetDifferences = null, ...task }) => ({ ...reported, ...task, assetDifferences })),
    {
      ...REPORTED_COLUMNS,
      assetDifferences: 'jsonb',
      id: 'uuid',
      status: 'text',
      reclaimed: 'bool',
      doubted: 'bool',
      failureGroup: 'text',
      hasNan: 'bool',
      error: 'text',
      hasRecord: 'bool',
    },
    's',
  );
  const update = sql`
    update task set
      status = s.status::task_status, reclaimed = s.reclaimed, doubted = s.doubted, failure_group = s."failureGroup",
      completed_at = now(), ${setReported('s')}, atmosphere_has_nan = s."hasNan",
      asset_differences = s."assetDifferences", error_message = s.error, has_record = s."hasRecord"
    from ${ended}
    where task.id = s.id`;
  return [update];
}

/**
 * Returns a task that seems not to have reached its node. The task was claimed before the node's heartbeats became low.
 * `unconfirmed`: only tasks claimed after the last confirming heartbeat. The least recently redelivered task comes
 * first.
 */
export async function findMissed(trx: Tx, nodeId: string, which: 'unconfirmed' | 'any'): Promise<TaskRow | undefined> {
  // Compared in SQL, because a Date would lose the microseconds.
  const unconfirmed = sql<boolean>`created_at > coalesce(
    (select confirmed_at from node_heartbeat where node_id = ${nodeId}), 'epoch')`;
  return await trx
    .selectFrom('task')
    .select(ROW)
    .where('node_id', '=', nodeId)
    .where('status', '=', sql.lit('running'))
    .where('created_at', '<=', sql<Date>`(select low_since from node_heartbeat where node_id = ${nodeId})`)
    .$if(which === 'unconfirmed', (query) => query.where(unconfirmed))
    .orderBy(unconfirmed, 'desc')
    .orderBy('redelivered_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Records that a task was redelivered, and restarts its time limit. */
export async function markRedelivered(trx: Tx, id: string): Promise<void> {
  await trx
    .updateTable('task')
    .set({
      redelivered_at: sql<Date>`now()`,
      deadline: sql<Date>`deadline + (now() - coalesce(redelivered_at, created_at))`,
    })
    .where('id', '=', id)
    .execute();
}
