import { expect, test } from '@jest/globals';
import type { GridExtension, GridMap, WorkflowValidation } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { extraPoints, nameAt } from './extra-points.ts';
import { importResult } from './imports.ts';
import { useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
useCleanGrid(world);

const extend = (axis: string, values: string[], name = 'w') =>
  world.admin('post', `/api/workflows/${name}/grid/extend`).send({ axis, values });

async function extended(axis: string, values: string[]): Promise<GridExtension> {
  const { body } = await extend(axis, values).expect(200);
  return (body as { data: GridExtension }).data;
}

async function configOf(name: string): Promise<string> {
  const { body } = await world.admin('get', `/api/workflows/${name}`).expect(200);
  return (body as { data: { config_yaml: string } }).data.config_yaml;
}

const COLD = 'atmosphere: {strategies: [cold_run]}';

test('after extending an axis of a half-done grid, only open points are handed out', async () => {
  const yaml = `# of the first paper\n${configYaml({ teff: ['20000', '22000'], logg: ['5.5', '5.0'] }, COLD)} # mine`;
  await givenRunning(world, 'w', yaml);
  const done = [await node.claimSoon(), await node.claimSoon()];
  await node.converge(done[0]!);
  await node.fail(done[1]!);
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  const extension = await extended('teff', ['24000', '26000.0']);
  expect(extension).toEqual({
    config_yaml: yaml.replace('22000', '22000, 24000, 26000.0'),
    points: 8,
    new_points: 4,
    kept_points: 4,
    converged: 1,
    waves: [
      { wave: 2, new_points: 1 },
      { wave: 3, new_points: 2 },
      { wave: 4, new_points: 1 },
    ],
  });
  expect([await configOf('w'), await statusOf(world, 'w'), (await pointsOf(world, 'w')).length]).toEqual([
    yaml,
    'paused',
    4,
  ]);
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml: extension.config_yaml }).expect(200);
  await start(world, 'w');
  const points = await pointsOf(world, 'w');
  for (const { wave, new_points: added } of extension.waves)
    expect(points.filter((point) => point.wave === wave && /^t2[46]/.test(point.name))).toHaveLength(added);
  const left = points.filter(({ status }) => status === 'queued').map(({ name }) => name);
  expect(left).toHaveLength(6);
  const claimed: string[] = [];
  for (const _ of left) {
    const task = await node.claimSoon();
    claimed.push(task.point_name);
    await node.converge(task);
  }
  expect(claimed.toSorted()).toEqual(left.toSorted());
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the workflow to be completed');
  const attempts = new Map((await pointsOf(world, 'w')).map((point) => [point.name, point.attempt_count]));
  expect([...attempts.values()]).toEqual(Array.from({ length: 8 }, () => 1));
});

