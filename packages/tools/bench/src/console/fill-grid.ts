import { setTimeout as sleep } from 'node:timers/promises';
import type { Coordinator } from '../grid/coordinator.ts';

/**
 * A workflow that is half done: of the points of its easier waves nine in ten have converged and one in twenty has failed,
 * by chance. The points are changed directly; no node could compute so many for a benchmark.
 */
export async function fillGrid(coordinator: Coordinator, name: string, yaml: string): Promise<void> {
  await coordinator.call('POST', '/api/workflows', { name, description: null, config_yaml: yaml });
  await coordinator.call('POST', `/api/workflows/${name}/start`);
  for (;;) {
    const { data } = (await coordinator.call('GET', `/api/workflows/${name}`)) as { data: { status: string } };
    if (data.status === 'running') break;
    await sleep(50);
  }
  await coordinator.sql.query(
    `with chosen as (select id from workflow where name = $1),
          middle as (select percentile_disc(0.5) within group (order by wave) as wave
                     from point tablesample system (1) where workflow_id = (select id from chosen))
     update point set
       status = (case when abs(hashtext(point.name)) % 20 = 0 then 'failed' else 'converged' end)::point_status,
       success_method = case when abs(hashtext(point.name)) % 20 = 0 then null
                             when abs(hashtext(point.name)) % 3 = 0 then 'cold_run' else 'seed_step' end,
       attempts = 1 + abs(hashtext(point.name)) % 3,
       last_completed_at = now()
     where workflow_id = (select id from chosen) and abs(hashtext(point.name)) % 100 < 95
       and point.wave < coalesce((select wave from middle), 5)`,
    [name],
  );
  await coordinator.sql.query('analyze point');
}
