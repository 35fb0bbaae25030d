import { expect, test } from '@jest/globals';
import type { SeedsPage, SeedVersion } from '@almagest/contracts/grid';
import { importResult } from './imports.ts';
import { configYaml, givenNode, givenRunning, useWorld } from './world.ts';

const world = useWorld();

const nameOf = (teff: number) => `t${teff}_g5.0_he-1.0_c-4.0_n-4.0_o-4.0`;

async function listed(query: string): Promise<SeedsPage> {
  const { body } = await world.admin('get', `/api/seeds?${query}`).expect(200);
  return (body as { data: SeedsPage }).data;
}

test('lists seeds by name with their newest version, and shows the origin of versions', async () => {
  for (const teff of [20000, 20500, 30000])
    await importResult(world, { name: nameOf(teff), workflow: 'old' }).expect(200);
  const node = await givenNode(world, 'n1', 4);
  await givenRunning(world, 'w', configYaml({ teff: ['20000'] }, 'atmosphere: {policy: force_recompute}'));
  await node.converge(await node.claimSoon(), 'a newer model');

  const all = await listed('');
  expect(all.next).toBeNull();
  expect(all.seeds.map(({ name, versions }) => [name, versions])).toEqual([
    [nameOf(20000), 2],
    [nameOf(20500), 1],
    [nameOf(30000), 1],
  ]);
  expect(all.seeds[0]?.newest).toMatchObject({ workflow_name: 'w', node_id: 'n1', size_bytes: 13, fit: true });
  expect(all.seeds[1]?.newest).toMatchObject({ workflow_name: 'old', node_id: null });

  const { body } = await world.admin('get', `/api/seeds/${nameOf(20000)}`).expect(200);
  const versions = (body as { data: SeedVersion[] }).data;
  expect(versions.map(({ node_id: id }) => id)).toEqual(['n1', null]);
  expect(versions[0]).toEqual(all.seeds[0]?.newest);
  await world.admin('get', `/api/seed/${nameOf(20000)}?version=${versions[1]?.sha256}`).expect(200);

  const names = ({ seeds }: SeedsPage) => seeds.map(({ name }) => name);
  expect(names(await listed('prefix=t20'))).toEqual([nameOf(20000), nameOf(20500)]);
  const first = await listed('prefix=t20&limit=1');
  expect([names(first), first.next]).toEqual([[nameOf(20000)], nameOf(20000)]);
  expect(names(await listed(`prefix=t20&limit=1&after=${first.next}`))).toEqual([nameOf(20500)]);
  await world.admin('get', '/api/seeds/absent').expect(404);
  for (const table of ['model', 'current_model'])
    await world.sql(
      `insert into ${table} overriding system value select (jsonb_populate_record(t, jsonb_build_object('id', -n, 'name', 'copy' || n))).*
       from ${table} as t, generate_series(1, 500) as n where t.name = $1`,
      [nameOf(30000)],
    );
  expect((await listed('limit=501')).seeds).toHaveLength(500);
  expect((await listed('limit=0')).seeds).toHaveLength(1);
});
