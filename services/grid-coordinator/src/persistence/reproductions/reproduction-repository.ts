import type {
  ComparedAttempt,
  Difference,
  ReproductionStart,
  ReproductionStatus,
  TaskType,
} from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import type { ReproductionState } from '../../domain/reproductions/reproduction.ts';
import type { Db, Tx } from '../database.ts';
import type { ComparedSpectrum } from '../database.ts';
import { WORKFLOW_STATE, type WorkflowState } from '../workflows/workflow-repository.ts';
import type { Write } from '../write-together.ts';

/** A model with the attempt that computed the model. `start_...`: the model from which the attempt was started, if recorded. */
export interface OriginalModel {
  readonly name: string;
  readonly sha256: string;
  readonly signature: string | null;
  readonly task_id: string;
  readonly node_id: string;
  readonly run: number;
  readonly expansion: number | null;
  readonly task_type: TaskType;
  readonly rule: string | null;
  /** Null if the attempt did not start from a model. */
  readonly seed_point_name: string | null;
  readonly start_id: number | null;
  readonly start_sha256: string | null;
  readonly start_bytes: number | null;
  readonly start_fit: boolean | null;
}

const ORIGINAL_COLUMNS = sql`
  model.name, model.sha256, model.signature, task.id as task_id, task.node_id, task.run, task.expansion,
         task.task_type, task.rule, task.seed_point_name, start.id as start_id, start.sha256 as start_sha256,
         start.size_bytes as start_bytes, start.fit as start_fit`;

const ORIGINAL = sql`
  from model join task on task.id = model.task_id
  left join lateral (select * from model as seed where seed.id = task.start_model_id limit 1) as start on true`;

/** Returns the given versions whose attempt is recorded. */
export async function listOriginals(db: Db, modelIds: readonly number[]): Promise<OriginalModel[]> {
  if (modelIds.length === 0) return [];
  const { rows } = await sql<OriginalModel>`
    select ${ORIGINAL_COLUMNS} ${ORIGINAL} where model.id = any(${modelIds}::bigint[]) and not task.spectrum_only`.execute(
    db,
  );
  return rows;
}

/** Returns the model and the spectra that a reproduction is compared with, and the start of the reproduction. */
export async function findOriginal(
  db: Db,
  reproductionId: number,
): Promise<(OriginalModel & { readonly spectra: readonly ComparedSpectrum[] }) | undefined> {
  const { rows } = await sql<OriginalModel & { spectra: ComparedSpectrum[]; other_start: OtherStart }>`
    select ${ORIGINAL_COLUMNS}, reproduction.spectra,
           jsonb_build_object('start', reproduction.start, 'name', reproduction.start_point_name, 'model', (
             select jsonb_build_object('id', id, 'sha256', sha256, 'bytes', size_bytes, 'fit', fit) from model as other
             where other.name = reproduction.start_point_name and other.sha256 = reproduction.start_sha256
               and not other.rejected order by fit desc, id desc limit 1)) as other_start
    ${ORIGINAL} join reproduction on reproduction.original_task = task.id and reproduction.point_name = model.name
      and reproduction.sha256 = model.sha256
    where reproduction.id = ${reproductionId}::bigint limit 1`.execute(db);
  const [row] = rows;
  return row && withStart(row, row.other_start);
}

/**
 * A start of a reproduction that differs from the start of the original. `model`: null for a cold start, or if the
 * model is gone.
 */
interface OtherStart {
  readonly start: ReproductionStart;
  readonly name: string | null;
  readonly model: {
    readonly id: number;
    readonly sha256: string;
    readonly bytes: number;
    readonly fit: boolean;
  } | null;
}

/** Returns the original with its start replaced by this start. */
function withStart<T extends OriginalModel>(original: T, { start, name, model }: OtherStart): T {
  if (start === 'same') return original;
  return {
    ...original,
    task_type: start === 'cold' ? 'cold_run' : 'seed_step',
    seed_point_name: name,
    start_id: model?.id ?? null,
    start_sha256: model?.sha256 ?? null,
    start_bytes: model?.bytes ?? null,
    start_fit: model?.fit ?? null,
  };
}

export interface NewReproduction {
  readonly pointName: string;
  readonly sha256: string;
  readonly originalTask: string;
  readonly originalNode: string;
  readonly spectra: readonly ComparedSpectrum[];
  readonly start: ReproductionStart;
  readonly startPointName: string | null;
  readonly startSha256: string | null;
}

