import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface ArtifactCount {
  readonly kind: string;
  readonly files: number;
  readonly bytes: number;
}

/** Returns exact counts by kind as of this statement. */
export async function countArtifacts(db: Db, workflowId: number): Promise<ArtifactCount[]> {
  const { rows } = await sql<ArtifactCount>`
    select kind, sum(files)::bigint as files, sum(bytes)::bigint as bytes
    from (select * from artifact_count where workflow_id = ${workflowId}
          union all select * from artifact_count_delta where workflow_id = ${workflowId}) as counts
    group by kind having sum(files) <> 0 order by kind`.execute(db);
  return rows;
}

/**
 * Returns the bytes used by the artifacts of all workflows. Artifacts of deleted workflows count until their rows are
 * removed.
 */
export async function sumArtifactBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes
    from (select bytes from artifact_count union all select bytes from artifact_count_delta) as counts`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Returns the used bytes of the quota. Counts all artifacts, artifacts that are declared but not reported yet, and
 * artifacts of archives being imported. Uses one statement, because reports and imports turn declared bytes into
 * artifacts.
 *
 * @param but a task, or the SHA-256 of an import, whose bytes are not counted
 */
export async function sumTakenBytes(
  db: Db,
  but: { readonly taskId?: string; readonly sha256?: string },
): Promise<number> {
  const { taskId = null, sha256 = null } = but;
  const { rows } = await sql<{ bytes: number }>`
    with importing as materialized (
      select sha256, workflow_id, artifact_bytes from archive_import where status = 'waiting' and workflow_id is not null)
    select coalesce(sum(bytes), 0)::bigint as bytes
    from (select bytes from artifact_count union all select bytes from artifact_count_delta union all
          select artifact_bytes from importing where sha256 is distinct from ${sha256}::text union all
          select size_bytes from artifact_upload
          where task_id is distinct from ${taskId}::uuid
            and workflow_id <> all(array(select workflow_id from importing))) as taken`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** The bytes that the node of an ended task has declared for its other ended tasks and not reported. */
export interface LateDeclarations {
  readonly bytes: number;
  /** The slots of the node. */
  readonly slots: number;
}

/**
 * Returns what the node of an ended task has declared for other ended tasks. Returns undefined for a running task,
 * because the slots of a node limit its running tasks.
 */
export async function findLateDeclarations(db: Db, taskId: string): Promise<LateDeclarations | undefined> {
  const { rows } = await sql<LateDeclarations>`
    select greatest(1, least(node.max_slots, node.admin_max_slots)) as slots,
           (select coalesce(sum(u.size_bytes), 0)::bigint from artifact_upload u join task late on late.id = u.task_id
            where late.node_id = task.node_id and late.status <> 'running' and late.id <> task.id
              and not exists (select from reproduction r where r.task_id = late.id and r.status = 'comparing')) as bytes
    from task join node on node.node_id = task.node_id
    where task.id = ${taskId}::uuid and task.status <> 'running'`.execute(db);
  return rows[0];
}

/** Adds the appended counts to the totals. The caller holds `COUNT_LOCK`. */
export async function foldArtifactCounts(trx: Tx): Promise<void> {
  await sql`
    with moved as (delete from artifact_count_delta returning *),
         summed as (select workflow_id, kind, sum(files) as files, sum(bytes) as bytes from moved group by 1, 2)
    insert into artifact_count as total (workflow_id, kind, files, bytes)
    select workflow_id, kind, files, bytes from summed where files <> 0 or bytes <> 0
    on conflict (workflow_id, kind) do update
      set files = total.files + excluded.files, bytes = total.bytes + excluded.bytes`.execute(trx);
}
