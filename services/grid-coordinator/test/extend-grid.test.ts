import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { GridExtension } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importResult } from './imports.ts';
import { deleteWorkflows } from './point-detail.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  givenWorkflow,
  openWorld,
  pointsOf,
  start,
  statusOf,
  type TestNode,
  type World,
} from './world.ts';

let world: World;
let node: TestNode;
beforeAll(async () => {
  world = await openWorld();
  node = await givenNode(world, 'n1', 64);
});
afterEach(async () => {
  await deleteWorkflows(world);
});
afterAll(async () => {
  await world.close();
});

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

test('a half-done grid gets a longer axis, and only what is not computed yet is handed out', async () => {
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

test('values that make no valid grid are refused, and an axis that is written elsewhere', async () => {
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
    expect(body).toMatchObject({ message: expect.stringContaining(`grid.${axis} of shared is not a list`) });
  }
  await extend('logo', ['-3.0'], 'shared').expect(200);
});
