import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database.ts';

export interface ListedArtifact {
  readonly point_name: string;
  readonly task_id: string;
  readonly path: string;
  readonly kind: string;
  readonly product: string | null;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly stored_at: Date;
}

export interface ArtifactFilter {
  readonly point?: string | undefined;
  readonly task_id?: string | undefined;
  readonly kind?: string | undefined;
  readonly product?: string | undefined;
}

/** A position in the order of a list, given by the preceding artifact. */
export interface ArtifactPlace {
  readonly point: string;
  readonly taskId: string;
  readonly path: string;
}

/**
 * Returns a workflow's artifacts after a position, ordered by point, task and path. The indexes `artifact_of_point` and
 * `artifact_of_kind` have this order. The order is the same in every installation.
 */
export async function listArtifacts(
  db: Db,
  workflowId: number,
  filter: ArtifactFilter,
  { after, limit }: { readonly after: ArtifactPlace | undefined; readonly limit: number },
): Promise<ListedArtifact[]> {
  const conditions: RawBuilder<unknown>[] = [sql`workflow_id = ${workflowId}`];
  if (filter.point !== undefined) conditions.push(sql`point_name = ${filter.point}`);
  if (filter.task_id !== undefined) conditions.push(sql`task_id = ${filter.task_id}::uuid`);
  if (filter.kind !== undefined) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.product !== undefined) conditions.push(sql`product = ${filter.product}`);
  if (after !== undefined)
    conditions.push(sql`(point_name, task_id, path) > (${after.point}, ${after.taskId}::uuid, ${after.path})`);
  const { rows } = await sql<ListedArtifact>`
    select point_name, task_id, path, kind, product, sha256, size_bytes, stored_at from artifact
    where ${sql.join(conditions, sql` and `)}
    order by point_name, task_id, path limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns, for each point, the artifacts of a kind that belong to its model, by path. For each product, returns the
 * artifacts of the last attempt that produced it: the attempt that computed the model, or a later attempt that computed
 * only spectra.
 */
export async function listArtifactsOfModels(
  db: Db,
  workflowId: number,
  points: readonly string[],
  { kind, product }: Pick<ArtifactFilter, 'product'> & { readonly kind: string },
): Promise<ListedArtifact[]> {
  const ofProduct = product === undefined ? sql`true` : sql`a.product = ${product}`;
  const { rows } = await sql<ListedArtifact>`
    with ranked as (
      select a.*, rank() over (partition by p.name, a.product order by t.completed_at desc, t.id) as age
      from point p left join task m on m.id = p.model_task_id
      join task t on t.workflow_id = p.workflow_id and t.point_name = p.name and t.status = 'completed' and t.reproduction_id is null
        and (m.completed_at is null or t.completed_at >= m.completed_at)
      join artifact a on a.task_id = t.id and a.kind = ${kind} and ${ofProduct}
      where p.workflow_id = ${workflowId} and p.name = any(${points}::text[]))
    select point_name, task_id, path, kind, product, sha256, size_bytes, stored_at from ranked
    where age = 1 order by point_name, path`.execute(db);
  return rows;
}

/** Returns any artifact with this content. */
export async function findArtifactOfContent(
  db: Db,
  sha256: string,
): Promise<{ readonly path: string; readonly size_bytes: number } | undefined> {
  return await db
    .selectFrom('artifact')
    .select(['path', 'size_bytes'])
    .where('sha256', '=', sha256)
    .orderBy('task_id')
    .orderBy('path')
    .limit(1)
    .executeTakeFirst();
}
