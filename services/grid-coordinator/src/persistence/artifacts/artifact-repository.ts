import { lockKey } from '@almagest/service-kit/advisory-lock';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { findLateDeclarations, sumTakenBytes, type LateDeclarations } from './artifact-counts.ts';
import { COUNT_LOCK } from '../workflows/count-repository.ts';
import type { Db, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';

/** A file of an attempt, whose content is on disk. */
export interface NewArtifact {
  readonly workflowId: number;
  readonly pointName: string;
  readonly taskId: string;
  readonly path: string;
  readonly kind: string;
  readonly product: string | null;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Stores artifacts in the transaction that records their report. Artifacts of a repeated report are already stored. */
export function newArtifacts(artifacts: readonly NewArtifact[]): Write[] {
  if (artifacts.length === 0) return [];
  const given = recordset(
    artifacts,
    {
      workflowId: 'int4',
      pointName: 'text',
      taskId: 'uuid',
      path: 'text',
      kind: 'text',
      product: 'text',
      sha256: 'text',
      sizeBytes: 'int8',
    },
    'a',
  );
  const insert = sql`
    insert into artifact (workflow_id, point_name, task_id, path, kind, product, sha256, size_bytes)
    select "workflowId", "pointName", "taskId", path, kind, product, sha256, "sizeBytes" from ${given}
    on conflict (task_id, path) do nothing returning workflow_id, kind, size_bytes`;
  const count = sql`
    insert into artifact_count_delta (workflow_id, kind, files, bytes)
    select workflow_id, kind, count(*), sum(size_bytes) from new_artifact group by workflow_id, kind`;
  return [{ name: 'new_artifact', write: insert }, count];
}

/** Deletes the declarations of tasks in the transaction that records their reports and stores the artifacts. */
export function endedDeclarations(taskIds: readonly string[]): Write[] {
  if (taskIds.length === 0) return [];
  return [sql`delete from artifact_upload where task_id = any(${taskIds}::uuid[])`];
}

/** Content that a node is going to upload. */
export interface DeclaredContent {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** This lock is held shared while contents are declared, and exclusively while unreferenced contents are removed. */
const CONTENT_LOCK = lockKey('artifact contents');

const QUOTA_LOCK = lockKey('artifact quota');

/** Locks the quota while a declaration or import reserves bytes, so that no two of them reserve the same bytes. */
export async function lockQuota(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUOTA_LOCK})`.execute(trx);
}

interface DeclaringTask {
  readonly id: string;
  readonly workflowId: number;
}

/**
 * Records that a task refers to contents, so that the contents are no longer removed. The caller must check after this
 * call whether they are on disk.
 */
export async function declareContents(
  db: Db,
  task: DeclaringTask,
  contents: readonly DeclaredContent[],
): Promise<void> {
  if (contents.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${CONTENT_LOCK})`.execute(trx);
    await insertDeclared(trx, task, contents);
  });
}

/**
 * Records all contents of a task, replacing its earlier declaration. `decide` receives the used bytes of the quota and
 * the late declarations of the task's node, both excluding this task. Also returns the contents that are no longer
 * declared.
 */
