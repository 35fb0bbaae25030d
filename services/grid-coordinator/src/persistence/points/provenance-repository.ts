import type { AssetVersions, TaskType } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';
import { ancestry } from './lineage-repository.ts';

/** The recorded data of a task that produced a model or artifacts. */
export interface TaskOrigin {
  readonly task_id: string | null;
  readonly node_id: string | null;
  readonly agent_version: string | null;
  readonly engine_name: string | null;
  readonly engine_version: string | null;
  readonly task_type: TaskType | null;
  readonly spectrum_only: boolean | null;
  readonly claimed_at: Date | null;
  readonly completed_at: Date | null;
  readonly elapsed_sec: number | null;
  readonly asset_differences: AssetVersions | null;
  readonly pinned: AssetVersions | null;
}

/** A model, with its recorded origin. */
export interface OriginRow extends TaskOrigin {
  readonly id: number;
  readonly name: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly max_relc: number | null;
  readonly lineage: number;
  readonly fit: boolean;
  readonly converged: boolean;
  readonly rejected: boolean;
  readonly stored_at: Date;
  readonly workflow_name: string | null;
  readonly run: number | null;
  readonly config_yaml: string | null;
  readonly started_at: Date | null;
}

/**
 * Returns a model and its ancestors, nearest first, at most `limit`. Fields are null if the data was deleted with its
 * task or workflow.
 */
export async function listAncestry(db: Db, modelId: number, limit: number): Promise<OriginRow[]> {
  const { rows } = await sql<OriginRow>`
    with recursive line as (${ancestry(modelId, limit)})
    select line.id, line.name, line.sha256, line.size_bytes, line.max_relc, line.lineage, line.fit and not line.rejected as fit, line.converged, line.rejected, line.stored_at,
           coalesce(start.workflow_name, workflow.name) as workflow_name,
           line.task_id, coalesce(line.node_id, task.node_id) as node_id,
           line.agent_version, line.engine_name, line.engine_version,
           task.task_type, task.spectrum_only, task.created_at as claimed_at, task.completed_at, task.elapsed_sec,
           coalesce(line.asset_differences, task.asset_differences) as asset_differences, ${pinned('line')} as pinned,
           start.run, start.config_yaml, start.started_at
    from line
    left join task on task.id = line.task_id
    left join workflow_start as start on start.workflow_id = line.workflow_id and start.expansion = line.expansion
    left join workflow on workflow.id = line.workflow_id
    order by line.place`.execute(db);
  return rows;
}

/** Returns the tasks that left artifacts of a point, latest first. */
export async function listArtifactTasks(
  db: Db,
  workflowId: number,
  name: string,
  limit: number,
): Promise<TaskOrigin[]> {
  const { rows } = await sql<TaskOrigin>`
    select task.id as task_id, task.node_id, task.agent_version, task.engine_name, task.engine_version, task.task_type, task.spectrum_only,
           task.created_at as claimed_at, task.completed_at, task.elapsed_sec, task.asset_differences,
           ${pinned('task')} as pinned
    from task where id in (select task_id from artifact where workflow_id = ${workflowId} and point_name = ${name})
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Selects the assets pinned by the start that a model or task belongs to. */
function pinned(of: 'line' | 'task'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql`(select jsonb_object_agg(path, sha256) from asset_pin
    where workflow_id = ${column('workflow_id')} and expansion = ${column('expansion')})`;
}

/** Returns the model with this content, preferring the workflow's own model if several models have the same content. */
export async function findModelOfContent(
  db: Db,
  { name, sha256, workflowId }: { readonly name: string; readonly sha256: string; readonly workflowId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('model')
    .select('id')
    .where('name', '=', name)
    .where('sha256', '=', sha256)
    .orderBy(sql`workflow_id is not distinct from ${workflowId}::int`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
