import { sql } from 'kysely';
import { IDLE_AFTER_MS } from '../../domain/workflows/progress.ts';
import type { Db } from '../database.ts';

/**
 * Writes a snapshot of every running workflow, or of the given workflow, if the counts have changed since its last
 * snapshot.
 *
 * Returns the number of written snapshots.
 */
export async function writeSnapshots(db: Db, workflowId: number | null = null): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into progress_snapshot (workflow_id, at, pending, queued, running, converged, failed)
    select c.* from (
      select workflow_id, now() as at,
        coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending,
        coalesce(sum(n) filter (where status = 'queued'), 0)::int as queued,
        coalesce(sum(n) filter (where status = 'running'), 0)::int as running,
        coalesce(sum(n) filter (where status = 'converged'), 0)::int as converged,
        coalesce(sum(n) filter (where status = 'failed'), 0)::int as failed
      from (select * from point_count union all select * from point_count_delta) counts
      where ${workflowId}::bigint is null or workflow_id = ${workflowId}
      group by workflow_id) c
    join workflow w on w.id = c.workflow_id
    left join lateral (
      select * from progress_snapshot s where s.workflow_id = c.workflow_id order by at desc limit 1) last on true
    where (w.status in ('initializing', 'running')
           -- One more after the end, so that the series shows the final counts.
           or (w.status in ('completed', 'paused') and last.at is not null))
      and (last.at is null or (last.pending, last.queued, last.running, last.converged, last.failed)
           is distinct from (c.pending, c.queued, c.running, c.converged, c.failed))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface SnapshotRow {
  readonly at: Date;
  readonly pending: number;
  readonly queued: number;
  readonly running: number;
  readonly converged: number;
  readonly failed: number;
}

/**
 * Returns the snapshots of the last hours. Thins a long series evenly, to between half and twice `atMost` entries.
 * Keeps the first and the last snapshot, the two snapshots between which the number of ended points last grew, and both
 * ends of idle intervals.
 */
export async function listSnapshots(
  db: Db,
  workflowId: number,
  { hours, atMost }: { readonly hours: number; readonly atMost: number },
): Promise<SnapshotRow[]> {
  const idleSec = sql.lit(IDLE_AFTER_MS / 1_000);
  const { rows } = await sql<SnapshotRow>`
    with series as materialized (
      select at, pending, queued, running, converged, failed,
             row_number() over (order by at) - 1 as place, count(*) over () as n,
             converged + failed > lag(converged + failed) over (order by at) as grew,
             running = 0 and lead(at) over (order by at) > at + make_interval(secs => ${idleSec}) as idles,
             lag(running) over (order by at) = 0
               and at > lag(at) over (order by at) + make_interval(secs => ${idleSec}) as ends_idle
      from progress_snapshot where workflow_id = ${workflowId} and at >= now() - make_interval(hours => ${hours})),
    growth as (select max(place) filter (where grew) as last from series)
    select at, pending, queued, running, converged, failed from series, growth
    where place % greatest(1, n / ${atMost}) = 0 or place = n - 1 or place between growth.last - 1 and growth.last
      or idles or ends_idle
    order by at`.execute(db);
  return rows;
}

export async function expireSnapshots(db: Db): Promise<void> {
  await db
    .deleteFrom('progress_snapshot')
    .where('at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
}
