import { AXES, type GridPointParams, type TaskStatus, type TaskType } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';

export interface AncestorRow {
  readonly id: number;
  readonly workflow_name: string | null;
  readonly name: string;
  readonly sha256: string;
  readonly lineage: number;
  readonly converged: boolean;
  readonly rejected: boolean;
  /** Null for an imported model. */
  readonly task_id: string | null;
  readonly task_type: TaskType | null;
}

/** An attempt that started from a model of the tree. */
export interface DescendantRow {
  readonly workflow_name: string | null;
  readonly name: string;
  readonly task_id: string;
  readonly parent_task_id: string | null;
  readonly generation: number;
  readonly task_type: TaskType;
  readonly status: TaskStatus;
  readonly reclaimed: boolean;
}

/**
 * Selects a model and its ancestors with their `place`, nearest first, at most `limit`. The query reads its own result
 * as `line`.
 */
export function ancestry(modelId: number, limit: number): RawBuilder<unknown> {
  return sql`
    select model.*, 1 as place from model where id = ${modelId}
    union all
    select parent.*, line.place + 1
    from line join model as parent on parent.id = line.parent_id and parent.lineage = line.parent_lineage
    where line.place < ${limit}`;
}

/** Returns a model and its ancestors, nearest first, at most `limit`. */
export async function listAncestors(db: Db, modelId: number, limit: number): Promise<AncestorRow[]> {
  const { rows } = await sql<AncestorRow>`
    with recursive line as (${ancestry(modelId, limit)})
    select line.id, workflow.name as workflow_name, line.name, line.sha256, line.lineage, line.converged, line.rejected, line.task_id, task.task_type
    from line
    left join task on task.id = line.task_id
    left join workflow on workflow.id = line.workflow_id
    order by line.place`.execute(db);
  return rows;
}

/**
 * Returns the attempts that started from a model and their descendants, by generation, at most `limit`. Does not read
 * further. Skips attempts that only computed the model's spectrum. If an attempt started from an interpolation between
 * several models of the tree, it is placed below the first of these models.
 */
export async function listDescendants(db: Db, modelId: number, limit: number): Promise<DescendantRow[]> {
  const { rows } = await sql<DescendantRow>`
    with recursive tree as (
      select ${modelId}::bigint as model_id, null::uuid as task_id, null::uuid as parent_task_id, null::int as workflow_id,
             null::text collate "C" as name, 0 as generation, null::text as task_type, null::task_status as status, null::bool as reclaimed
      union
      select made.id, task.id, tree.task_id, task.workflow_id, task.point_name, tree.generation + 1, task.task_type,
             task.status, task.reclaimed
      from tree
      cross join lateral (
        select tree.model_id as id union all select model_id from model_parent where parent_id = tree.model_id) as start
      join task on task.start_model_id = start.id and not task.spectrum_only and task.reproduction_id is null
      left join model as made on made.parent_id = start.id and made.task_id = task.id and not made.replaced)
    select workflow.name as workflow_name, found.name, task_id, parent_task_id, generation, task_type, found.status, reclaimed
    from (
      select distinct on (task_id) * from (select * from tree where generation > 0 limit ${limit}) as reached
      order by task_id, generation, parent_task_id nulls first) as found
    left join workflow on workflow.id = found.workflow_id
    order by generation, name, task_id`.execute(db);
  return rows;
}

/**
 * Returns the model that the last attempt at a point started from, or undefined if the attempt started from no model.
 */
export async function findLastStart(db: Db, workflowId: number, name: string): Promise<number | undefined> {
  const last = await db
    .selectFrom('task')
    .select('start_model_id')
    .where('workflow_id', '=', workflowId)
    .where('point_name', '=', name)
    .where('reproduction_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.start_model_id ?? undefined;
}

/** Returns the parameters of the points that exist in a workflow, by name. */
export async function listParams(
  db: Db,
  workflowId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, GridPointParams>> {
  const rows = await db
    .selectFrom('point')
    .select(['name', ...AXES])
    .where('workflow_id', '=', workflowId)
    .where('name', '=', sql<string>`any(${[...new Set(names)]}::text[])`)
    .execute();
  return new Map(rows.map(({ name, ...params }) => [name, params]));
}
