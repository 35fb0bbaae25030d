import { sql } from 'kysely';
import { SAMPLE_SEC } from '../../domain/nodes/fleet-history.ts';
import type { Db } from '../database.ts';

const EVERY = sql`make_interval(secs => ${sql.lit(SAMPLE_SEC)})`;

/**
 * Writes a sample of each node that has sent a heartbeat, with the tasks that ended in the interval before. Skips nodes
 * that already have a sample of this interval.
 */
export async function writeNodeSamples(db: Db): Promise<void> {
  await sql`
    insert into node_sample (node_id, at, slots_used, slots, cpu_usage, memory_usage, completed, failed)
    select n.node_id, tick.at, h.active_slots, least(n.max_slots, n.admin_max_slots, n.allowance),
           h.cpu_usage, h.memory_usage, ended.completed, ended.failed
    from (select date_bin(${EVERY}, now(), 'epoch') as at) as tick
    join node_heartbeat h on h.last_seen >= tick.at - ${EVERY}
    join node n on n.node_id = h.node_id
    cross join lateral (
      select count(*) filter (where status = 'completed') as completed, count(*) filter (where status <> 'completed') as failed
      from task where task.node_id = n.node_id and completed_at is not null and not reclaimed
        and completed_at >= tick.at - ${EVERY} and completed_at < tick.at) as ended
    where not exists (select from node_sample s where s.node_id = n.node_id and s.at = tick.at)
    on conflict do nothing`.execute(db);
}

/** A sample of the fleet or of a node for one interval: mean slots and load, and sums of ended tasks. */
export interface FleetSampleRow {
  readonly at: Date;
  readonly nodes: number;
  readonly slots_used: number;
  readonly slots: number;
  readonly cpu_usage: number;
  readonly memory_usage: number;
  readonly completed: number;
  readonly failed: number;
}

export async function listFleetSamples(
  db: Db,
  {
    hours,
    intervalSec,
    nodeId,
  }: { readonly hours: number; readonly intervalSec: number; readonly nodeId?: string | undefined },
): Promise<FleetSampleRow[]> {
  const { rows } = await sql<FleetSampleRow>`
    with ticks as (
      select at, count(*) as nodes, sum(slots_used) as slots_used, sum(slots) as slots, avg(cpu_usage) as cpu_usage,
             avg(memory_usage) as memory_usage, sum(completed) as completed, sum(failed) as failed
      from node_sample
      where at > now() - make_interval(hours => ${hours}) and (${nodeId ?? null}::text is null or node_id = ${nodeId ?? null}::text)
      group by at)
    select date_bin(make_interval(secs => ${intervalSec}), at, 'epoch') as at, avg(nodes)::float8 as nodes,
           avg(slots_used)::float8 as slots_used, avg(slots)::float8 as slots, avg(cpu_usage)::float8 as cpu_usage,
           avg(memory_usage)::float8 as memory_usage, sum(completed)::int as completed, sum(failed)::int as failed
    from ticks group by 1 order by 1`.execute(db);
  return rows;
}

export async function deleteNodeSamples(db: Db, nodeId: string): Promise<void> {
  await db.deleteFrom('node_sample').where('node_id', '=', nodeId).execute();
}

export async function expireNodeSamples(db: Db): Promise<void> {
  await db
    .deleteFrom('node_sample')
    .where('at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
}
