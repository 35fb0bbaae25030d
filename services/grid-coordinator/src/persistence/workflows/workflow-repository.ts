import type { WorkflowStatus } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Scheduling } from '../../domain/tasks/fair-share.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { COUNT_LOCK } from './count-repository.ts';
import type { Db, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';
import { DEFAULT_ARTIFACTS } from '../../domain/artifacts/artifact-policy.ts';

export interface WorkflowRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly config_yaml: string;
  readonly status: WorkflowStatus;
  readonly warnings: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const ROW = ['id', 'name', 'description', 'config_yaml', 'status', 'warnings', 'created_at', 'updated_at'] as const;

/** The state of a workflow that a transaction on its points needs. */
export interface WorkflowState {
  readonly id: number;
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly run: number;
  readonly expansion: number;
  /** The number of transactions that queued points of the workflow, excluding expansions. */
  readonly requeues: number;
}

export const WORKFLOW_STATE = ['id', 'name', 'status', 'run', 'expansion', 'requeues'] as const;

export async function listWorkflows(db: Db): Promise<WorkflowRow[]> {
  return await db.selectFrom('workflow').select(ROW).orderBy('name').execute();
}

export async function findWorkflow(db: Db, name: string): Promise<WorkflowRow | undefined> {
  return await db.selectFrom('workflow').select(ROW).where('name', '=', name).executeTakeFirst();
}

export async function findWorkflowState(db: Db, id: number): Promise<WorkflowState | undefined> {
  return await db.selectFrom('workflow').select(WORKFLOW_STATE).where('id', '=', id).executeTakeFirst();
}

export async function listByStatus(db: Db, status: WorkflowStatus): Promise<WorkflowState[]> {
  return await db.selectFrom('workflow').select(WORKFLOW_STATE).where('status', '=', status).orderBy('id').execute();
}

/** A workflow that has tasks, with the values that determine its fair share. */
export interface ClaimableWorkflow extends WorkflowState, Scheduling {
  /** Increases each time the workflow gets tasks. Null if the workflow has had no tasks. */
  readonly lastServed: number | null;
}

/** Selects, for use inside another query, the workflows that have tasks, as JSON. Null while claims are paused. */
export function claimableWorkflows(): RawBuilder<ClaimableWorkflow[] | null> {
  const columns = sql.join(WORKFLOW_STATE.map((column) => sql.ref(column)));
  return sql`select jsonb_agg(active order by id)
    from (select ${columns}, last_served as "lastServed", priority, share, max_slots as "maxSlots"
          from workflow left join workflow_service_order on workflow_id = id
          where status = ${sql.lit('running')} and not exists (select from claim_pause)) as active`;
}

/**
 * Records the order in which workflows got tasks. Skips rows locked by another claim, which assigns tasks of the same
 * workflows at the same moment.
 */
export function servedInOrder(workflowIds: readonly number[]): Write[] {
  if (workflowIds.length === 0) return [];
  const update = sql`
    with moment as materialized (select nextval('service_order') * ${MOST_SERVED} as n),
         free as materialized (select workflow_id from workflow_service_order
                               where workflow_id = any(${workflowIds}::int[]) for update skip locked)
    update workflow_service_order as served set last_served = moment.n + array_position(${workflowIds}::int[], free.workflow_id)
    from moment, free where served.workflow_id = free.workflow_id`;
  return [update];
}

/** The largest number of workflows in one claim transaction. */
const MOST_SERVED = 1_000;

/** Returns unfinished workflows with points that wait for a seed. Includes paused workflows, which may be resumed. */
export async function listWaiting(db: Db): Promise<{ id: number }[]> {
  return await db
    .selectFrom('workflow')
    .select('id')
    .where('status', 'in', ['initializing', 'running', 'paused'])
    .where('run', '>', 0)
    .where(sql<boolean>`exists (select from point where workflow_id = workflow.id and waits_for_seed)`)
    .orderBy('id')
    .execute();
}

/**
 * Locks a workflow before a change of its points. The lock serialises reports, sweeps and releases of one workflow, but
 * claims do not wait for it.
 */
export async function lockWorkflow(trx: Tx, id: number): Promise<WorkflowState | undefined> {
  return await trx
    .selectFrom('workflow')
    .select(WORKFLOW_STATE)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function lockWorkflowByName(
  trx: Tx,
  name: string,
): Promise<(WorkflowState & { readonly config_yaml: string; readonly description: string | null }) | undefined> {
  return await trx
    .selectFrom('workflow')
    .select([...WORKFLOW_STATE, 'config_yaml', 'description'])
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the configurations of the workflows whose tasks a node is computing. */
export async function listHeldConfigs(db: Db, nodeId: string): Promise<WorkflowConfig[]> {
  const rows = await db
    .selectFrom('workflow')
    .select('run_config')
    .where('id', 'in', (held) =>
      held
        .selectFrom('task')
        .select('workflow_id')
        .where('node_id', '=', nodeId)
        .where('status', '=', sql.lit('running')),
    )
    .execute();
  return rows.flatMap(({ run_config }) => run_config ?? []);
}

export async function readRunConfig(db: Db, id: number): Promise<WorkflowConfig | null> {
  const row = await db.selectFrom('workflow').select('run_config').where('id', '=', id).executeTakeFirst();
  return row?.run_config == null ? null : { ...RUN_CONFIG_DEFAULTS, ...row.run_config };
}

export async function insertWorkflow(
  db: Db,
  workflow: { name: string; description: string | null; configYaml: string; scheduling: Scheduling },
): Promise<number | undefined> {
  const { priority, share, maxSlots } = workflow.scheduling;
  const row = await db
    .insertInto('workflow')
    .values({
      name: workflow.name,
      description: workflow.description,
      config_yaml: workflow.configYaml,
      priority,
      share,
      max_slots: maxSlots,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function saveConfig(trx: Tx, id: number, description: string | null, configYaml: string): Promise<void> {
  await trx
    .updateTable('workflow')
    .set({ description, config_yaml: configYaml, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function markStarted(
  trx: Tx,
  { id, name, config_yaml: configYaml }: { readonly id: number; readonly name: string; readonly config_yaml: string },
  start: { config: WorkflowConfig; warnings: readonly string[]; run: number; expansion: number },
): Promise<void> {
  await trx
    .updateTable('workflow')
    .set({
      status: 'initializing',
      run_config: JSON.stringify(start.config),
      warnings: [...start.warnings],
      run: start.run,
      expansion: start.expansion,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  await trx
    .insertInto('workflow_start')
    .values({
      workflow_id: id,
      expansion: start.expansion,
      workflow_name: name,
      run: start.run,
      config_yaml: configYaml,
    })
    .execute();
  await trx
    .insertInto('workflow_service_order')
    .values({ workflow_id: id, last_served: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that points were queued, possibly before the positions of the queue cursors. */
export function requeued(workflowIds: readonly number[]): Write[] {
  if (workflowIds.length === 0) return [];
  return [sql`update workflow set requeues = requeues + 1 where id = any(${workflowIds}::int[])`];
}

export async function setWorkflowStatus(trx: Tx, id: number, status: WorkflowStatus): Promise<void> {
  await trx
    .updateTable('workflow')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Records that a workflow is expanded: from now on its points come from its configuration and imports. */
export async function markExpanded(trx: Tx, id: number): Promise<void> {
  await trx
    .updateTable('workflow')
    .set({ status: 'running', finished_expansion: sql`expansion`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns the completed expansion of a workflow, or undefined while its points do not match its configuration. */
export async function findFinishedExpansion(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('workflow')
    .select('expansion')
    .where('id', '=', id)
    .where('expansion', '>', 0)
    .whereRef('finished_expansion', '=', 'expansion')
    .executeTakeFirst();
  return row?.expansion;
}

/** Adds warnings for the operator about this start. */
export async function warnOf(trx: Tx, id: number, warning: string): Promise<void> {
  await trx
    .updateTable('workflow')
    .set({ warnings: sql<string[]>`array_append(warnings, ${warning})` })
    .where('id', '=', id)
    .execute();
}

/** Hides the workflow. Its rows are removed in the background. */
export async function deleteWorkflow(trx: Tx, name: string): Promise<number | undefined> {
  const row = await trx.deleteFrom('workflow').where('name', '=', name).returning('id').executeTakeFirst();
  if (row !== undefined) await trx.insertInto('deleted_workflow').values({ id: row.id, name }).execute();
  return row?.id;
}

/**
 * Returns which of these workflows exist. Excludes deleted workflows that are still being removed. Includes workflows
 * that an import is creating.
 */
export async function findExisting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from workflow where id = any(${ids}::bigint[])
    union select workflow_id from archive_import where status = 'waiting' and workflow_id = any(${ids}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether rows of deleted workflows are still to be removed. */
export async function hasDeleted(db: Db): Promise<boolean> {
  return (await db.selectFrom('deleted_workflow').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether rows of a deleted workflow with this name are still to be removed. */
export async function isBeingPurged(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('deleted_workflow').select('id').where('name', '=', name).limit(1).executeTakeFirst();
  return row !== undefined;
}

const PURGE_ROWS = 20_000;

/**
 * Removes some rows of deleted workflows. Returns whether there are more rows, and which workflows are completely
 * removed.
 */
export async function purgeDeleted(db: Db): Promise<{ more: boolean; gone: number[] }> {
  const deleted = await db.selectFrom('deleted_workflow').select('id').orderBy('id').execute();
  const gone: number[] = [];
  for (const { id } of deleted) {
    for (const table of ['point', 'task', 'artifact', 'artifact_upload', 'model_residual'] as const) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where workflow_id = ${id} limit ${PURGE_ROWS}))`.execute(db);
      if (Number(numAffectedRows ?? 0) === PURGE_ROWS) return { more: true, gone };
    }
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(trx);
      for (const table of [
        'point_count',
        'point_count_delta',
        'task_time',
        'task_time_delta',
        'task_duration',
        'task_duration_delta',
        'progress_snapshot',
        'node_outcome',
        'failure_group',
        'failure_group_node',
        'failure_group_help',
        'seed_direction',
        'attempt_count',
        'expansion_chunk',
        'artifact_count',
        'artifact_count_delta',
        'judgement',
        'reproduction',
        'residual_pass',
        'prepared_seed',
      ] as const) {
        await sql`delete from ${sql.table(table)} where workflow_id = ${id}`.execute(trx);
      }
      await trx.deleteFrom('deleted_workflow').where('id', '=', id).execute();
    });
    gone.push(id);
  }
  return { more: false, gone };
}

/** Defaults for keys that are missing in stored configurations of earlier versions. */
const RUN_CONFIG_DEFAULTS = {
  extraPoints: [],
  artifacts: DEFAULT_ARTIFACTS,
  assets: [],
  endOverruns: false,
  learnedTimeout: null,
  rules: [],
} as const;
