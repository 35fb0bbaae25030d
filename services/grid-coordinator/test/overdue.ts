import { until } from './until.ts';
import type { World } from './world.ts';

/** As if the time of these tasks were over; resolves when the coordinator has taken them back. */
export async function letTimeRunOut(world: World, ...taskIds: readonly string[]): Promise<void> {
  // While it is newly up the coordinator takes nothing back: reports that waited for it come in first.
  await world.sql(`update coordinator_uptime set up_since = now() - interval '1 day'`);
  await world.sql(`update task set deadline = now() - interval '1 second' where id = any($1::uuid[])`, [taskIds]);
  await until(async () => {
    const rows = await world.sql('select from task where id = any($1::uuid[]) and taken_back', [taskIds]);
    return rows.length === taskIds.length;
  }, 'the tasks to be taken back');
}
