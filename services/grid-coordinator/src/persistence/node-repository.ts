import type { NodeStatus } from '@almagest/contracts/grid';
import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { largestTickGapSec } from '../domain/node-lifecycle.ts';
import type { Db, Tx } from './database.ts';
import { countHeld } from './held-tasks.ts';
import { OTHERS_ONLINE } from './node-doubt-repository.ts';
import { claimableWorkflows, type ClaimableWorkflow } from './workflow-repository.ts';

export interface NodeRow {
  readonly node_id: string;
  readonly status: NodeStatus;
  readonly max_slots: number;
  readonly admin_max_slots: number | null;
  readonly allowance: number | null;
  /** How often in a row it was paused; 0 for a node in good standing. */
  readonly pauses: number;
  readonly paused_until: Date | null;
  readonly token_hash: Buffer | null;
  readonly token_issued_at: Date | null;
  readonly sealed_token: Buffer | null;
  readonly sealed_until: Date | null;
  readonly secret_hash: Buffer;
  readonly applied_at: Date;
}

const ROW = [
  'node_id',
  'status',
  'max_slots',
  'admin_max_slots',
  'allowance',
  'pauses',
  'paused_until',
  'token_hash',
  'token_issued_at',
  'sealed_token',
  'sealed_until',
  'secret_hash',
  'applied_at',
] as const;

export async function lockNode(trx: Tx, nodeId: string): Promise<NodeRow | undefined> {
  return await trx.selectFrom('node').select(ROW).where('node_id', '=', nodeId).forNoKeyUpdate().executeTakeFirst();
}

