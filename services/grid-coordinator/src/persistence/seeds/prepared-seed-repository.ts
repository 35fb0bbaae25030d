import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { AttemptsSoFar, PreparedSeed } from '../../domain/seeds/interpolated-seed.ts';
import type { Db, Tx } from '../database.ts';
import { lockVersions, type ModelVersion } from '../models/model-repository.ts';
import type { PointKey } from '../points/point-repository.ts';
import type { Write } from '../write-together.ts';

/** A point whose seed is prepared, with its attempts so far. */
export type SeedOrder = PointKey & AttemptsSoFar;

/** A prepared seed. `model` is null unless the seed was interpolated. */
export type FoundSeed = PreparedSeed & { readonly model: ModelVersion | null; readonly reason: string | null };

interface FoundRow extends PreparedSeed, ModelVersion {
  readonly workflow_id: number;
  readonly point_name: string;
  readonly reason: string | null;
}

const USABLE = sql<boolean>`coalesce(model.fit and not model.rejected and not exists (
  select from model_parent as link join model as parent on parent.id = link.parent_id
  where link.model_id = model.id and (not parent.fit or parent.rejected or parent.replaced)), false)`;

/** Returns the prepared seeds of points, by `preparedKey`. */
export async function findPreparedSeeds(db: Db, points: readonly PointKey[]): Promise<Map<string, FoundSeed>> {
  if (points.length === 0) return new Map();
  const { rows } = await sql<FoundRow>`
    select p.workflow_id, p.point_name, p.run, p.attempts, p.status, p.reason, ${USABLE} as usable,
           p.model_id as id, p.point_name as name, model.sha256, model.size_bytes as "sizeBytes"
    from ${recordset(points, { workflowId: 'int4', name: 'text' }, 'k')}
    join prepared_seed as p on p.workflow_id = k."workflowId" and p.point_name = k.name
    left join lateral (select * from model where model.id = p.model_id limit 1) as model on true`.execute(db);
  return new Map(
    rows.map(({ workflow_id: workflowId, point_name: point, id, name, sha256, sizeBytes, ...found }) => [
      preparedKey({ workflowId, name: point }),
      { ...found, model: found.status === 'interpolated' ? { id, name, sha256, sizeBytes } : null },
    ]),
  );
}

export function preparedKey({ workflowId, name }: PointKey): string {
  return `${workflowId} ${name}`;
}

/** Orders the preparation of seeds for the next attempts at points. */
export function wantedSeeds(points: readonly SeedOrder[]): Write[] {
  if (points.length === 0) return [];
  const given = recordset(points, { workflowId: 'int4', name: 'text', run: 'int4', attempts: 'int4' }, 'w');
  return [
    sql`
      insert into prepared_seed (workflow_id, point_name, run, attempts, status)
      select w."workflowId", w.name, w.run, w.attempts, 'wanted' from ${given} order by 1, 2
      on conflict (workflow_id, point_name) do update set
        run = excluded.run, attempts = excluded.attempts, status = 'wanted', model_id = null, reason = null`,
  ];
}

/** Returns points whose seeds must be prepared. `after`: returns only points after this point. */
export async function listWantedSeeds(db: Db, after: PointKey | undefined, limit: number): Promise<SeedOrder[]> {
  const { rows } = await sql<SeedOrder>`
    select workflow_id as "workflowId", point_name as name, run, attempts from prepared_seed
    where status = 'wanted' and (workflow_id, point_name) > (${after?.workflowId ?? -1}::int4, ${after?.name ?? ''}::text collate "C")
    order by workflow_id, point_name limit ${limit}`.execute(db);
  return rows;
}

export async function hasWantedSeeds(db: Db): Promise<boolean> {
  return (await listWantedSeeds(db, undefined, 1)).length > 0;
}

/** Deletes the order for a point whose attempt is no longer due. */
export async function dropWantedSeed(db: Db, { workflowId, name, run, attempts }: SeedOrder): Promise<void> {
  await sql`
    delete from prepared_seed
    where workflow_id = ${workflowId}::int4 and point_name = ${name} and run = ${run}::int4 and attempts = ${attempts}::int4
      and status = 'wanted'`.execute(db);
}

