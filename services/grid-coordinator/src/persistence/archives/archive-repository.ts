import {
  AXES,
  type ArchivedArtifact,
  type ArchivedAttempt,
  type ArchivedModel,
  type ArchivedPoint,
} from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import { pagesOf } from './archive-cursor.ts';
import type { Db, Tx } from '../database.ts';
import { localColumns, type ArchivedTable } from './local-columns.ts';
import { matchingNames, type PointFilter } from '../points/point-filter.ts';

export interface Selection {
  readonly workflowId: number;
  /** The signature of the chain, or null for a workflow that was never started. */
  readonly signature: string | null;
  readonly filter: PointFilter;
}

/**
 * Runs `read` in a transaction that sees the database as of its first statement. Times are in UTC, so that a row has
 * the same text everywhere.
 */
export async function inSnapshot<T>(db: Db, read: (trx: Tx) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local timezone = 'UTC'`.execute(trx);
      return await read(trx);
    });
}

/** Yields the rows of matching points in name order. */
export async function* archivedPoints(trx: Tx, { workflowId, filter }: Selection): AsyncGenerator<ArchivedPoint[]> {
  const query = sql`
    select ${withoutLocal('point')} as row from point
    where workflow_id = ${workflowId} and name in (${matchingNames(workflowId, filter)}) order by name`;
  yield* pagesOf<ArchivedPoint>(trx, 'archived_points', query);
}

/** Returns the ended attempts of points, ordered by point name and then by time of claim. */
export async function archivedAttempts(
  trx: Tx,
  { workflowId }: Selection,
  names: readonly string[],
): Promise<ArchivedAttempt[]> {
  const { rows } = await sql<{ row: ArchivedAttempt }>`
    select ${withoutLocal('task')} || jsonb_build_object('start_model', ${reference('start', workflowId)}) as row
    from task left join lateral (select * from model where id = task.start_model_id limit 1) as start on true
    where task.workflow_id = ${workflowId} and task.point_name = any(${names}::text[])
      and task.status not in ('pending', 'running') and task.reproduction_id is null
    order by task.point_name, task.created_at, task.id`.execute(trx);
  return rows.map(({ row }) => row);
}

/**
 * Yields the model versions of matching points, and the versions from which these models or their attempts were
 * started. A parent comes before its descendants.
 */
export async function* archivedModels(trx: Tx, selection: Selection): AsyncGenerator<ArchivedModel[]> {
  const query = sql`
    ${neededModels(selection)}
    select ${withoutLocal('model')} || jsonb_build_object(
        'own', model.own, 'parent', ${reference('parent', selection.workflowId)},
        'params', (${paramsOf(selection.workflowId)})) || ${parentsOf(selection.workflowId)} as row
    from distinct_model as model
    left join lateral (select * from model as ancestor where ancestor.id = model.parent_id limit 1) as parent on true
    order by model.lineage, model.name, model.sha256, model.signature nulls first, model.own`;
  yield* pagesOf<ArchivedModel>(trx, 'archived_models', query);
}

/** Yields the artifacts of attempts, ordered by point name. */
export async function* archivedArtifacts(
  trx: Tx,
  { workflowId, filter }: Selection,
): AsyncGenerator<ArchivedArtifact[]> {
  const query = sql`
    select ${withoutLocal('artifact')} as row from artifact
    where workflow_id = ${workflowId} and point_name in (${matchingNames(workflowId, filter)})
    order by point_name, task_id, path`;
  yield* pagesOf<ArchivedArtifact>(trx, 'archived_artifacts', query);
}

export interface ArchivedFile {
  readonly name: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly fit: boolean;
  readonly stored_at: string;
}

/** Yields the files of the versions that `archivedModels` yields, without duplicates, ordered by point name. */
export async function* archivedFiles(trx: Tx, selection: Selection): AsyncGenerator<ArchivedFile[]> {
  const query = sql`
    ${neededModels(selection)}
    select jsonb_build_object('name', name, 'sha256', sha256, 'size_bytes', max(size_bytes), 'fit', bool_or(fit),
                              'stored_at', min(stored_at)) as row
    from distinct_model group by name, sha256 order by name, sha256`;
  yield* pagesOf<ArchivedFile>(trx, 'archived_files', query);
}

/**
 * Selects `distinct_model`: the versions that belong to a selection of points. Versions of other workflows with the
 * same content are merged, because archives don't distinguish those workflows.
 */
function neededModels({ workflowId, signature, filter }: Selection): RawBuilder<unknown> {
  return sql`
    with recursive chosen as materialized (${matchingNames(workflowId, filter)}),
    needed(id) as (
      (select id from model where name in (select name from chosen) and not replaced
         and (workflow_id = ${workflowId} or workflow_id is null and (signature is null or signature = ${signature}::text))
       union
       select start_model_id from task
       where workflow_id = ${workflowId} and point_name in (select name from chosen)
         and status not in ('pending', 'running') and reproduction_id is null and start_model_id is not null)
      union
      select ancestor.id from needed cross join lateral (
        select parent_id as id from model where model.id = needed.id and parent_id is not null
        union select parent_id from model_parent where model_id = needed.id) as ancestor),
    distinct_model as (
      select distinct on (name, sha256, signature, own) * from (
        select model.*, model.workflow_id is not distinct from ${workflowId}::int as own from needed join model using (id)
      ) as found order by name, sha256, signature, own, lineage, stored_at, id)`;
}

/** Returns a row as JSON. Columns added later are included automatically. */
export function withoutLocal(table: ArchivedTable, alias: string = table): RawBuilder<unknown> {
  const extra = table === 'model' ? ['own'] : [];
  return sql`(to_jsonb(${sql.ref(alias)}) - ${[...localColumns(table), ...extra]}::text[])`;
}

function reference(alias: string, workflowId: number): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is not null then jsonb_build_object(
    'name', ${column('name')}, 'sha256', ${column('sha256')}, 'signature', ${column('signature')},
    'own', ${column('workflow_id')} is not distinct from ${workflowId}::int) end`;
}

/**
 * Selects the versions from which a structure was interpolated. The result is empty for other structures, and in
 * archives of earlier versions.
 */
function parentsOf(workflowId: number): RawBuilder<unknown> {
  return sql`(
    select case when count(*) = 0 then '{}'::jsonb else jsonb_build_object('parents', jsonb_agg(
      ${reference('origin', workflowId)} || jsonb_build_object('weight', weight)
      order by weight desc, origin.name, origin.sha256, origin.signature)) end
    from model_parent join model as origin on origin.id = model_parent.parent_id where model_parent.model_id = model.id)`;
}

/**
 * Selects the parameters of a model's point, which all versions of a name share. The parameters are read from any
 * version, because a point without a converged model has no current version.
 */
function paramsOf(workflowId: number): RawBuilder<unknown> {
  const pairs = sql.join(AXES.map((axis) => sql`${sql.lit(axis)}, ${sql.ref(`known.${axis}`)}`));
  return sql`select coalesce(
    (select jsonb_build_object(${pairs}) from current_model as known where known.name = model.name limit 1),
    (select jsonb_build_object(${pairs}) from point as known where known.workflow_id = ${workflowId} and known.name = model.name))`;
}
