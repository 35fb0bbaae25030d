import type { AssetVersions, GridPointParams } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { AXIS_COLUMNS } from '../axis-columns.ts';
import type { Db, Tx } from '../database.ts';
import type { NamedWrite, Write } from '../write-together.ts';

/** A stored version of a model. The name and the SHA-256 of the content identify the file. */
export interface ModelVersion {
  readonly id: number;
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface ModelOriginColumns {
  /** The workflow's start under which the attempt was claimed. */
  readonly expansion: number | null;
  readonly nodeId: string | null;
  readonly agentVersion: string | null;
  readonly engineName: string | null;
  readonly engineVersion: string | null;
  /** Where the node's assets differ from the pinned assets. Null if the node reported none. */
  readonly assetDifferences: AssetVersions | null;
}

/** The origin of an import is unknown. */
export const NO_ORIGIN: ModelOriginColumns = {
  expansion: null,
  nodeId: null,
  agentVersion: null,
  engineName: null,
  engineVersion: null,
  assetDifferences: null,
};

export interface NewModel {
  readonly name: string;
  readonly params: GridPointParams;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly maxRelc: number | null;
  readonly workflowId: number;
  /** The attempt that computed the version, or null for an import. */
  readonly taskId: string | null;
  readonly origin: ModelOriginColumns;
  /** The point from whose model this version was computed, and the version of that model if known. */
  readonly parent: { readonly name: string; readonly id: number | null } | null;
  readonly signature: string | null;
  readonly fit: boolean;
  /**
   * False for the structure of an attempt that stopped short. That version never becomes the current version of its
   * name.
   */
  readonly converged: boolean;
  /** False for the file of a spectrum-only task, which never replaces a computed model. */
  readonly ofAtmosphere: boolean;
  /** Whether the attempt may have sent another file before. */
  readonly again: boolean;
}

const COLUMNS = {
  name: 'text',
  ...AXIS_COLUMNS,
  sha256: 'text',
  sizeBytes: 'int8',
  maxRelc: 'float8',
  workflowId: 'int4',
  taskId: 'uuid',
  expansion: 'int4',
  nodeId: 'text',
  agentVersion: 'text',
  engineName: 'text',
  engineVersion: 'text',
  assetDifferences: 'jsonb',
  parentName: 'text',
  parentId: 'int8',
  signature: 'text',
  fit: 'bool',
  converged: 'bool',
  ofAtmosphere: 'bool',
} as const;

/**
 * Records versions of models as the current versions of their names. A version that is unfit or that came with only a
 * spectrum never replaces a fit version. `released`: true if no point waits for any of these versions.
 */
export function newModels(models: readonly NewModel[], released: RawBuilder<boolean>): Write[] {
  if (models.length === 0) return [];
  const rows = models.map(({ params, parent, origin, ...model }) => ({
    ...model,
    ...params,
    ...origin,
    parentName: parent?.name ?? null,
    parentId: parent?.id ?? null,
  }));
  const given = recordset(rows, COLUMNS, 's');
  const stored: NamedWrite = {
    name: 'stored_model',
    write: sql`
      insert into model (name, signature, sha256, size_bytes, max_relc, workflow_id, task_id, parent_id, parent_lineage, lineage, fit,
                         converged, of_atmosphere, expansion, node_id, agent_version, engine_name, engine_version, asset_differences)
      select s.name, s.signature, s.sha256, s."sizeBytes", s."maxRelc", s."workflowId", s."taskId", parent.id, parent.lineage,
             case when s."parentName" is null then 0 else coalesce(parent.lineage, 0) + 1 end, s.fit,
             s.converged, s."ofAtmosphere", s.expansion, s."nodeId", s."agentVersion", s."engineName", s."engineVersion", s."assetDifferences"
      from ${given} left join lateral (select id, lineage from model where id = s."parentId" limit 1) as parent on true
      -- The first attempt with this content stays its origin: a version never changes.
      on conflict (name, sha256, workflow_id, signature)
        do update set stored_at = excluded.stored_at, fit = excluded.fit, replaced = false,
                      converged = model.converged or excluded.converged
      returning id, name, signature, sha256, workflow_id, lineage, rejected`,
  };
  const current = sql`
    insert into current_model (name, signature, model_id, teff, logg, loghe, logc, logn, logo, sha256, size_bytes, max_relc,
                               lineage, fit, released)
    -- Does not depend on the database's collation, because imports lock these rows in the same order.
    select distinct on (s.name collate "C", s.signature collate "C") s.name, s.signature, m.id, s.teff, s.logg, s.loghe, s.logc, s.logn, s.logo,
           s.sha256, s."sizeBytes", s."maxRelc", m.lineage, s.fit and not m.rejected, ${released}
    from ${given} join stored_model as m
      on m.name = s.name and m.sha256 = s.sha256 and m.workflow_id = s."workflowId" and m.signature is not distinct from s.signature
    where s.converged and (s."ofAtmosphere" or not exists (
      select from current_model as known
      where known.name = s.name and known.signature is not distinct from s.signature and known.fit))
    order by s.name collate "C", s.signature collate "C", s.fit and not m.rejected desc, m.id desc
    on conflict (name, signature) do update set
      model_id = excluded.model_id, sha256 = excluded.sha256, size_bytes = excluded.size_bytes, max_relc = excluded.max_relc,
      lineage = excluded.lineage, fit = excluded.fit, released = excluded.released, stored_at = excluded.stored_at
    where excluded.fit or not current_model.fit`;
  return [stored, current, ...replacedModels(models.filter(({ again }) => again))];
}

/** Marks the earlier files of attempts that have sent a different file. Unreferenced files are removed later. */
function replacedModels(models: readonly NewModel[]): Write[] {
  if (models.length === 0) return [];
  const rows = models.map(({ name, taskId, sha256 }) => ({ name, taskId, sha256 }));
  const update = sql`
    update model set replaced = true
    from ${recordset(rows, { name: 'text', taskId: 'uuid', sha256: 'text' }, 's')}
    where model.name = s.name and model.task_id = s."taskId" and model.sha256 <> s.sha256`;
  return [update];
}

const VERSION = ['id', 'name', 'sha256', 'size_bytes as sizeBytes'] as const;

/**
 * Returns the current version of a name. Prefers fit versions to unfit versions, then takes the version that was stored
 * last.
 */
export async function findNewestModel(db: Db, name: string): Promise<ModelVersion | undefined> {
  return await db
    .selectFrom('current_model')
    .select(['model_id as id', 'name', 'sha256', 'size_bytes as sizeBytes'])
    .where('name', '=', name)
    .orderBy('fit', 'desc')
    .orderBy('stored_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns a version by a prefix of its content's SHA-256, or undefined if no version or several versions match. */
export async function findModelVersion(db: Db, name: string, version: string): Promise<ModelVersion | undefined> {
  const found = await db
    .selectFrom('model')
    .select(VERSION)
    .distinctOn('sha256')
    .where('name', '=', name)
    .where(sql<boolean>`starts_with(sha256, ${version})`)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0] : undefined;
}

export interface ModelOwner {
  readonly workflowId: number;
  /** The signature of the chain, or null for a workflow without a configuration. */
  readonly signature: string | null;
}

/**
 * Returns a workflow's models by point name: the newest fit version that the workflow computed or imported itself.
 * Models from before models had versions count as the workflow's own if the chain is the same.
 *
 * `also_others`: falls back to a model that another workflow computed with the same chain or an unknown chain.
 */
export async function findOwnModels(
  db: Db,
  { workflowId, signature }: ModelOwner,
  names: readonly string[],
  whose: 'own' | 'also_others',
): Promise<(ModelVersion & { taskId: string | null; fit: boolean })[]> {
  if (names.length === 0) return [];
  const isOwn = sql`workflow_id is not distinct from ${workflowId}::int`;
  const mayBe = whose === 'own' ? sql`workflow_id is null` : sql`true`;
  const { rows } = await sql<ModelVersion & { taskId: string | null; fit: boolean }>`
    select distinct on (name) id, name, sha256, size_bytes as "sizeBytes", task_id as "taskId", fit from model
    where name = any(${names}::text[]) and converged and not replaced and not rejected
      and (${isOwn} or ${mayBe} and (signature is null or signature = ${signature}::text))
    order by name, fit desc, of_atmosphere desc, ${isOwn} desc, stored_at desc, id desc`.execute(db);
  return rows;
}

/**
 * Returns the version from which a running task of the node starts. If there are several such tasks, uses the task that
 * was claimed last.
 */
export async function findHeldModel(
  db: Db,
  nodeId: string,
  name: string,
  version = '',
): Promise<ModelVersion | undefined> {
  return await db
    .selectFrom('task')
    .innerJoin('model', 'model.id', 'task.start_model_id')
    .select(['model.id', 'model.name', 'model.sha256', 'model.size_bytes as sizeBytes'])
    .where('task.node_id', '=', nodeId)
    .where('task.status', '=', sql.lit('running'))
    .where('model.name', '=', name)
    .where(sql<boolean>`starts_with(model.sha256, ${version})`)
    .orderBy('task.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findModelById(db: Db, id: number): Promise<ModelVersion | undefined> {
  return await db.selectFrom('model').select(VERSION).where('id', '=', id).executeTakeFirst();
}

/** Returns the attempts that computed these versions, by version id. */
export async function listOrigins(db: Db, modelIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (modelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('model')
    .select(['id', 'task_id'])
    .where('id', '=', sql<number>`any(${modelIds}::bigint[])`)
    .execute();
  return new Map(rows.flatMap(({ id, task_id: taskId }) => (taskId === null ? [] : [[id, taskId] as const])));
}

/** The model that a point keeps for a `continue`. */
export interface KeptModel {
  readonly workflowId: number;
  readonly name: string;
  readonly sha256: string;
  /** The signature of the chain. Models of other stages cannot be continued. */
  readonly signature: string;
}

/**
 * Returns the models that points keep for a `continue`. Leaves out models whose files were found missing or damaged.
 */
export async function findUnconverged(
  db: Db,
  kept: readonly KeptModel[],
): Promise<(ModelVersion & { readonly workflowId: number; readonly taskId: string | null })[]> {
  if (kept.length === 0) return [];
  const { rows } = await sql<ModelVersion & { workflowId: number; taskId: string | null }>`
    select distinct on (model.workflow_id, model.name) model.id, model.name, model.sha256, size_bytes as "sizeBytes",
           model.workflow_id as "workflowId", task_id as "taskId"
    from model join ${recordset(kept, { workflowId: 'int4', name: 'text', sha256: 'text', signature: 'text' }, 'k')}
      on model.name = k.name and model.sha256 = k.sha256 and model.workflow_id = k."workflowId"
      and model.signature = k.signature
    where fit order by model.workflow_id, model.name, model.id`.execute(db);
  return rows;
}

/**
 * Locks all versions of a name before the current version is chosen among them. This is a separate statement, so that
 * the next statement sees the changes of transactions that it waited for. Otherwise, the next statement might choose a
 * version that is being rejected or marked unfit at the same moment.
 */
export async function lockVersions(trx: Tx, name: string): Promise<void> {
  await sql`select from model where name = ${name} order by id for no key update`.execute(trx);
}

/** Marks a version as unfit. The newest fit version of its name and chain replaces it, if there is one. */
export async function markUnfit(trx: Tx, { id: modelId, name }: Pick<ModelVersion, 'id' | 'name'>): Promise<void> {
  await lockVersions(trx, name);
  await sql`
    with unfit as (update model set fit = false where id = ${modelId} returning name, signature),
    next as (
      select m.* from model m join unfit on m.name = unfit.name and m.signature is not distinct from unfit.signature
      where m.fit and m.converged and m.of_atmosphere and not m.replaced and not m.rejected and m.id <> ${modelId} order by m.stored_at desc, m.id desc limit 1)
    update current_model as current set
      fit = next.id is not null, released = false, model_id = coalesce(next.id, current.model_id),
      sha256 = coalesce(next.sha256, current.sha256), size_bytes = coalesce(next.size_bytes, current.size_bytes),
      max_relc = case when next.id is null then current.max_relc else next.max_relc end,
      lineage = coalesce(next.lineage, current.lineage)
    from unfit left join next on true
    where current.model_id = ${modelId}`.execute(trx);
}

/** Returns which of these files belong to a stored version or to an uncompared reproduction, as `<name> <version>`. */
export async function findReferenced(
  db: Db,
  files: readonly { name: string; version: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; version: string }>`
    select distinct f.name, f.version from ${recordset(files, { name: 'text', version: 'text' }, 'f')}
    join model on model.name = f.name and starts_with(model.sha256, f.version)
    union
    select f.name, f.version from ${recordset(files, { name: 'text', version: 'text' }, 'f')}
    join reproduction on point_name = f.name and starts_with(model_sha256, f.version) and status = 'comparing'`.execute(
    db,
  );
  return new Set(rows.map((row) => `${row.name} ${row.version}`));
}

/**
 * Removes versions that the same attempt has replaced, once they are an hour old and no task or later model refers to
 * them. All other versions stay.
 */
export async function removeReplaced(db: Db): Promise<void> {
  await sql`
    delete from model where replaced and stored_at < now() - interval '1 hour'
      and not exists (select from task where start_model_id = model.id)
      and not exists (select from model as child where child.parent_id = model.id)
      and not exists (select from model_parent where parent_id = model.id)
      and not exists (select from current_model where model_id = model.id)`.execute(db);
}

/**
 * Removes interpolated structures and structures left by attempts that stopped short. Removes them once they are an
 * hour old and no point, task or model uses them.
 */
export async function removeUnconverged(db: Db): Promise<void> {
  await sql`
    with removed as (
      delete from model where not converged and stored_at < now() - interval '1 hour'
        and not exists (select from point where workflow_id = model.workflow_id and point.name = model.name
                          and unconverged_sha256 = model.sha256)
        and not exists (select from prepared_seed where workflow_id = model.workflow_id and point_name = model.name
                          and model_id = model.id)
        and not exists (select from task where start_model_id = model.id)
        and not exists (select from model as child where child.parent_id = model.id)
      returning id)
    delete from model_parent where model_id in (select id from removed)`.execute(db);
}
