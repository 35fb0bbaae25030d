import type { TaskType } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** A node that a batch of finished tasks compares with other nodes. */
export interface NodeComparison {
  readonly node_id: string;
  /**
   * Whether the node failed one of these points in this run with the same type of task. Another node has now finished
   * the point.
   */
  readonly outdone: boolean;
}

/**
 * Returns the nodes that failed where these tasks succeeded, and the throttled nodes that finished these tasks, ordered
 * by id.
 */
export async function compareNodes(
  db: Db,
  finished: readonly { workflowId: number; run: number; pointName: string; taskType: TaskType; nodeId: string }[],
): Promise<NodeComparison[]> {
  const given = recordset(
    finished,
    { workflowId: 'int4', run: 'int4', pointName: 'text', taskType: 'text', nodeId: 'text' },
    'f',
  );
  const { rows } = await sql<NodeComparison>`
    with f as materialized (
      select * from ${given}),
    compared as (
      select t.node_id, true as outdone
      from f join task t on t.workflow_id = f."workflowId" and t.point_name = f."pointName" and t.run = f.run
        and t.task_type = f."taskType" and t.node_id <> f."nodeId" and t.status in ('failed', 'timeout') and not t.reclaimed
        and t.reproduction_id is null
      union all
      select node_id, false from node where allowance is not null and node_id in (select "nodeId" from f))
    select node_id, bool_or(outdone) as outdone from compared group by node_id order by node_id`.execute(db);
  return rows;
}