/** False if another request took the name at the same moment. */
export async function insertNode(
  trx: Tx,
  node: { nodeId: string; maxSlots: number; secretHash: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('node')
    .values({
      node_id: node.nodeId,
      max_slots: node.maxSlots,
      secret_hash: node.secretHash,
      status: 'pending_approval',
    })
    .onConflict((conflict) => conflict.column('node_id').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

export type NodeChange = Partial<{
  status: NodeStatus;
  max_slots: number;
  admin_max_slots: number | null;
  allowance: number | null;
  token_hash: Buffer | null;
  token_issued_at: Date | null;
  sealed_token: Buffer | null;
  sealed_until: Date | null;
  secret_hash: Buffer;
  applied_at: Date;
  offline_since: Date | null;
  pauses: number;
  paused_until: Date | null;
  awaits_first_beat: boolean;
}>;

export async function updateNode(trx: Tx, nodeId: string, change: NodeChange): Promise<void> {
  await trx.updateTable('node').set(change).where('node_id', '=', nodeId).execute();
}

/** The node that a token belongs to, with what every request of a node needs. */
export interface NodeIdentity {
  readonly nodeId: string;
  readonly status: NodeStatus;
  readonly maxSlots: number;
  readonly adminMaxSlots: number | null;
}

export async function findIdentity(db: Db, tokenHash: Buffer): Promise<NodeIdentity | undefined> {
  const row = await db
    .selectFrom('node')
    .select(['node_id', 'status', 'max_slots', 'admin_max_slots'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return (
    row && { nodeId: row.node_id, status: row.status, maxSlots: row.max_slots, adminMaxSlots: row.admin_max_slots }
  );
}

export interface NodeOverview {
  readonly node_id: string;
  readonly status: NodeStatus;
  readonly max_slots: number;
  readonly admin_max_slots: number | null;
  readonly allowance: number | null;
  readonly pauses: number;
  readonly paused_until: Date | null;
  /** It has sent no heartbeat since it was approved. */
  readonly awaits_first_beat: boolean;
  readonly has_token: boolean;
  readonly token_issued_at: Date | null;
  readonly applied_at: Date;
  readonly last_seen: Date | null;
  readonly active_slots: number;
  readonly cpu_usage: number;
  readonly memory_usage: number;
  readonly running_tasks: number;
}

export async function listNodeOverviews(db: Db): Promise<NodeOverview[]> {
  const { rows } = await sql<NodeOverview>`
    select n.node_id, n.status, n.max_slots, n.admin_max_slots, n.allowance, n.pauses,
           case when n.paused_until > now() then n.paused_until end as paused_until,
           n.awaits_first_beat, n.token_hash is not null as has_token,
           n.token_issued_at, n.applied_at, h.last_seen, coalesce(h.active_slots, 0) as active_slots,
           coalesce(h.cpu_usage, 0) as cpu_usage, coalesce(h.memory_usage, 0) as memory_usage,
           coalesce(held.n, 0)::int as running_tasks
    from node n
    left join node_heartbeat h using (node_id)
    left join (select node_id, count(*) as n from task where status = 'running' group by node_id) held using (node_id)
    order by n.node_id`.execute(db);
  return rows;
}

/** The slots of all online nodes, for estimates of the remaining time. */
export async function countOnlineSlots(db: Db): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    select coalesce(sum(least(max_slots, coalesce(admin_max_slots, max_slots))), 0)::int as slots
    from node where status = 'online'`.execute(db);
  return rows[0]?.slots ?? 0;
}

/** What a claim needs to know about its node. */
export interface ClaimingNode {
  readonly node_id: string;
  readonly status: NodeStatus;
  readonly token_hash: Buffer | null;
  readonly max_slots: number;
  readonly admin_max_slots: number | null;
  readonly allowance: number | null;
  /** It gets no tasks at present. */
  readonly is_paused: boolean;
  /** It is suspect: between its pauses it gets one task at a time. */
  readonly on_trial: boolean;
  /** Another node in good standing is online. */
  readonly has_others: boolean;
  /** The number of its running tasks; null if it was not requested. */
  readonly held: number | null;
  readonly low_beats: number;
}

/** The claiming nodes, and the workflows that they may get tasks of. */
export interface Claiming {
  readonly nodes: readonly ClaimingNode[];
  readonly workflows: readonly ClaimableWorkflow[];
  /** The running tasks by workflow; undefined if they were not requested, or if there is only one workflow. */
  readonly running: ReadonlyMap<number, number> | undefined;
}

/**
 * Locks the claiming nodes in a fixed order, so that two claims of one node run one after the other. Reads the
 * workflows that have tasks in the same round trip.
 *
 * The workflows are read as they were when the locks were requested. Points that were queued during the wait may be
 * missed; the next claim sees from `workflow.requeues` that they were queued. `countOf`: the nodes whose running tasks
 * are counted. They are counted after the locks are held, so that claims through other processes count as well.
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
    Omit<ClaimingNode, 'held'> & { workflows: ClaimableWorkflow[] | null; running: Record<string, number> | null }
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
           case when ${first} and ${countRunning} then (${running}) end as running
    from claiming`.execute(trx);
  const [head] = rows;
  const counts = head?.running ?? undefined;
  const held = await countHeld(trx, countOf);
  return {
    nodes: rows.map((node) => ({ ...node, held: held.get(node.node_id) ?? null })),
    workflows: head?.workflows ?? [],
    running: counts && new Map(Object.entries(counts).map(([id, n]) => [Number(id), n])),
  };
}

/** What a process has received from a node since the last flush. */
export interface BufferedHeartbeat {
  readonly nodeId: string;
  /** The number of real heartbeats: a claim or a report also proves that the node is alive. */
  readonly beats: number;
  /** The largest and the last number of active slots in those heartbeats, and how long ago they arrived. */
  readonly mostActive: number;
  readonly mostAgoSec: number;
  readonly lastActive: number;
  readonly lastAgoSec: number;
  readonly cpuUsage: number;
  readonly memoryUsage: number;
}

/**
 * Writes the heartbeats of many nodes in one statement, and sets offline nodes with a heartbeat to online.
 *
 * A heartbeat with fewer active slots than the node holds tasks is low: the reply to a claim may have been lost. One
 * with enough active slots confirms that the tasks arrived. It says nothing about tasks claimed after it or about a
 * claim that has not committed yet, so it confirms only tasks up to the latest one that it could include.
 */
export async function storeHeartbeats(db: Db, heartbeats: readonly BufferedHeartbeat[]): Promise<string[]> {
  const received = recordset(
    heartbeats,
    {
      nodeId: 'text',
      beats: 'int4',
      mostActive: 'int4',
      mostAgoSec: 'float8',
      lastActive: 'int4',
      lastAgoSec: 'float8',
      cpuUsage: 'float8',
      memoryUsage: 'float8',
    },
    's',
  );
  const { rows } = await sql<{ node_id: string }>`
    with sign as (
      select s.*, held.at_most, held.at_last, held.latest, before.active_slots, before.cpu_usage, before.memory_usage,
             coalesce(before.low_beats, 0) as low_beats, before.low_since, before.confirmed_at
      from ${received}
      join node on node.node_id = s."nodeId"
      left join node_heartbeat before on before.node_id = s."nodeId"
      cross join lateral (
        select ${heldUpTo('mostActive', 'mostAgoSec')} as at_most, ${heldUpTo('lastActive', 'lastAgoSec')} as at_last,
               (select max(created_at) from task where ${heldAgo('mostAgoSec')}) as latest) held),
    stored as (
      insert into node_heartbeat (node_id, last_seen, active_slots, cpu_usage, memory_usage, low_beats, low_since, confirmed_at)
      select "nodeId", now(),
             case when beats > 0 then "lastActive" else coalesce(active_slots, 0) end,
             case when beats > 0 then "cpuUsage" else coalesce(cpu_usage, 0) end,
             case when beats > 0 then "memoryUsage" else coalesce(memory_usage, 0) end,
             case when beats = 0 then low_beats when "lastActive" >= at_last then 0
                  when "mostActive" >= at_most then 1 else low_beats + beats end,
             case when beats = 0 then low_since when "lastActive" >= at_last then null
                  when "mostActive" >= at_most or low_since is null then now() - make_interval(secs => "lastAgoSec")
                  else low_since end,
             case when beats > 0 and "mostActive" >= at_most then greatest(confirmed_at, latest) else confirmed_at end
      from sign order by "nodeId"
      on conflict (node_id) do update set
        last_seen = excluded.last_seen, active_slots = excluded.active_slots, cpu_usage = excluded.cpu_usage,
        memory_usage = excluded.memory_usage, low_beats = excluded.low_beats, low_since = excluded.low_since,
        confirmed_at = excluded.confirmed_at)
    update node set status = 'online', offline_since = null, awaits_first_beat = false
    from sign where node.node_id = sign."nodeId" and sign.beats > 0 and node.status = 'offline'
    returning node.node_id`.execute(db);
  return rows.map((row) => row.node_id);
}

/** How many tasks a node held, counted up to one more than its active slots: it only matters whether there are more. */
function heldUpTo(active: 'mostActive' | 'lastActive', ago: 'mostAgoSec' | 'lastAgoSec'): RawBuilder<number> {
  return sql`(select count(*) from (
    select from task where ${heldAgo(ago)} limit case when s.beats > 0 then s.${sql.ref(active)} + 1 else 0 end) as held)`;
}

function heldAgo(ago: 'mostAgoSec' | 'lastAgoSec'): RawBuilder<boolean> {
  return sql`task.node_id = s."nodeId" and task.status = 'running'
    and task.created_at <= now() - make_interval(secs => s.${sql.ref(ago)})`;
}

/** Resets the count of low heartbeats after a task was redelivered because of them. */
export async function forgetLowBeats(trx: Tx, nodeIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('node_heartbeat')
    .set({ low_beats: 0, low_since: null })
    .where('node_id', 'in', [...nodeIds])
    .execute();
}

/** Forgets which tasks a node has confirmed: it has restarted and may have lost them. */
export async function forgetConfirmed(trx: Tx, nodeId: string): Promise<void> {
  await trx
    .updateTable('node_heartbeat')
    .set({ low_beats: 0, low_since: null, confirmed_at: null })
    .where('node_id', '=', nodeId)
    .execute();
}

/**
 * Sets online nodes that were silent for too long to offline.
 *
 * Silence counts only while the coordinator itself could receive: from `up_since` on, and while an API process ticks.
 */
export async function markSilentNodes(db: Db, timeoutSec: number): Promise<string[]> {
  const { rows } = await sql<{ node_id: string }>`
    update node set status = 'offline', offline_since = now()
    from coordinator_uptime
    where node.status = 'online'
      and coordinator_uptime.last_tick > now() - make_interval(secs => ${largestTickGapSec(timeoutSec)})
      and greatest(coordinator_uptime.up_since, coalesce((select last_seen from node_heartbeat h where h.node_id = node.node_id), 'epoch'))
          < now() - make_interval(secs => ${timeoutSec})
    returning node.node_id`.execute(db);
  return rows.map((row) => row.node_id);
}

/** Records that a process of the coordinator can receive heartbeats. After a gap the time of silence starts again. */
export async function tickUptime(db: Db, timeoutSec: number): Promise<void> {
  await sql`
    update coordinator_uptime set
      up_since = case when last_tick < now() - make_interval(secs => ${largestTickGapSec(timeoutSec)}) then now() else up_since end,
      last_tick = now()
    where last_tick < now() - interval '2 seconds'`.execute(db);
}

/** Removes applications that were not decided on in time. */
export async function expireApplications(db: Db, lifetimeSec: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('node')
    .where('status', '=', 'pending_approval')
    .where('applied_at', '<', sql<Date>`now() - make_interval(secs => ${lifetimeSec})`)
    .returning('node_id')
    .execute();
  return rows.map((row) => row.node_id);
}

/** Removes token texts that were not collected within a day. */
export async function expireSealedTokens(db: Db): Promise<void> {
  await db
    .updateTable('node')
    .set({ sealed_token: null, sealed_until: null })
    .where('sealed_until', '<', sql<Date>`now()`)
    .execute();
}
