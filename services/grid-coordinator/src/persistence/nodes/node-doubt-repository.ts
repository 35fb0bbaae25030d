import type { TaskType } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import { OUTCOME_DECAY, type Outcomes } from '../../domain/nodes/node-doubt.ts';
import type { Db, Tx } from '../database.ts';
import { POINT_STATE, type PointState } from '../points/point-repository.ts';
import type { Write } from '../write-together.ts';

/** The outcomes of a node's first attempts at points of a workflow. */
export interface NodeOutcomes extends Outcomes {
  readonly workflowId: number;
  readonly nodeId: string;
  /** Whether any attempt converged, even if it was not the first attempt at its point. */
  readonly succeeded: boolean;
}

/** Adds attempts to the record of their nodes. Each attempt reduces the weight of earlier attempts. */
export function nodeOutcomes(outcomes: readonly NodeOutcomes[]): Write[] {
  if (outcomes.length === 0) return [];
  const given = recordset(
    outcomes,
    { workflowId: 'int4', nodeId: 'text', tried: 'float4', converged: 'float4', succeeded: 'bool' },
    'o',
  );
  const upsert = sql`
    insert into node_outcome as known (workflow_id, node_id, tried, converged, failing_since)
    select "workflowId", "nodeId", tried, converged, case when succeeded then null else now() end
    from ${given}
    order by "workflowId", "nodeId"
    on conflict (workflow_id, node_id) do update set
      tried = known.tried * power(${OUTCOME_DECAY}::float8, excluded.tried) + excluded.tried,
      converged = known.converged * power(${OUTCOME_DECAY}::float8, excluded.tried) + excluded.converged,
      failing_since = case when excluded.failing_since is null then null
                           else coalesce(known.failing_since, excluded.failing_since) end`;
  return [upsert];
}

/** A node that has failed in a workflow, with its earlier record. */
export interface FailingNode {
  readonly workflow_id: number;
  readonly node_id: string;
  readonly tried: number;
  readonly converged: number;
  readonly failing_since: Date | null;
  readonly pauses: number;
  readonly is_paused: boolean;
  /** The attempts of all other nodes that are not suspect, in total. */
  readonly others_tried: number;
  readonly others_converged: number;
  /** Whether another node that is not suspect is online. */
  readonly has_others: boolean;
}

export async function listFailing(
  trx: Tx,
  failed: readonly { readonly workflowId: number; readonly nodeId: string }[],
): Promise<FailingNode[]> {
  const { rows } = await sql<FailingNode>`
    select f."workflowId" as workflow_id, n.node_id, coalesce(own.tried, 0) as tried,
           coalesce(own.converged, 0) as converged, own.failing_since, n.pauses,
           coalesce(n.paused_until > now(), false) as is_paused,
           coalesce(others.tried, 0) as others_tried, coalesce(others.converged, 0) as others_converged,
           exists (${sql.raw(OTHERS_ONLINE)}) as has_others
    from ${recordset(failed, { workflowId: 'int4', nodeId: 'text' }, 'f')}
    join node n on n.node_id = f."nodeId"
    left join node_outcome own on own.workflow_id = f."workflowId" and own.node_id = n.node_id
    cross join lateral (
      select sum(o.tried) as tried, sum(o.converged) as converged
      from node_outcome o join node m on m.node_id = o.node_id
      where o.workflow_id = f."workflowId" and o.node_id <> n.node_id and m.pauses = 0) others`.execute(trx);
  return rows;
}

/** For queries with the node `n`: selects other nodes that could compute its tasks. */
export const OTHERS_ONLINE = `select from node m where m.status = 'online' and m.pauses = 0 and m.node_id <> n.node_id`;

/** Deletes the record of a node that has recovered or that an operator has repaired. */
export async function forgetOutcomes(db: Db, nodeId: string): Promise<void> {
  await db.deleteFrom('node_outcome').where('node_id', '=', nodeId).execute();
}

const MOST_GIVEN_BACK = 1_000;

/**
 * Locks the points of a workflow whose last attempt failed on this node after the node began to fail. The caller has
 * locked the workflow.
 */
export async function lockFailedBy(
  trx: Tx,
  { workflowId, run, nodeId, since }: { workflowId: number; run: number; nodeId: string; since: Date },
): Promise<PointState[]> {
  return await trx
    .selectFrom('point')
    .select(POINT_STATE)
    .where('workflow_id', '=', workflowId)
    .where('run', '=', run)
    .where('node_id', '=', nodeId)
    .where('last_completed_at', '>=', since)
    .where('status', 'in', ['pending', 'queued', 'failed'])
    .where(sql<boolean>`(doubted_node is null or doubted_node = ${nodeId})`)
    .orderBy('name')
    .limit(MOST_GIVEN_BACK)
    .forUpdate()
    .execute();
}

export interface DoubtedTask {
  readonly id: string;
  readonly point_name: string;
  readonly task_type: TaskType;
  readonly rule: string | null;
  readonly seed_point_name: string | null;
  readonly failure_group: string | null;
  readonly seed_direction: string | null;
  /** The model from which the attempt started, or null. */
  readonly start_sha256: string | null;
  readonly start_max_relc: number | null;
}

/** Marks the failures of a node at these points as doubted. Returns these failures, oldest first. */
export async function doubtFailures(
  trx: Tx,
  { workflowId, run, nodeId, since }: { workflowId: number; run: number; nodeId: string; since: Date },
  pointNames: readonly string[],
): Promise<DoubtedTask[]> {
  const { rows } = await sql<DoubtedTask>`
    with doubted as (
      update task set doubted = true
      where workflow_id = ${workflowId} and point_name = any(${pointNames}::text[]) and run = ${run}
        and node_id = ${nodeId} and status in ('failed', 'timeout') and not reclaimed and not doubted
        and reproduction_id is null
        and completed_at >= ${since}
      returning id, point_name, task_type, rule, seed_point_name, failure_group, seed_direction, start_model_id, created_at)
    select doubted.id, point_name, task_type, rule, seed_point_name, failure_group, seed_direction,
           start.sha256 as start_sha256, start.max_relc as start_max_relc
    from doubted left join model as start on start.id = start_model_id order by created_at`.execute(trx);
  return rows;
}
