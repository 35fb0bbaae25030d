import type { NodeStatus } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import { countHeld } from '../tasks/held-tasks.ts';
import { OTHERS_ONLINE } from './node-doubt-repository.ts';
import { REPRODUCTIONS_WAIT } from '../reproductions/reproduction-repository.ts';
import { claimableWorkflows, type ClaimableWorkflow } from '../workflows/workflow-repository.ts';

export interface ClaimingNode {
  readonly node_id: string;
  readonly status: NodeStatus;
  readonly token_hash: Buffer | null;
  readonly max_slots: number;
  readonly admin_max_slots: number | null;
  readonly allowance: number | null;
  /** Whether the node currently gets no tasks. */
  readonly is_paused: boolean;
  /** Whether the node is suspect. Between its pauses, a suspect node gets one task at a time. */
  readonly on_trial: boolean;
  /** Whether another node that is not suspect is online. */
  readonly has_others: boolean;
  /** The number of running tasks of the node. Null if not requested. */
  readonly held: number | null;
  readonly low_beats: number;
}

/** The claiming nodes, and the workflows whose tasks they may get. */
export interface Claiming {
  readonly nodes: readonly ClaimingNode[];
  readonly workflows: readonly ClaimableWorkflow[];
  /** Whether reproductions wait for a node. */
  readonly reproductionsWait: boolean;
  /** The running tasks by workflow. Undefined if not requested, or if there is only one workflow. */
  readonly running: ReadonlyMap<number, number> | undefined;
}

/**
 * Locks the claiming nodes in a fixed order, so that two claims of one node run one after the other. Reads the
 * workflows that have tasks in the same round trip.
 *
 * The workflows are read as they were when the locks were requested, so points queued during the wait may be missed.
 * The next claim sees from `workflow.requeues` that points were queued. `countOf`: the nodes whose running tasks are
 * counted. The tasks are counted after the locks are taken, so that claims through other processes are included.
 */
export async function lockClaimingNodes(
  trx: Tx,
  nodeIds: readonly string[],
  { countOf, countRunning }: { readonly countOf: readonly string[]; readonly countRunning: boolean },
): Promise<Claiming> {
  const running = sql`
    select jsonb_object_agg(workflow_id, n) from (
      select workflow_id, count(*) as n from task where status = 'running' group by workflow_id) as counted
    where (select count(*) from workflow where status = 'running') > 1`;
  const first = sql`row_number() over () = 1`;
  const { rows } = await sql<
    Omit<ClaimingNode, 'held'> & {
      workflows: ClaimableWorkflow[] | null;
      running: Record<string, number> | null;
      reproductions: boolean;
    }
  >`
    with claiming as materialized (
      select n.node_id, n.status, n.token_hash, n.max_slots, n.admin_max_slots, n.allowance,
             coalesce(n.paused_until > now(), false) as is_paused, n.pauses > 0 as on_trial,
             n.pauses > 0 and exists (${sql.raw(OTHERS_ONLINE)}) as has_others,
             coalesce(h.low_beats, 0) as low_beats
      from node n left join node_heartbeat h using (node_id)
      where n.node_id = any(${nodeIds}::text[])
      order by n.node_id
      for no key update of n)
    select claiming.*, case when ${first} then (${claimableWorkflows()}) end as workflows,
           ${first} and ${REPRODUCTIONS_WAIT} as reproductions,
           case when ${first} and ${countRunning} then (${running}) end as running
    from claiming`.execute(trx);
  const [head] = rows;
  const counts = head?.running ?? undefined;
  const held = await countHeld(trx, countOf);
  return {
    nodes: rows.map((node) => ({ ...node, held: held.get(node.node_id) ?? null })),
    workflows: head?.workflows ?? [],
    reproductionsWait: head?.reproductions ?? false,
    running: counts && new Map(Object.entries(counts).map(([id, n]) => [Number(id), n])),
  };
}