export async function declareWithinQuota<T>(
  db: Db,
  task: DeclaringTask,
  decide: (
    takenBytes: number,
    late: LateDeclarations | undefined,
  ) => { readonly decided: T; readonly contents: readonly DeclaredContent[] },
): Promise<{ readonly decided: T; readonly dropped: readonly string[] }> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${CONTENT_LOCK})`.execute(trx);
    await lockQuota(trx);
    const takenBytes = await sumTakenBytes(trx, { taskId: task.id });
    const { decided, contents } = decide(takenBytes, await findLateDeclarations(trx, task.id));
    const hashes = contents.map(({ sha256 }) => sha256);
    const { rows } = await sql<{ sha256: string }>`
      delete from artifact_upload where task_id = ${task.id}::uuid and sha256 <> all(${hashes}::text[])
      returning sha256`.execute(trx);
    if (contents.length > 0) await insertDeclared(trx, task, contents);
    return { decided, dropped: rows.map(({ sha256 }) => sha256) };
  });
}

async function insertDeclared(trx: Tx, task: DeclaringTask, contents: readonly DeclaredContent[]): Promise<void> {
  await sql`
    insert into artifact_upload (task_id, sha256, size_bytes, workflow_id)
    select ${task.id}::uuid, sha256, "sizeBytes", ${task.workflowId}::int4
    from ${recordset(contents, { sha256: 'text', sizeBytes: 'int8' }, 'c')}
    on conflict (task_id, sha256) do update set size_bytes = excluded.size_bytes, declared_at = now()`.execute(trx);
}

export async function findDeclared(db: Db, taskId: string, sha256: string): Promise<DeclaredContent | undefined> {
  const row = await db
    .selectFrom('artifact_upload')
    .select(['sha256', 'size_bytes as sizeBytes'])
    .where('task_id', '=', taskId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row;
}

/**
 * Returns the contents that a task has declared or has as artifacts. Renews the declarations, so that no content is
 * removed before a report names the content.
 */
export async function renewDeclared(db: Db, taskId: string): Promise<Map<string, number>> {
  const { rows } = await sql<DeclaredContent>`
    with renewed as (
      update artifact_upload set declared_at = now() where task_id = ${taskId}::uuid returning sha256, size_bytes)
    select sha256, size_bytes as "sizeBytes" from renewed
    union select sha256, size_bytes from artifact where task_id = ${taskId}::uuid`.execute(db);
  return new Map(rows.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
}

/** Postpones the deadline of a running task whose node is uploading results. */
export async function postponeDeadline(db: Db, taskId: string, graceSec: number): Promise<void> {
  await sql`
    update task set deadline = greatest(deadline, now() + make_interval(secs => ${graceSec}::float8))
    where id = ${taskId}::uuid and status = 'running' and deadline < now() + make_interval(secs => ${graceSec}::float8)`.execute(
    db,
  );
}

/**
 * The age at which a declaration is renewed, in seconds. Younger declarations are not renewed, so an upload doesn't
 * write the row at every step.
 */
const RENEWED_AFTER_SEC = 60;

/** Renews the declaration of content that is being uploaded. */
export async function renewContent(db: Db, taskId: string, sha256: string): Promise<void> {
  await sql`
    update artifact_upload set declared_at = now()
    where task_id = ${taskId}::uuid and sha256 = ${sha256}
      and declared_at < now() - make_interval(secs => ${sql.lit(RENEWED_AFTER_SEC)})`.execute(db);
}

/** Returns which of these contents are referenced by an artifact or an upload. */
export async function findReferencedContents(db: Db, contents: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from artifact where sha256 = any(${contents}::text[])
    union select sha256 from artifact_upload where sha256 = any(${contents}::text[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Calls `remove` with the unreferenced contents, and prevents new references during the call. */
export async function whileUnreferenced(
  db: Db,
  contents: readonly string[],
  remove: (unreferenced: readonly string[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CONTENT_LOCK})`.execute(trx);
    const referenced = await findReferencedContents(trx, contents);
    await remove(contents.filter((sha256) => !referenced.has(sha256)));
  });
}

const EXPIRED_ROWS = 20_000;

/** Removes a batch of logs that are older than `retentionDays`. Returns whether there may be more. */
export async function expireLogs(db: Db, retentionDays: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    // Without this lock, a workflow that is being purged could get counts after its last counts were removed.
    await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(trx);
    const { rows } = await sql<{ files: number }>`
      with expired as (
        delete from artifact where ctid = any(array(
          select ctid from artifact where kind = 'log' and stored_at < now() - make_interval(days => ${retentionDays}::int4)
          limit ${EXPIRED_ROWS}))
        returning workflow_id, kind, size_bytes),
      counted as (
        insert into artifact_count_delta (workflow_id, kind, files, bytes)
        select workflow_id, kind, -count(*), -sum(size_bytes) from expired group by 1, 2)
      select count(*)::int4 as files from expired`.execute(trx);
    return (rows[0]?.files ?? 0) === EXPIRED_ROWS;
  });
}

/**
 * Deletes declarations that have not been followed by a report within this time. Declarations of reproductions stay
 * until they are compared.
 */
export async function expireDeclarations(db: Db, hours: number): Promise<void> {
  await sql`delete from artifact_upload where declared_at < now() - make_interval(hours => ${hours}::int4)
      and not exists (select from reproduction as r where r.task_id = artifact_upload.task_id and r.status = 'comparing')`.execute(
    db,
  );
}
