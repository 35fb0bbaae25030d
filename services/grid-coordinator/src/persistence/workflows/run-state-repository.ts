import { AXES, type GridPointParams, type PointStatus, type TaskType } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The data of a point that the forecast needs. */
export interface RunPoint extends GridPointParams {
  readonly name: string;
  readonly wave: number;
  readonly status: PointStatus;
  /** Whether only the point's spectra are left to compute. */
  readonly atmosphere_done: boolean;
}

export interface RunAttempt {
  readonly point_name: string;
  readonly task_type: TaskType;
  readonly spectrum_only: boolean;
  readonly converged: boolean;
  /** The time from claim to report, in s. */
  readonly seconds: number;
}

/** Returns the points of a workflow that are not retired. */
export async function listRunPoints(db: Db, workflowId: number): Promise<RunPoint[]> {
  return await db
    .selectFrom('point')
    .select(['name', 'wave', 'status', 'atmosphere_done', ...AXES])
    .where('workflow_id', '=', workflowId)
    .where('status', '<>', sql.lit('retired'))
    .$castTo<RunPoint>()
    .execute();
}

/** Returns the ended attempts of a run in the order in which they ended, except doubted and reclaimed attempts. */
export async function listRunAttempts(db: Db, workflowId: number, run: number): Promise<RunAttempt[]> {
  const { rows } = await sql<RunAttempt>`
    select point_name, task_type, spectrum_only, status = 'completed' as converged,
           greatest(0, extract(epoch from completed_at - created_at))::float8 as seconds
    from task
    where workflow_id = ${workflowId} and run = ${run} and completed_at is not null and not reclaimed and not doubted
      and reproduction_id is null
    order by completed_at, id`.execute(db);
  return rows;
}

/** How far a point has come. */
export interface PointProgressRow {
  readonly name: string;
  readonly status: PointStatus;
  readonly atmosphere_done: boolean;
  readonly spectrum_done: boolean;
  readonly products: readonly string[] | null;
}

/** Returns the progress of the points of a workflow, except retired points. */
export async function listProgress(db: Db, workflowId: number): Promise<PointProgressRow[]> {
  return await db
    .selectFrom('point')
    .select(['name', 'status', 'atmosphere_done', 'spectrum_done', 'products'])
    .where('workflow_id', '=', workflowId)
    .where('status', '<>', sql.lit('retired'))
    .$castTo<PointProgressRow>()
    .execute();
}

/** Returns how many points of each wave lack only spectra. */
export async function countOpenSpectra(db: Db, workflowId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ wave: number; n: number }>`
    select wave, count(*)::int as n from point
    where workflow_id = ${workflowId} and status in ('pending', 'queued', 'running') and atmosphere_done
    group by wave`.execute(db);
  return new Map(rows.map(({ wave, n }) => [wave, n]));
}
