import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';

export interface StoppedTask {
  readonly id: string;
  readonly nodeId: string;
  /** Whether a late report still counts. */
  readonly mayReport: boolean;
}

/** Records tasks that their nodes must stop, immediately or when a late report no longer counts. */
export function cancelledTasks(tasks: readonly StoppedTask[]): Write[] {
  if (tasks.length === 0) return [];
  const given = recordset(tasks, { id: 'uuid', nodeId: 'text', mayReport: 'bool' }, 'c');
  const insert = sql`
    insert into cancelled_task (task_id, node_id, may_report) select id, "nodeId", "mayReport" from ${given}
    on conflict do nothing`;
  return [insert];
}

/** Returns some tasks whose late reports may still count, in random order, so that every task is checked eventually. */
export async function listLateReportable(db: Db, limit: number): Promise<{ task_id: string; node_id: string }[]> {
  return await db
    .selectFrom('cancelled_task')
    .select(['task_id', 'node_id'])
    .where('may_report', '=', true)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}

/** Cancels tasks whose late reports no longer count. Deletes the tasks that were reported late. */
export async function endLateReports(db: Db, taskIds: readonly string[]): Promise<void> {
  await sql`
    with reported as (
      delete from cancelled_task as c using task
      where c.task_id = any(${taskIds}::uuid[]) and task.id = c.task_id and not task.reclaimed)
    update cancelled_task as c set may_report = false, cancelled_at = now()
    where c.task_id = any(${taskIds}::uuid[])
      and not exists (select from task where task.id = c.task_id and not task.reclaimed)`.execute(db);
}

/** Records the running tasks of a workflow as cancelled. Returns the nodes that hold these tasks. */
export async function cancelRunning(trx: Tx, workflowId: number): Promise<Set<string>> {
  const { rows } = await sql<{ node_id: string }>`
    insert into cancelled_task (task_id, node_id)
    select id, node_id from task where workflow_id = ${workflowId} and status = 'running'
    on conflict do nothing returning node_id`.execute(trx);
  return new Set(rows.map(({ node_id }) => node_id));
}

/** Deletes a cancelled task that its node has stopped. Returns whether the task was recorded. */
export async function forgetCancelled(db: Db, nodeId: string, taskId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('cancelled_task')
    .where('task_id', '=', taskId)
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes cancelled tasks that their nodes never stop, because the agent is too old or the machine is gone. */
export async function expireCancelled(db: Db): Promise<void> {
  await db
    .deleteFrom('cancelled_task')
    .where('cancelled_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
