import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { lockVersions } from '../models/model-repository.ts';

/** Content that was stored as a model of a point. */
export interface ModelContent {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Marks a model as rejected or removes the mark, wherever this content is stored for the point. Then, in each chain,
 * the newest fit version becomes the seed of this name. If this changes the seed of a chain, the new seed is offered to
 * waiting points.
 */
export async function markRejected(trx: Tx, { name, sha256 }: ModelContent, rejected: boolean): Promise<void> {
  await lockVersions(trx, name);
  await sql`update model set rejected = ${rejected} where name = ${name} and sha256 = ${sha256}`.execute(trx);
  await sql`
    with best as (
      select distinct on (signature) * from model
      where name = ${name} and fit and converged and not replaced and not rejected
      order by signature, of_atmosphere desc, stored_at desc, id desc),
    next as (
      select held.signature as held_signature, best.* from current_model as held
      left join best on best.signature is not distinct from held.signature
      where held.name = ${name})
    update current_model as current set
      fit = next.id is not null, released = false, model_id = coalesce(next.id, current.model_id),
      sha256 = coalesce(next.sha256, current.sha256), size_bytes = coalesce(next.size_bytes, current.size_bytes),
      max_relc = case when next.id is null then current.max_relc else next.max_relc end,
      lineage = coalesce(next.lineage, current.lineage)
    from next
    where current.name = ${name} and current.signature is not distinct from next.held_signature
      and (current.model_id <> coalesce(next.id, current.model_id) or current.fit <> (next.id is not null))`.execute(
    trx,
  );
}

/** Returns a point's newest rejected version in its own workflow, by a prefix of its hash. */
export async function findRejectedModel(
  db: Db,
  { workflow_id: workflowId, name }: { readonly workflow_id: number; readonly name: string },
  version: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from model
    where name = ${name} and rejected and workflow_id = ${workflowId} and starts_with(sha256, ${version})
    order by stored_at desc, id desc limit 1`.execute(db);
  return rows[0]?.sha256;
}

/** Returns the rejected versions of a point in a workflow, newest first. */
export async function listRejectedVersions(
  db: Db,
  { workflowId, name }: { readonly workflowId: number; readonly name: string },
  limit: number,
): Promise<(ModelContent & { readonly id: number })[]> {
  const { rows } = await sql<ModelContent & { readonly id: number }>`
    select id, name, sha256 from model where name = ${name} and rejected and workflow_id = ${workflowId}
    order by stored_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** A model that was rejected in another workflow. */
export interface RejectedElsewhere extends ModelContent {
  /** Whether the model is the current model of its point. */
  readonly isOfPoint: boolean;
  readonly note: string;
  readonly judged_by: string;
}

/**
 * Returns models from an archive that are not rejected, although models with the same content are rejected elsewhere.
 */
export async function listRejectedElsewhere(
  db: Db,
  workflowId: number,
  names: readonly string[],
): Promise<RejectedElsewhere[]> {
  const { rows } = await sql<RejectedElsewhere>`
    with own as (
      select name, sha256,
        row_number() over (partition by name order by fit desc, of_atmosphere desc, workflow_id is not null desc,
                           stored_at desc, id desc) = 1 as first
      from model
      where (workflow_id = ${workflowId} or workflow_id is null) and name = any(${names}::text[]) and converged and not replaced and not rejected)
    select own.name, own.sha256, bool_or(own.first) as "isOfPoint",
           coalesce(max(judged.note), 'it is rejected here') as note, coalesce(max(judged.judged_by), 'admin') as judged_by
    from own left join lateral (
      select note, judged_by from judgement
      where point_name = own.name and kind = 'rejected' and judgement.sha256 = own.sha256 order by id desc limit 1
    ) as judged on true
    where exists (select from model where name = own.name and sha256 = own.sha256 and rejected)
    group by own.name, own.sha256 order by own.name, own.sha256`.execute(db);
  return rows;
}

export async function listRejected(db: Db, contents: readonly ModelContent[]): Promise<ModelContent[]> {
  if (contents.length === 0) return [];
  const given = recordset(contents, { name: 'text', sha256: 'text' }, 'given');
  const { rows } = await sql<ModelContent>`
    select distinct model.name, model.sha256 from ${given}
    join model on model.name = given.name and model.sha256 = given.sha256 where model.rejected`.execute(db);
  return rows;
}

/**
 * Returns the points that are being computed from this content or from a structure interpolated from it. Few tasks run
 * at a time, and an index lists the running tasks.
 */
export async function listRunningFrom(db: Db, { name, sha256 }: ModelContent, limit: number): Promise<string[]> {
  const { rows } = await sql<{ point_name: string }>`
    select distinct task.point_name from task
    cross join lateral (
      select task.start_model_id as id
      union all select parent_id from model_parent where model_id = task.start_model_id) as origin
    join model on model.id = origin.id
    where task.status = 'running' and model.name = ${name} and model.sha256 = ${sha256} and task.point_name <> ${name}
    order by task.point_name limit ${limit}`.execute(db);
  return rows.map((row) => row.point_name);
}