/** Inserts reproductions, except for points that have an unfinished reproduction. */
export async function insertReproductions(
  trx: Tx,
  workflowId: number,
  asked: readonly NewReproduction[],
  { note, requestedBy }: { readonly note: string | null; readonly requestedBy: string },
): Promise<{ id: number; point_name: string }[]> {
  if (asked.length === 0) return [];
  const given = recordset(
    asked,
    {
      pointName: 'text',
      sha256: 'text',
      originalTask: 'uuid',
      originalNode: 'text',
      spectra: 'jsonb',
      start: 'text',
      startPointName: 'text',
      startSha256: 'text',
    },
    'r',
  );
  const { rows } = await sql<{ id: number; point_name: string }>`
    insert into reproduction (workflow_id, point_name, sha256, original_task, original_node, spectra, start, start_point_name, start_sha256, note, requested_by)
    select ${workflowId}::int4, r."pointName", r.sha256, r."originalTask", r."originalNode", r.spectra, r.start, r."startPointName",
           r."startSha256", ${note}, ${requestedBy}
    from ${given} order by r."pointName"
    on conflict (workflow_id, point_name) where status in ('waiting', 'running', 'comparing') do nothing
    returning id, point_name`.execute(trx);
  return rows;
}

/** Selects, for use inside another query, whether reproductions wait for a node. */
export const REPRODUCTIONS_WAIT = sql<boolean>`exists (select from reproduction where status = 'waiting')`;

export interface WaitingWorkflow extends WorkflowState {
  readonly priority: number;
  readonly maxSlots: number | null;
}

/** Returns workflows with waiting reproductions. Completed workflows may still have some and are included. */
export async function listWaitingWorkflows(trx: Tx): Promise<WaitingWorkflow[]> {
  const { rows } = await sql<WaitingWorkflow>`
    select ${sql.join(WORKFLOW_STATE.map((column) => sql.ref(column)))}, priority, max_slots as "maxSlots" from workflow
    where status in ('running', 'completed') and not exists (select from claim_pause)
      and id in (select workflow_id from reproduction where status = 'waiting')
    order by priority desc, id`.execute(trx);
  return rows;
}

/** A reproduction that a node may get. */
export interface WaitingReproduction {
  readonly id: number;
  readonly point_name: string;
  readonly losses: number;
}

/**
 * Locks the oldest waiting reproductions of a workflow. A reproduction from the same start needs a different node from
 * the node that computed the model. Skips reproductions that other claims have locked. `except`: the reproductions that
 * this transaction has already taken.
 */
export async function takeReproductions(
  trx: Tx,
  {
    workflowId,
    nodeId,
    except,
    limit,
  }: {
    readonly workflowId: number;
    readonly nodeId: string;
    readonly except: readonly number[];
    readonly limit: number;
  },
): Promise<WaitingReproduction[]> {
  const { rows } = await sql<WaitingReproduction>`
    select id, point_name, losses from reproduction
    where status = 'waiting' and workflow_id = ${workflowId}::int4 and (start <> 'same' or original_node <> ${nodeId}::text)
      and id <> all(${except}::bigint[])
    order by id limit ${limit} for no key update skip locked`.execute(trx);
  return rows;
}

/** A reproduction with the state that determines its attempts. */
export interface LockedReproduction extends ReproductionState {
  readonly id: number;
}

