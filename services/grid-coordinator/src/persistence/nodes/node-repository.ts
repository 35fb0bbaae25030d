import type { NodeMachine, NodeStatus, RegistrationKind } from '@almagest/contracts/grid';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface NodeRow {
  readonly node_id: string;
  readonly status: NodeStatus;
  readonly max_slots: number;
  readonly admin_max_slots: number | null;
  readonly allowance: number | null;
  /** The number of successive pauses. 0 for a node that is not suspect. */
  readonly pauses: number;
  readonly paused_until: Date | null;
  readonly token_hash: Buffer | null;
  readonly token_issued_at: Date | null;
  readonly sealed_token: Buffer | null;
  readonly sealed_until: Date | null;
  readonly secret_hash: Buffer;
  readonly applied_at: Date;
  readonly instance_id: string | null;
  readonly instance_host: string | null;
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
  'instance_id',
  'instance_host',
] as const;

export async function lockNode(trx: Tx, nodeId: string): Promise<NodeRow | undefined> {
  return await trx.selectFrom('node').select(ROW).where('node_id', '=', nodeId).forNoKeyUpdate().executeTakeFirst();
}

/** Inserts a node. Returns false if another request took the name at the same moment. */
export async function insertNode(
  trx: Tx,
  node: { nodeId: string; maxSlots: number; secretHash: Buffer; machine: NodeMachine | undefined },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('node')
    .values({
      node_id: node.nodeId,
      max_slots: node.maxSlots,
      secret_hash: node.secretHash,
      machine: machineText(node.machine),
      status: 'pending_approval',
    })
    .onConflict((conflict) => conflict.column('node_id').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

/**
 * Returns the text of the column. Null if the agent reports no machine, so that the machine of an earlier agent is
 * removed.
 */
export function machineText(machine: NodeMachine | undefined): string | null {
  return machine === undefined ? null : JSON.stringify(machine);
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
  instance_id: string | null;
  instance_host: string | null;
  /** JSON of a `NodeMachine`. */
  machine: string | null;
  second_host: string | null;
  second_at: Date | null;
  join_key_id: string | null;
}>;

export async function updateNode(trx: Tx, nodeId: string, change: NodeChange): Promise<void> {
  await trx.updateTable('node').set(change).where('node_id', '=', nodeId).execute();
}

export interface NodeOverview {
  readonly node_id: string;
  readonly status: NodeStatus;
  readonly max_slots: number;
  readonly admin_max_slots: number | null;
  readonly allowance: number | null;
  readonly pauses: number;
  readonly paused_until: Date | null;
  /** Whether the node has sent no heartbeat since it was approved. */
  readonly awaits_first_beat: boolean;
  readonly has_token: boolean;
  readonly token_issued_at: Date | null;
  readonly applied_at: Date;
  readonly last_seen: Date | null;
  readonly active_slots: number;
  readonly cpu_usage: number;
  readonly memory_usage: number;
  readonly running_tasks: number;
  readonly applied_from: string | null;
  /** When a node with this name was last removed, before the application. */
  readonly replaces: Date | null;
  /** When someone else last applied for the name, if neither the applicant nor the node has registered since then. */
  readonly contested_at: Date | null;
  readonly contested_from: string | null;
  readonly instance_host: string | null;
  readonly machine: NodeMachine | null;
  /** A second machine with the node's credentials, if one was refused within the last day. */
  readonly second_host: string | null;
  readonly second_at: Date | null;
}

/** Returns all nodes, or the node with this name, with all recorded data. */
export async function listNodeOverviews(db: Db, nodeId?: string): Promise<NodeOverview[]> {
  const { rows } = await sql<NodeOverview>`
    select n.node_id, n.status, n.max_slots, n.admin_max_slots, n.allowance, n.pauses,
           case when n.paused_until > now() then n.paused_until end as paused_until,
           n.awaits_first_beat, n.token_hash is not null as has_token,
           n.token_issued_at, n.applied_at, h.last_seen, coalesce(h.active_slots, 0) as active_slots,
           coalesce(h.cpu_usage, 0) as cpu_usage, coalesce(h.memory_usage, 0) as memory_usage,
           coalesce(held.n, 0)::int as running_tasks,
           applied.address as applied_from, removed.last_at as replaces,
           contested.last_at as contested_at, contested.address as contested_from, n.instance_host, n.machine,
           case when n.second_at > now() - interval '1 day' then n.second_host end as second_host, n.second_at
    from node n
    left join node_heartbeat h using (node_id)
    left join (select node_id, count(*) as n from task where status = 'running' group by node_id) held using (node_id)
    left join lateral (${latestRegistration('applied')}) applied on true
    left join lateral (${latestRegistration('removed')}) removed on true
    left join lateral (${latestRegistration('applied', 'announced')}) known on true
    left join lateral (${latestRegistration('contested', 'refused')}) contested
      on contested.last_at > coalesce(known.last_at, '-infinity')
    where ${nodeId ?? null}::text is null or n.node_id = ${nodeId ?? null}::text
    order by n.node_id`.execute(db);
  return rows;
}

/** For queries with the node `n`: selects the last registration of these kinds for its name. */
function latestRegistration(...kinds: readonly RegistrationKind[]): RawBuilder<unknown> {
  return sql`
    select r.address, r.last_at from node_registration as r
    where r.node_id = n.node_id and r.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
    order by r.id desc limit 1`;
}

export async function findLastSeen(db: Db, nodeId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('node_heartbeat')
    .select('last_seen')
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  return row?.last_seen;
}

/** Deletes a node with all data about its machine, but keeps the node's results. */
export async function deleteNode(trx: Tx, nodeId: string): Promise<void> {
  for (const table of ['cancelled_task', 'node_outcome', 'node_heartbeat', 'node'] as const)
    await trx.deleteFrom(table).where('node_id', '=', nodeId).execute();
}

/** Returns the machines of all online nodes. A machine is null if its agent does not report it. */
export async function listOnlineMachines(db: Db): Promise<(NodeMachine | null)[]> {
  const rows = await db.selectFrom('node').select('machine').where('status', '=', 'online').execute();
  return rows.map(({ machine }) => machine);
}

/** Returns the slots of all online nodes, for estimates of the remaining time. */
export async function countOnlineSlots(db: Db): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    select coalesce(sum(least(max_slots, coalesce(admin_max_slots, max_slots))), 0)::int as slots
    from node where status = 'online'`.execute(db);
  return rows[0]?.slots ?? 0;
}

/**
 * Returns how many tasks online nodes may hold now. Quotas and allowances limit this number. A paused node may hold no
 * tasks, and a node on trial may hold one task.
 */
export async function countServingSlots(db: Db): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    select coalesce(sum(case when paused_until > now() then 0
                             else least(max_slots, admin_max_slots, allowance, case when pauses > 0 then 1 end) end), 0)::int as slots
    from node where status = 'online'`.execute(db);
  return rows[0]?.slots ?? 0;
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
