import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** A node's last attempts in a workflow, by point, with the attempts of other nodes at the same points. */
export interface NodeHistoryRow {
  readonly workflow_name: string | null;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly attempts: number;
  readonly points: number;
  readonly converged: number;
  readonly shared_points: number;
  readonly shared_converged: number;
  readonly others_converged: number;
}

/**
 * Returns the last ended attempts of a node, by workflow. Skips lost and cancelled attempts, which say nothing about
 * the node. Compares only with attempts that other nodes made at the same points in the same run.
 */
export async function readNodeHistory(db: Db, nodeId: string, attempts: number): Promise<NodeHistoryRow[]> {
  const { rows } = await sql<NodeHistoryRow>`
    with last as materialized (
      select workflow_id, run, point_name, status, completed_at from task
      where node_id = ${nodeId} and completed_at is not null and not reclaimed and reproduction_id is null
      order by completed_at desc limit ${attempts}),
    own as (
      select workflow_id, run, point_name, count(*) as attempts, bool_or(status = 'completed') as converged,
             min(completed_at) as first_at, max(completed_at) as last_at
      from last group by workflow_id, run, point_name),
    compared as (
      select own.*, others.converged as others_converged
      from own cross join lateral (
        -- Null if no other node has tried the point.
        select bool_or(t.status = 'completed') as converged from task as t
        where t.workflow_id = own.workflow_id and t.point_name = own.point_name and t.run = own.run
          and t.node_id <> ${nodeId} and t.completed_at is not null and not t.reclaimed
            and t.reproduction_id is null) as others)
    select workflow.name as workflow_name, min(first_at) as first_at, max(last_at) as last_at,
           sum(attempts)::int as attempts, count(*)::int as points, (count(*) filter (where converged))::int as converged,
           count(others_converged)::int as shared_points,
           (count(*) filter (where others_converged is not null and converged))::int as shared_converged,
           (count(*) filter (where others_converged))::int as others_converged
    from compared left join workflow on workflow.id = compared.workflow_id
    group by compared.workflow_id, workflow.name
    order by max(last_at) desc`.execute(db);
  return rows;
}

/** The programs that a node's last report named. */
export interface NodePrograms {
  readonly agent_version: string | null;
  readonly engine_name: string | null;
  readonly engine_version: string | null;
}

export async function findNodePrograms(db: Db, nodeId: string): Promise<NodePrograms | undefined> {
  return await db
    .selectFrom('task')
    .select(['agent_version', 'engine_name', 'engine_version'])
    .where('node_id', '=', nodeId)
    .where('completed_at', 'is not', null)
    .where('reclaimed', '=', sql.lit(false))
    .orderBy('completed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
