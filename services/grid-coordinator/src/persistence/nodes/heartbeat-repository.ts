import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { largestTickGapSec } from '../../domain/nodes/node-lifecycle.ts';
import type { Db, Tx } from '../database.ts';

/** Heartbeats of a node that a process has received since the last flush. */
export interface BufferedHeartbeat {
  readonly nodeId: string;
  /** The number of real heartbeats. Claims and reports also prove that a node is alive, but don't count here. */
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
 * A heartbeat is low if its number of active slots is below the number of tasks that the node holds: the reply to a
 * claim may have been lost. A heartbeat with enough active slots confirms that the tasks arrived. A heartbeat says
 * nothing about later claims or about a claim that has not committed yet. So it confirms only tasks that were claimed
 * before it was sent.
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

/**
 * Returns how many tasks a node held. Counts up to one more than its active slots, because it only matters whether
 * there are more tasks than slots.
 */
function heldUpTo(active: 'mostActive' | 'lastActive', ago: 'mostAgoSec' | 'lastAgoSec'): RawBuilder<number> {
  return sql`(select count(*) from (
    select from task where ${heldAgo(ago)} limit case when s.beats > 0 then s.${sql.ref(active)} + 1 else 0 end) as held)`;
}

function heldAgo(ago: 'mostAgoSec' | 'lastAgoSec'): RawBuilder<boolean> {
  return sql`task.node_id = s."nodeId" and task.status = 'running'
    and task.created_at <= now() - make_interval(secs => s.${sql.ref(ago)})`;
}

/** Resets the count of low heartbeats after a task was redelivered because of such heartbeats. */
export async function forgetLowBeats(trx: Tx, nodeIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('node_heartbeat')
    .set({ low_beats: 0, low_since: null })
    .where('node_id', 'in', [...nodeIds])
    .execute();
}

/** Returns whether a node was heard from within this time. Requests other than heartbeats count too. */
export async function isHeard(db: Db, nodeId: string, withinSec: number): Promise<boolean> {
  const row = await db
    .selectFrom('node_heartbeat')
    .select('node_id')
    .where('node_id', '=', nodeId)
    .where('last_seen', '>', sql<Date>`now() - make_interval(secs => ${withinSec})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets which tasks a node has confirmed, because the node has restarted and may have lost its tasks. */
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
 * Silence counts only while the coordinator could receive heartbeats: from `up_since` on, and while an API process
 * ticks.
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

/**
 * Records that a process of the coordinator can receive heartbeats. After a gap between ticks, the measured silence
 * starts again.
 */
export async function tickUptime(db: Db, timeoutSec: number): Promise<void> {
  await sql`
    update coordinator_uptime set
      up_since = case when last_tick < now() - make_interval(secs => ${largestTickGapSec(timeoutSec)}) then now() else up_since end,
      last_tick = now()
    where last_tick < now() - interval '2 seconds'`.execute(db);
}