test('refuses values that make no valid grid, and an axis defined elsewhere', async () => {
  await givenWorkflow(world, 'w', configYaml({ teff: ['20000'] }));
  const twice = await extend('teff', ['22000', '20000.0']).expect(400);
  expect(twice.body).toMatchObject({
    message: expect.stringMatching(/grid\.teff\[2\]: 20000\.0 occurs twice.*line 2/),
  });
  await extend('teff', ['0']).expect(400);
  await extend('teff', ['1'], 'absent').expect(404);
  await importResult(world, { name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0', workflow: 'imported' }).expect(200);
  await extend('teff', ['1'], 'imported').expect(409);
  const shared = configYaml().replace('logc: [-4.0]', 'logc: &metals [-4.0]').replace('logn: [-4.0]', 'logn: *metals');
  await givenWorkflow(world, 'shared', shared);
  for (const axis of ['logc', 'logn']) {
    const { body } = await extend(axis, ['-3.0'], 'shared').expect(409);
    expect(body).toMatchObject({ message: expect.stringContaining(`grid.${axis} of shared is not written as a list`) });
  }
  await extend('logo', ['-3.0'], 'shared').expect(200);
});

async function answerOf<T>(path: string): Promise<T> {
  const { body } = await world.admin('get', `/api/workflows/w/${path}`).expect(200);
  return (body as { data: T }).data;
}

test('extra points behave like all other points', async () => {
  const yaml = configYaml({ teff: ['20000', '22000'], logg: ['5.0', '5.5'] }, `${COLD}\n`);
  await givenRunning(world, 'w', yaml + extraPoints(['21000', '5.25'], ['21000', '5.5'], ['19000', '5.0']));
  const points = await pointsOf(world, 'w', '&sort=wave');
  expect(points.map(({ wave, name }) => [wave, name])).toEqual([
    [0, nameAt('20000', '5.5')],
    [1, nameAt('19000', '5.0')],
    [1, nameAt('20000', '5.0')],
    [1, nameAt('21000', '5.5')],
    [1, nameAt('22000', '5.5')],
    [2, nameAt('21000', '5.25')],
    [2, nameAt('22000', '5.0')],
  ]);
  expect(await answerOf('stats')).toMatchObject({ total: 7, queued: 7 });
  const named = await answerOf<{ total: number; points: { name: string }[] }>('points?q=21000_g5&sort=teff&limit=1');
  expect([named.total, named.points[0]?.name]).toEqual([2, nameAt('21000', '5.25')]);
  expect((await pointsOf(world, 'w', '&teff=20500..21500')).map(({ name }) => name)).toEqual([
    nameAt('21000', '5.5'),
    nameAt('21000', '5.25'),
  ]);
  const csv = await world.admin('get', '/api/workflows/w/points.csv?logg=5.25').expect(200);
  expect(csv.text.split('\n')[1]).toMatch(/^t21000_g5\.25_he-1\.0_c-4\.0_n-4\.0_o-4\.0,21000,5\.25,/);
});

test('a map keeps the order of the grid points and appends extra points', async () => {
  const yaml = configYaml({ teff: ['20000', '22000'], logg: ['5.0', '5.5'] }, `${COLD}\n`);
  await givenRunning(world, 'w', yaml + extraPoints(['21000', '5.25'], ['21000', '5.5']));
  const before = await answerOf<GridMap>('map');
  expect(before).toMatchObject({ axes: { teff: [20_000, 22_000], logg: [5, 5.5] }, points: 'qqqq', extra_codes: 'qq' });
  expect(before.extra_points?.map(({ teff, logg }) => [teff, logg])).toEqual([
    [21_000, 5.25],
    [21_000, 5.5],
  ]);
  const waves = await answerOf<GridMap>('map/wave');
  expect([waves.points, waves.extra_codes]).toEqual(['1021', '21']);
  for (let task = await node.claimSoon(); task.point_name !== nameAt('21000', '5.5'); task = await node.claimSoon())
    await node.fail(task);
  const { changes } = await answerOf<GridMap>(`map?since=${before.revision}`);
  expect(changes?.extra_places).toEqual([1]);
  expect(changes?.extra_codes).toBe('r');
  expect(changes?.codes).toMatch(/^f+$/);
  expect((await answerOf<GridMap>('map')).extra_codes).toBe('qr');
});

test('new points between the values of a finished grid start from its models, without recomputing any', async () => {
  const yaml = `${configYaml({ teff: ['20000', '22000'] })}\n`;
  await givenRunning(world, 'w', yaml);
  await node.converge(await node.claimSoon());
  for (const _ of ['a cold run', 'a seed step']) await node.fail(await node.claimSoon());
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the first run to be completed');
  const config_yaml = yaml + extraPoints(['21000', '5.0']);
  const { body } = await world.admin('post', '/api/workflows/validate').send({ name: 'w', config_yaml }).expect(200);
  expect((body as { data: WorkflowValidation }).data.difference?.points).toEqual({ kept: 2, added: 1, retired: 0 });
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  await start(world, 'w');
  const cold = await node.claimSoon();
  expect(cold).toMatchObject({ point_name: nameAt('21000', '5.0'), task_type: 'cold_run', wave: 1 });
  await node.fail(await node.claimSoon());
  await node.fail(cold);
  const step = await node.claimSoon();
  expect(step).toMatchObject({ point_name: nameAt('21000', '5.0'), seed_point_name: nameAt('20000', '5.0') });
  await node.converge(step);
  // The failed point now starts from the new point halfway to it.
  expect(await node.claimSoon()).toMatchObject({
    point_name: nameAt('22000', '5.0'),
    seed_point_name: nameAt('21000', '5.0'),
  });
  const attempts = (await pointsOf(world, 'w')).map(({ name, attempt_count: count }) => [name.slice(0, 6), count]);
  expect(Object.fromEntries(attempts)).toMatchObject({ t20000: 1, t21000: 2 });
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml: yaml }).expect(200);
  await start(world, 'w');
  expect((await pointsOf(world, 'w', '&retired=true')).map(({ name }) => name)).toEqual([nameAt('21000', '5.0')]);
});
