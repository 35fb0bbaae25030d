import { sql, type RawBuilder } from 'kysely';
import { largestTickGapSec } from '../../domain/nodes/node-lifecycle.ts';
import type { Db, Tx } from '../database.ts';

export interface LostTask {
  readonly id: string;
  readonly workflow_id: number;
  readonly reason: 'node_lost' | 'overdue';
  readonly node_id: string;
}

interface LostWhen {
  readonly graceSec: number;
  readonly heartbeatTimeoutSec: number;
  /** Excludes the tasks of these workflows. */
  readonly except: readonly number[];
  readonly ids?: readonly string[] | undefined;
}

/**
 * Locks tasks in their current state. Until the transaction ends, these tasks cannot be reported, and their deadlines
 * cannot be postponed. Data that is read afterwards stays valid. The caller must have locked the workflow of the tasks.
 */
export async function lockTasks(trx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from task where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
}

/** How long an API process must have been up before tasks are reclaimed, so that spooled reports arrive first. */
const STARTUP_GRACE_SEC = 30;

/**
 * Returns whether the coordinator can receive reports, and has been able to for long enough that spooled reports have
 * arrived.
 */
export async function isReceiving(db: Db, limits: ReceivingLimits): Promise<boolean> {
  const { rows } = await receivingSince(limits).execute(db);
  return rows.length > 0;
}

interface ReceivingLimits {
  readonly nodeLostGraceSec: number;
  readonly heartbeatTimeoutSec: number;
}

function receivingSince({ nodeLostGraceSec, heartbeatTimeoutSec }: ReceivingLimits): RawBuilder<{ up_since: Date }> {
  return sql`
    select up_since from coordinator_uptime
    where last_tick > now() - make_interval(secs => ${largestTickGapSec(heartbeatTimeoutSec)})
      and up_since < now() - make_interval(secs => ${Math.min(STARTUP_GRACE_SEC, nodeLostGraceSec)})`;
}

/**
 * Returns tasks that are overdue, or whose node has been offline for too long or was removed.
 *
 * Returns no tasks while no API process can receive reports, or shortly afterwards: the tasks may be late only because
 * the coordinator was down.
 */
export async function listLost(
  db: Db,
  { graceSec, heartbeatTimeoutSec, except, ids }: LostWhen,
  limit: number,
): Promise<LostTask[]> {
  const isMeant = sql`t.workflow_id <> all(${except}::int[])
      and (${ids ?? null}::uuid[] is null or t.id = any(${ids ?? null}::uuid[]))`;
  const { rows } = await sql<LostTask>`
    with up as (${receivingSince({ nodeLostGraceSec: graceSec, heartbeatTimeoutSec })})
    select t.id, t.workflow_id, 'node_lost' as reason, t.node_id
    from up, node n join task t on t.node_id = n.node_id and t.status = 'running'
    left join node_heartbeat h on h.node_id = n.node_id
    cross join lateral (
      -- A disabled node is never set to offline, but it can fall silent like any other.
      select case n.status when 'offline' then n.offline_since
                           when 'disabled' then h.last_seen + make_interval(secs => ${heartbeatTimeoutSec}) end as at) silent
    where n.status in ('offline', 'disabled') and ${isMeant}
      and greatest(silent.at, up.up_since, t.created_at, t.redelivered_at) < now() - make_interval(secs => ${graceSec})
    union all
    -- Its node was removed.
    select t.id, t.workflow_id, 'node_lost', t.node_id from up, task t
    where t.status = 'running' and not exists (select from node n where n.node_id = t.node_id) and ${isMeant}
    union all
    select t.id, t.workflow_id, 'overdue', t.node_id from up, task t
    where t.status = 'running' and t.deadline is not null and t.deadline < now() and ${isMeant}
    limit ${limit}`.execute(db);
  return rows;
}
