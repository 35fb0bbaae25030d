import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Write } from './write-together.ts';

/** Records tasks that their nodes must stop. */
export function cancelledTasks(tasks: readonly { readonly id: string; readonly nodeId: string }[]): Write[] {
  if (tasks.length === 0) return [];
  const given = recordset(tasks, { id: 'uuid', nodeId: 'text' }, 'c');
  return [sql`insert into cancelled_task (task_id, node_id) select id, "nodeId" from ${given} on conflict do nothing`];
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

/** Deletes cancelled tasks whose nodes never stop them: older agents, and machines that are gone. */
export async function expireCancelled(db: Db): Promise<void> {
  await db
    .deleteFrom('cancelled_task')
    .where('cancelled_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
