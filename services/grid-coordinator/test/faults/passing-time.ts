import type { Site } from './site.ts';

/** Shifts all stored times, as if that much time had passed while no process was running. */
export async function advanceTime({ db }: Site, seconds: number): Promise<void> {
  await db.query(
    `update coordinator_uptime set up_since = up_since - make_interval(secs => $1),
       last_tick = last_tick - make_interval(secs => $1)`,
    [seconds],
  );
  await db.query('update node_heartbeat set last_seen = last_seen - make_interval(secs => $1)', [seconds]);
}

/** Shifts the times as if the coordinator had heard from every node except this node meanwhile. */
export async function silenceNode({ db }: Site, nodeId: string, seconds: number): Promise<void> {
  await db.query('update coordinator_uptime set up_since = up_since - make_interval(secs => $1)', [seconds]);
  for (const change of [
    `node_heartbeat set last_seen = last_seen - make_interval(secs => $1) where true`,
    `node set offline_since = offline_since - make_interval(secs => $1) where true`,
    `task set created_at = created_at - make_interval(secs => $1) where status = 'running'`,
  ])
    await db.query(`update ${change} and node_id = $2`, [seconds, nodeId]);
}
