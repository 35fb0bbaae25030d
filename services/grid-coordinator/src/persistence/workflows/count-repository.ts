import { lockKey } from '@almagest/service-kit/advisory-lock';
import type { GridStats } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { foldArtifactCounts } from '../artifacts/artifact-counts.ts';
import type { Db, StoredStatus, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';

/** A change of one count. `method` is the success method of converged points, otherwise empty. */
export interface CountChange {
  readonly workflowId: number;
  readonly wave: number;
  readonly status: StoredStatus;
  readonly method: string;
  readonly n: number;
}

/** Sums up the changes of a transaction, so that changes that cancel out are not written. */
export class CountChanges {
  readonly #changes = new Map<string, CountChange>();

  add(
    workflowId: number,
    wave: number,
    { status, method, n }: { status: StoredStatus; method: string | null; n: number },
  ): void {
    const known = method === null || status !== 'converged' ? '' : method;
    const key = `${workflowId} ${wave} ${status} ${known}`;
    const n0 = this.#changes.get(key)?.n ?? 0;
    this.#changes.set(key, { workflowId, wave, status, method: known, n: n0 + n });
  }

  clear(): void {
    this.#changes.clear();
  }

  list(): CountChange[] {
    return [...this.#changes.values()].filter(({ n }) => n !== 0);
  }
}

/** Appends the changes, in the transaction that changes the points. */
export function countChanges(changes: CountChanges): Write[] {
  const rows = changes.list();
  if (rows.length === 0) return [];
  const given = recordset(rows, { workflowId: 'int4', wave: 'int4', status: 'text', method: 'text', n: 'int8' }, 'c');
  const insert = sql`
    insert into point_count_delta (workflow_id, wave, status, method, n)
    select "workflowId", wave, status::point_status, method, n
    from ${given}`;
  return [insert];
}

/** Appends the durations of tasks, by workflow. */
export function taskTimes(times: ReadonlyMap<number, { tasks: number; seconds: number }>): Write[] {
  if (times.size === 0) return [];
  const rows = [...times].map(([workflowId, time]) => ({ workflowId, ...time }));
  const insert = sql`
    insert into task_time_delta (workflow_id, tasks, seconds)
    select "workflowId", tasks, seconds
    from ${recordset(rows, { workflowId: 'int4', tasks: 'int8', seconds: 'float8' }, 't')}`;
  return [insert];
}

export interface Count {
  readonly workflow_id: number;
  readonly wave: number;
  readonly status: StoredStatus;
  readonly method: string;
  readonly n: number;
}

/**
 * Returns exact counts as of this statement, by workflow, wave, status and method. Includes all workflows if
 * `workflowId` is undefined.
 */
export async function readCounts(db: Db, workflowId: number | undefined): Promise<Count[]> {
  // Counts of a deleted workflow exist until its rows are purged.
  const where =
    workflowId === undefined ? sql`workflow_id in (select id from workflow)` : sql`workflow_id = ${workflowId}`;
  const { rows } = await sql<Count>`
    select workflow_id, wave, status, method, sum(n)::bigint as n
    from (select * from point_count where ${where} union all select * from point_count_delta where ${where}) as counts
    group by workflow_id, wave, status, method having sum(n) <> 0`.execute(db);
  return rows;
}

function emptyStats(): GridStats {
  return {
    total: 0,
    pending: 0,
    queued: 0,
    running: 0,
    converged: 0,
    failed: 0,
    cold_run_converged: 0,
    seed_step_converged: 0,
    continue_converged: 0,
  };
}

/** Returns the number of retired points, which no other count includes. */
export function countRetired(counts: readonly Count[]): number {
  return counts.reduce((sum, { status, n }) => (status === 'retired' ? sum + n : sum), 0);
}

export function sumCounts(counts: readonly Count[]): GridStats {
  const stats = emptyStats();
  for (const { status, method, n } of counts) {
    if (status === 'retired') continue;
    stats.total += n;
    stats[status] += n;
    if (method === 'cold_run') stats.cold_run_converged += n;
    if (method === 'seed_step') stats.seed_step_converged += n;
    if (method === 'continue') stats.continue_converged += n;
  }
  return stats;
}

/** Returns the mean time of reported tasks in seconds, or null without history. */
export async function readMeanTaskTime(db: Db, workflowId: number): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`
    select (sum(seconds) / nullif(sum(tasks), 0))::float8 as mean
    from (select tasks, seconds from task_time where workflow_id = ${workflowId}
          union all select tasks, seconds from task_time_delta where workflow_id = ${workflowId}) as times`.execute(db);
  return rows[0]?.mean ?? null;
}

/**
 * The lock that is held while counts move between tables. Without it, a fold could restore counts that a purge has just
 * removed.
 */
export const COUNT_LOCK = lockKey('move counts');

/**
 * Adds the appended changes to the totals of counts, times and durations. Does nothing if another process is already
 * adding the changes, because the two processes would wait for each other's rows. Readers see the state before or after
 * the call, never a mixture.
 */
export async function foldCounts(trx: Tx): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${COUNT_LOCK}) as free`.execute(trx);
  if (rows[0]?.free !== true) return;
  await sql`
    with moved as (delete from point_count_delta returning *),
         summed as (select workflow_id, wave, status, method, sum(n) as n from moved group by 1, 2, 3, 4)
    insert into point_count as total (workflow_id, wave, status, method, n)
    select workflow_id, wave, status, method, n from summed where n <> 0
    on conflict (workflow_id, wave, status, method) do update set n = total.n + excluded.n`.execute(trx);
  await sql`
    with moved as (delete from task_time_delta returning *),
         summed as (select workflow_id, sum(tasks) as tasks, sum(seconds) as seconds from moved group by 1)
    insert into task_time as total (workflow_id, tasks, seconds)
    select workflow_id, tasks, seconds from summed
    on conflict (workflow_id) do update set tasks = total.tasks + excluded.tasks, seconds = total.seconds + excluded.seconds`.execute(
    trx,
  );
  await foldArtifactCounts(trx);
  await sql`
    with moved as (delete from task_duration_delta returning *),
         summed as (select workflow_id, kind, band, bin, sum(n) as n from moved group by 1, 2, 3, 4)
    insert into task_duration as total (workflow_id, kind, band, bin, n)
    select workflow_id, kind, band, bin, n from summed
    on conflict (workflow_id, kind, band, bin) do update set n = total.n + excluded.n`.execute(trx);
}
