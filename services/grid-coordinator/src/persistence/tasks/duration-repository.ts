import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { DurationBin, TaskKind } from '../../domain/tasks/task-durations.ts';
import { COUNT_LOCK } from '../workflows/count-repository.ts';
import type { Db, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';

/** A converged attempt: its kind, wave band and duration bin. */
export interface MeasuredAttempt {
  readonly workflowId: number;
  readonly kind: TaskKind;
  readonly band: number;
  readonly bin: number;
}

/** Appends the durations of converged attempts, in the transaction that records these attempts. */
export function measuredDurations(attempts: readonly MeasuredAttempt[]): Write[] {
  if (attempts.length === 0) return [];
  const given = recordset(attempts, { workflowId: 'int4', kind: 'text', band: 'int4', bin: 'int4' }, 'd');
  const insert = sql`
    insert into task_duration_delta (workflow_id, kind, band, bin, n)
    select "workflowId", kind, band, bin, count(*) from ${given} group by 1, 2, 3, 4`;
  return [insert];
}

export interface StoredDuration extends MeasuredAttempt, DurationBin {}

/** Returns the durations of workflows by kind, band and bin. Includes all workflows if `workflowIds` is undefined. */
export async function readDurations(db: Db, workflowIds: readonly number[] | undefined): Promise<StoredDuration[]> {
  const where = workflowIds === undefined ? sql`true` : sql`workflow_id = any(${workflowIds}::int[])`;
  const { rows } = await sql<StoredDuration>`
    select workflow_id as "workflowId", kind, band, bin, sum(n)::float8 as n
    from (select * from task_duration where ${where} union all select * from task_duration_delta where ${where}) as d
    group by workflow_id, kind, band, bin`.execute(db);
  return rows;
}

/** Deletes the durations of a workflow whose grid or chain has changed. */
export async function forgetDurations(trx: Tx, workflowId: number): Promise<void> {
  // Without this lock, a fold could restore the removed rows.
  await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(trx);
  await trx.deleteFrom('task_duration').where('workflow_id', '=', workflowId).execute();
  await trx.deleteFrom('task_duration_delta').where('workflow_id', '=', workflowId).execute();
}
