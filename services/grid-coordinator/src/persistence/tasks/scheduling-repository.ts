import { sql } from 'kysely';
import type { WorkflowStatus } from '@almagest/contracts/grid';
import type { Scheduling } from '../../domain/tasks/fair-share.ts';
import type { Db, Tx } from '../database.ts';

/**
 * Locks and returns the running tasks of workflows with a slot cap. No other claim counts these tasks until this
 * transaction ends, so two claims never take the same last slot.
 *
 * Uses two statements, so that the second statement sees the changes that the previous holder of the locks has
 * committed.
 */
export async function lockRunningCounts(trx: Tx, workflowIds: readonly number[]): Promise<Map<number, number>> {
  if (workflowIds.length === 0) return new Map();
  await sql`
    select from workflow_service_order where workflow_id = any(${workflowIds}::int[])
    order by workflow_id for update`.execute(trx);
  // Begins with the running tasks, because a workflow has far more ended tasks.
  const { rows } = await sql<{ id: number; n: number }>`
    with running as materialized (select workflow_id from task where status = 'running')
    select wanted.id, (select count(*)::int from running where workflow_id = wanted.id) as n
    from unnest(${workflowIds}::int[]) as wanted(id)`.execute(trx);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export interface SchedulingRow {
  readonly id: number;
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly priority: number;
  readonly share: number;
  readonly maxSlots: number | null;
  readonly lastServed: number | null;
  readonly running: number;
}

/** Returns the scheduling of all unfinished workflows. */
export async function listScheduling(db: Db): Promise<SchedulingRow[]> {
  const { rows } = await sql<SchedulingRow>`
    select id, name, status, priority, share, max_slots as "maxSlots", last_served as "lastServed",
           coalesce(held.n, 0)::int as running
    from workflow
    left join workflow_service_order on workflow_id = id
    left join (select workflow_id, count(*) as n from task where status = 'running' group by workflow_id) held
      on held.workflow_id = id
    where status <> 'completed' order by name`.execute(db);
  return rows;
}

export async function readScheduling(db: Db, workflowIds: readonly number[]): Promise<ReadonlyMap<number, Scheduling>> {
  const rows = await db
    .selectFrom('workflow')
    .select(['id', 'priority', 'share', 'max_slots as maxSlots'])
    .where('id', 'in', workflowIds)
    .execute();
  return new Map(rows.map(({ id, ...scheduling }) => [id, scheduling]));
}

/** Returns the values after the change, or undefined if the workflow does not exist. */
export async function changeScheduling(
  db: Db,
  name: string,
  { priority, share, maxSlots }: Partial<Scheduling>,
): Promise<Scheduling | undefined> {
  const row = await db
    .updateTable('workflow')
    .set({
      ...(priority === undefined ? {} : { priority }),
      ...(share === undefined ? {} : { share }),
      ...(maxSlots === undefined ? {} : { max_slots: maxSlots }),
      updated_at: sql`now()`,
    })
    .where('name', '=', name)
    .returning(['priority', 'share', 'max_slots'])
    .executeTakeFirst();
  return row && { priority: row.priority, share: row.share, maxSlots: row.max_slots };
}

export interface ClaimPauseRow {
  readonly since: Date;
  readonly reason: string | null;
}

export async function findClaimPause(db: Db): Promise<ClaimPauseRow | undefined> {
  return await db.selectFrom('claim_pause').select(['since', 'reason']).executeTakeFirst();
}

/** Stores a pause. An existing pause keeps its start time and gets the new reason. */
export async function storeClaimPause(db: Db, reason: string | null): Promise<ClaimPauseRow> {
  return await db
    .insertInto('claim_pause')
    .values({ reason })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ reason }))
    .returning(['since', 'reason'])
    .executeTakeFirstOrThrow();
}

/** Ends a pause and records the time of its end. Does nothing without a pause. */
export async function removeClaimPause(db: Db): Promise<void> {
  await sql`
    with ended as (delete from claim_pause returning singleton)
    insert into claim_resume (singleton) select singleton from ended
    on conflict (singleton) do update set at = now()`.execute(db);
}
