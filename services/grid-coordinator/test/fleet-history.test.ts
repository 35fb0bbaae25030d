import type { FleetHistory } from '@almagest/contracts/grid';
import { openDatabase } from '@almagest/service-kit/database';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Database } from '../src/persistence/database.ts';
import { writeNodeSamples } from '../src/persistence/nodes/node-sample-repository.ts';
import { configYaml, givenNode, givenRunning, useWorld } from './world.ts';

const world = useWorld();

async function historyOf(query: Record<string, unknown> = {}): Promise<FleetHistory> {
  const { body } = await world.admin('get', '/api/admin/fleet/history').query(query).expect(200);
  return (body as { data: FleetHistory }).data;
}

test('samples each node once in an interval, with the tasks that ended in the interval before', async () => {
  const node = await givenNode(world, 'n1', 4);
  await givenNode(world, 'n2', 8);
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000', '22000'] }));
  await node.converge(await node.claimSoon());
  await node.fail(await node.claimSoon());
  // Reading the nodes stores all heartbeats.
  await world.admin('get', '/api/admin/nodes').expect(200);
  const { db } = openDatabase<Database>(
    { url: world.databaseUrl, schema: 'grid' },
    { max: 1, onFault: () => undefined },
  );
  try {
    // In a transaction, now() does not change, and the worker's samples don't interfere.
    await db.transaction().execute(async (trx) => {
      await sql`lock table node_sample in exclusive mode`.execute(trx);
      await sql`delete from node_sample`.execute(trx);
      // Shifts the times as if both tasks had ended in the last interval.
      await sql`
        update task set created_at = created_at - interval '10 min',
                        completed_at = date_bin('5 min', now(), 'epoch') - interval '1 s'`.execute(trx);
      await sql`update node_heartbeat set active_slots = 3, cpu_usage = 50 where node_id = 'n1'`.execute(trx);
      await sql`update node_heartbeat set active_slots = 0, cpu_usage = 10 where node_id = 'n2'`.execute(trx);
      await writeNodeSamples(trx);
      await writeNodeSamples(trx);
    });
  } finally {
    await db.destroy();
  }
  const { samples, ...rest } = await historyOf();
  expect(rest).toMatchObject({ hours: 24, interval_sec: 300 });
  // The worker may have added a later sample.
  expect(samples[0]).toEqual({
    at: expect.stringMatching(/:00\.000Z$/),
    nodes: 2,
    slots_used: 3,
    slots: 12,
    cpu_usage: 30,
    memory_usage: expect.any(Number),
    completed: 1,
    failed: 1,
  });
  expect((await historyOf({ node: 'n1' })).samples[0]).toMatchObject({ nodes: 1, slots: 4, cpu_usage: 50 });
  expect((await historyOf({ node: 'nobody' })).samples).toEqual([]);
});

test('merges the samples of a week into half hours, with mean slots and load and sums of ended tasks', async () => {
  await world.sql('delete from node_sample');
  await world.sql(
    `insert into node_sample (node_id, at, slots_used, slots, cpu_usage, memory_usage, completed, failed)
     select id, date_bin('30 min', now(), 'epoch') - interval '60 min' + n * interval '5 min', n, 8, 10 * n, 20, n, 1
     from generate_series(0, 5) as n, (values ('n1'), ('n2')) as node (id)`,
  );
  const { samples, interval_sec: interval } = await historyOf({ hours: 168 });
  expect(interval).toBe(1_800);
  expect(samples[0]).toEqual({
    at: expect.any(String),
    nodes: 2,
    slots_used: 5,
    slots: 16,
    cpu_usage: 25,
    memory_usage: 20,
    completed: 30,
    failed: 12,
  });
  for (const query of [{ hours: 0 }, { hours: 169 }, { hours: 'x' }, { node: '' }])
    await world.admin('get', '/api/admin/fleet/history').query(query).expect(400);
});