/** The prepared start of a seed step. */
export type Preparation =
  | { readonly status: 'interpolated'; readonly modelId: number }
  | { readonly status: 'nearest'; readonly reason: string };

/**
 * Stores a prepared seed. Returns false if the seed is no longer wanted, or if another process has already stored one.
 */
export async function storePreparedSeed(trx: Tx, order: SeedOrder, prepared: Preparation): Promise<boolean> {
  const { workflowId, name, run, attempts } = order;
  const modelId = prepared.status === 'interpolated' ? prepared.modelId : null;
  const reason = prepared.status === 'nearest' ? prepared.reason : null;
  const { numAffectedRows } = await sql`
    update prepared_seed set status = ${prepared.status}, model_id = ${modelId}::int8, reason = ${reason}::text
    where workflow_id = ${workflowId}::int4 and point_name = ${name} and run = ${run}::int4 and attempts = ${attempts}::int4
      and status = 'wanted'`.execute(trx);
  return numAffectedRows === 1n;
}

/** A version that a structure was interpolated from. */
interface WeightedModel {
  readonly id: number;
  readonly weight: number;
}

export interface InterpolatedStructure {
  readonly workflowId: number;
  readonly expansion: number;
  readonly name: string;
  readonly signature: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Largest weight first. */
  readonly parents: readonly WeightedModel[];
}

/**
 * Records a structure as an unconverged version, which never becomes the current version of its name. Returns undefined
 * if the same content was rejected as a model of the point. The structure's lineage continues from the version with the
 * largest weight.
 */
export async function storeInterpolated(trx: Tx, structure: InterpolatedStructure): Promise<number | undefined> {
  const { workflowId, expansion, name, signature, sha256, sizeBytes, parents } = structure;
  await lockVersions(trx, name);
  const ids = parents.map(({ id }) => id);
  const { rows } = await sql<{ id: number; rejected: boolean }>`
    insert into model (name, signature, sha256, size_bytes, workflow_id, expansion, parent_id, parent_lineage, lineage, fit, converged)
    select ${name}, ${signature}, ${sha256}, ${sizeBytes}::int8, ${workflowId}::int4, ${expansion}::int4, parent.id, parent.lineage,
           (select max(other.lineage) + 1 from model as other where other.id = any(${ids}::bigint[])), true, false
    from model as parent where parent.id = ${ids[0] ?? null}::int8
    on conflict (name, sha256, workflow_id, signature) do update set fit = true, stored_at = excluded.stored_at, replaced = false
    returning id, rejected`.execute(trx);
  const [stored] = rows;
  if (stored === undefined || stored.rejected) return undefined;
  await sql`delete from model_parent where model_id = ${stored.id}::int8`.execute(trx);
  await sql`
    insert into model_parent (model_id, parent_id, weight)
    select ${stored.id}::int8, id, weight from ${recordset(parents, { id: 'int8', weight: 'float8' }, 'p')}`.execute(
    trx,
  );
  return stored.id;
}

/** A model that a structure was interpolated from. */
export interface WeightedVersion {
  readonly point_name: string;
  readonly version: string;
  readonly weight: number;
}

/** Returns the versions from which structures were interpolated, by structure id, largest weight first. */
export async function listParents(
  db: Db,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, readonly WeightedVersion[]>> {
  if (modelIds.length === 0) return new Map();
  const { rows } = await sql<WeightedVersion & { model_id: number }>`
    select model_id, parent.name as point_name, parent.sha256 as version, weight
    from model_parent as link join model as parent on parent.id = link.parent_id
    where model_id = any(${modelIds}::bigint[]) order by model_id, weight desc, parent.name`.execute(db);
  const found = Map.groupBy(rows, ({ model_id: id }) => id);
  return new Map(
    [...found].map(([id, parents]) => [
      id,
      parents.map(({ point_name, version, weight }) => ({ point_name, version, weight })),
    ]),
  );
}
