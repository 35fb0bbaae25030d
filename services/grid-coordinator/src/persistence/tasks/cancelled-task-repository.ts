import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { Write } from '../write-together.ts';

/** Records tasks that their nodes must stop. */
export function cancelledTasks(tasks: readonly { readonly id: string; readonly nodeId: string }[]): Write[] {
  if (tasks.length === 0) return [];
  const given = recordset(tasks, { id: 'uuid', nodeId: 'text' }, 'c');
  return [sql`insert into cancelled_task (task_id, node_id) select id, "nodeId" from ${given} on conflict do nothing`];
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
