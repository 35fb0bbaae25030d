import { until } from '@almagest/test-kit/until';
import type { World } from './world.ts';

/** Expires the time limit of these tasks and waits until the coordinator reclaims them. */
export async function expireTasks(world: World, ...taskIds: readonly string[]): Promise<void> {
  // Just after its start the coordinator reclaims nothing, so that delayed reports arrive first.
  await world.sql(`update coordinator_uptime set up_since = now() - interval '1 day'`);
  await world.sql(`update task set deadline = now() - interval '1 second' where id = any($1::uuid[])`, [taskIds]);
  await until(async () => {
    const rows = await world.sql('select from task where id = any($1::uuid[]) and reclaimed', [taskIds]);
    return rows.length === taskIds.length;
  }, 'the tasks to be reclaimed');
}

/** Shifts the times as if the coordinator had heard from every node except this node meanwhile. */
export async function silenceNode(world: World, nodeId: string, seconds: number): Promise<void> {
  const back = 'make_interval(secs => $1)';
  await world.sql(`update coordinator_uptime set up_since = up_since - ${back}`, [seconds]);
  for (const change of [
    `node_heartbeat set last_seen = last_seen - ${back} where node_id = $2`,
    `node set offline_since = offline_since - ${back} where node_id = $2`,
    `task set created_at = created_at - ${back}, deadline = deadline - ${back} where status = 'running' and node_id = $2`,
  ])
    await world.sql(`update ${change}`, [seconds, nodeId]);
}

/** Waits for a complete sweep of the worker. A sweep ends by folding the counts. */
export async function untilSwept(world: World): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await world.sql(`insert into point_count_delta (workflow_id, wave, status, n) values (0, 0, 'queued', 0)`);
    await until(
      async () => (await world.sql('select from point_count_delta where workflow_id = 0')).length === 0,
      'a sweep',
    );
  }
}
