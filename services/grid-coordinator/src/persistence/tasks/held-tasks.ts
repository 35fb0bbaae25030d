import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Returns the tasks that a node holds, oldest first. */
export async function listHeld(
  db: Db,
  nodeId: string,
): Promise<{ id: string; point_name: string; workflow_name: string | null; created_at: Date }[]> {
  return await db
    .selectFrom('task')
    .leftJoin('workflow', 'workflow.id', 'task.workflow_id')
    .select(['task.id', 'task.point_name', 'workflow.name as workflow_name', 'task.created_at'])
    .where('task.node_id', '=', nodeId)
    .where('task.status', '=', sql.lit('running'))
    .orderBy('task.created_at')
    .orderBy('task.id')
    .execute();
}

export async function countRunning(db: Db, workflowId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from task where status = 'running' and workflow_id = ${workflowId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countHeld(db: Db, nodeIds: readonly string[]): Promise<Map<string, number>> {
  if (nodeIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; n: number }>`
    select asked.id, (select count(*)::int from task where task.node_id = asked.id and task.status = 'running') as n
    from unnest(${nodeIds}::text[]) as asked(id)`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
