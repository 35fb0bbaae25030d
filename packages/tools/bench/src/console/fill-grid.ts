import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigurationPlan } from '@almagest/contracts/grid';
import type { Coordinator } from '../grid/coordinator.ts';

/** The share of the points whose waves have begun. */
const ENDED_SHARE = 0.5;

/**
 * Creates a workflow that is half done: of the points in its easier waves, nine in ten have converged and one in twenty
 * has failed, at random. No node could compute that many points for a benchmark, and updating millions of rows would
 * write each row and its index entries twice. So a trigger gives points their outcome while the expansion copies them
 * into the table, and the secondary indexes are created afterwards.
 */
export async function fillGrid(coordinator: Coordinator, name: string, yaml: string): Promise<void> {
  await coordinator.call('POST', '/api/workflows', { name, description: null, config_yaml: yaml });
  const ended = await endedWaves(coordinator, yaml);
  const restore = await dropIndexes(coordinator);
  await coordinator.sql.query(endPoints(ended));
  await coordinator.call('POST', `/api/workflows/${name}/start`);
  for (;;) {
    const { data } = (await coordinator.call('GET', `/api/workflows/${name}`)) as { data: { status: string } };
    if (data.status === 'running') break;
    await sleep(50);
  }
  await coordinator.sql.query('drop trigger bench_end_point on point');
  await restore();
  await coordinator.sql.query('analyze point');
}

/** Returns the first wave that has not begun. */
async function endedWaves(coordinator: Coordinator, yaml: string): Promise<number> {
  const { data } = (await coordinator.call('POST', '/api/workflows/validate', { config_yaml: yaml })) as {
    data: { plan: ConfigurationPlan };
  };
  let passed = 0;
  const middle = data.plan.waves?.find(({ points }) => {
    passed += points;
    return passed >= data.plan.points * ENDED_SHARE;
  });
  return middle?.wave ?? 0;
}

function endPoints(wave: number): string {
  return `
    create or replace function bench_end_point() returns trigger language plpgsql as $$
    declare
      chance int := abs(hashtext(new.name));
    begin
      if new.wave < ${wave} and chance % 100 < 95 then
        new.attempts := 1 + chance % 3;
        new.last_completed_at := now();
        if chance % 20 = 0 then
          new.status := 'failed';
        else
          new.status := 'converged';
          new.success_method := case when chance % 3 = 0 then 'cold_run' else 'seed_step' end;
        end if;
      end if;
      return new;
    end $$;
    create trigger bench_end_point before insert on point for each row execute function bench_end_point()`;
}

/** Drops the indexes that no constraint needs. Returns a function that creates them again. */
async function dropIndexes({ sql }: Coordinator): Promise<() => Promise<void>> {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'point'::regclass and not indisunique`,
  );
  for (const { name } of rows) await sql.query(`drop index ${name}`);
  return async () => {
    await sql.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of rows) await sql.query(definition);
  };
}