/** Locks reproductions. The transaction must have locked their workflow and tasks. */
export async function lockReproductions(trx: Tx, ids: readonly number[]): Promise<Map<number, LockedReproduction>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LockedReproduction>`
    select id, status, task_id as "taskId", losses from reproduction
    where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findReproduction(
  trx: Tx,
  workflowId: number,
  id: number,
): Promise<(LockedReproduction & { readonly pointName: string }) | undefined> {
  const { rows } = await sql<LockedReproduction & { pointName: string }>`
    select id, status, task_id as "taskId", losses, point_name as "pointName" from reproduction
    where workflow_id = ${workflowId}::int4 and id = ${id}::bigint`.execute(trx);
  return rows[0];
}

export function reproductionsBegun(begun: readonly { readonly id: number; readonly taskId: string }[]): Write[] {
  if (begun.length === 0) return [];
  return [
    sql`
      update reproduction set status = 'running', task_id = b."taskId"
      from ${recordset(begun, { id: 'int8', taskId: 'uuid' }, 'b')} where reproduction.id = b.id`,
  ];
}

/** A new state of a reproduction. `found`: the results of a converged run. */
export interface ReproductionChange {
  readonly id: number;
  readonly status: Exclude<ReproductionStatus, 'running' | 'compared'>;
  readonly losses: number;
  readonly error: string | null;
  readonly modelSha256?: string | null;
  readonly foundSpectra?: readonly ComparedSpectrum[] | null;
  readonly reproduced?: ComparedAttempt | null;
}

export function reproductionChanges(changes: readonly ReproductionChange[]): Write[] {
  if (changes.length === 0) return [];
  const nothing = { modelSha256: null, foundSpectra: null, reproduced: null };
  const given = recordset(
    changes.map((change) => ({ ...nothing, ...change })),
    {
      id: 'int8',
      status: 'text',
      losses: 'int2',
      error: 'text',
      modelSha256: 'text',
      foundSpectra: 'jsonb',
      reproduced: 'jsonb',
    },
    'c',
  );
  return [
    sql`
      update reproduction set
        status = c.status, losses = c.losses, error = c.error, model_sha256 = c."modelSha256",
        found_spectra = c."foundSpectra", reproduced = c.reproduced,
        ended_at = case when c.status in ('failed', 'withdrawn') then clock_timestamp() end
      from ${given} where reproduction.id = c.id`,
  ];
}

/** A finished reproduction, and the results with which it is compared. */
export interface ComparableReproduction {
  readonly id: number;
  readonly point_name: string;
  readonly task_id: string;
  readonly sha256: string;
  readonly spectra: readonly ComparedSpectrum[];
  readonly model_sha256: string | null;
  readonly found_spectra: readonly ComparedSpectrum[] | null;
}

/** Returns reproductions whose results have arrived, oldest first. */
export async function listComparable(db: Db, limit: number): Promise<ComparableReproduction[]> {
  const { rows } = await sql<ComparableReproduction>`
    select id, point_name, task_id, sha256, spectra, model_sha256, found_spectra from reproduction
    where status = 'comparing' order by id limit ${limit}`.execute(db);
  return rows;
}

export async function hasComparable(db: Db): Promise<boolean> {
  return (await listComparable(db, 1)).length > 0;
}

/**
 * Stores the differences. After that, the files of the reproduction are no longer needed. Does nothing if the
 * differences were already stored.
 */
export async function storeDifference(
  db: Db,
  { id, task_id: taskId }: ComparableReproduction,
  difference: Difference,
  disagrees: boolean | null,
): Promise<void> {
  await sql`
    with compared as (
      update reproduction set
        status = 'compared', difference = ${JSON.stringify(difference)}::jsonb, disagrees = ${disagrees}, ended_at = clock_timestamp(),
        model_sha256 = null, found_spectra = null
      where id = ${id}::bigint and status = 'comparing' returning id)
    delete from artifact_upload where task_id = ${taskId}::uuid and exists (select from compared)`.execute(db);
}

export interface ReproductionRow {
  readonly id: number;
  readonly point_name: string;
  readonly status: ReproductionStatus;
  readonly sha256: string;
  readonly start: ReproductionStart;
  readonly start_point_name: string | null;
  readonly start_sha256: string | null;
  readonly note: string | null;
  readonly requested_by: string;
  readonly requested_at: Date;
  readonly ended_at: Date | null;
  readonly losses: number;
  readonly difference: Difference | null;
  readonly disagrees: boolean | null;
  readonly error: string | null;
  readonly original: ComparedAttempt;
  readonly reproduced: ComparedAttempt | null;
}

export interface ReproductionFilter {
  readonly point?: string | undefined;
  readonly status?: ReproductionStatus | undefined;
  readonly before?: number | undefined;
}

/** Returns reproductions, newest first. */
export async function listReproductions(
  db: Db,
  workflowId: number,
  { point, status, before }: ReproductionFilter,
  limit: number,
): Promise<ReproductionRow[]> {
  const conditions: RawBuilder<unknown>[] = [sql`r.workflow_id = ${workflowId}`];
  if (point !== undefined) conditions.push(sql`r.point_name = ${point}`);
  if (status !== undefined) conditions.push(sql`r.status = ${status}`);
  if (before !== undefined) conditions.push(sql`r.id < ${before}::bigint`);
  const { rows } = await sql<ReproductionRow>`
    select r.id, r.point_name, r.status, r.sha256, r.start, r.start_point_name, r.start_sha256, r.note, r.requested_by, r.requested_at, r.ended_at, r.losses,
           r.difference, r.disagrees, r.error, ${attempt('first', sql`r.original_task`, sql`r.original_node`)} as original,
           ${REPRODUCED} as reproduced
    from reproduction r
    left join task as first on first.id = r.original_task
    left join task as second on second.id = r.task_id
    where ${sql.join(conditions, sql` and `)} order by r.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * For queries with `r` and its task `second`: selects the attempt that was compared or failed, or another attempt as
 * long as its task exists.
 */
export const REPRODUCED = sql`coalesce(r.reproduced, case when second.id is not null then
  ${attempt('second', sql`second.id`, sql`second.node_id`)} end)`;

function attempt(alias: string, taskId: RawBuilder<unknown>, nodeId: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`jsonb_build_object(
    'task_id', ${taskId}, 'node_id', ${nodeId}, 'engine_name', ${column('engine_name')},
    'engine_version', ${column('engine_version')}, 'iterations', ${column('iterations')},
    'max_relc', ${column('max_relc')}, 'elapsed_sec', ${column('elapsed_sec')})`;
}
