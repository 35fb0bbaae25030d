import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { GridExtension, GridMap, Proposals, WorkflowValidation } from '@almagest/contracts/grid';
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
  await world.sql('delete from current_model');
  await world.sql('delete from model');
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

/** Points in YAML that differ in temperature and gravity. */
function extraPoints(...points: [teff: string, logg: string][]): string {
  const lines = points.map(
    ([teff, logg]) => `  - {teff: ${teff}, logg: ${logg}, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0}\n`,
  );
  return `extra_points:\n${lines.join('')}`;
}

const nameAt = (teff: string, logg: string) => `t${teff}_g${logg}_he-1.0_c-4.0_n-4.0_o-4.0`;

async function answerOf<T>(path: string): Promise<T> {
  const { body } = await world.admin('get', `/api/workflows/w/${path}`).expect(200);
  return (body as { data: T }).data;
}

test('points beside the axes are points like the others', async () => {
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

test('a map keeps the places of the grid and shows the points beside it after them', async () => {
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

test('a finished grid gets points between its values, which start from its models; nothing is computed again', async () => {
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
  // The point that failed is tried from the one that now stands half-way to it.
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

const valuesAt = (teff: string, logg: string) => ({
  teff,
  logg,
  loghe: '-1.0',
  logc: '-4.0',
  logn: '-4.0',
  logo: '-4.0',
});

const refine = (points: object[], name = 'w') =>
  world.admin('post', `/api/workflows/${name}/grid/refine`).send({ points });

test('points are proposed half-way to those that failed, and taken into the text; a start computes them alone', async () => {
  const yaml = `${configYaml({ teff: ['20000', '22000'], logg: ['5.5', '5.0'] })}
difficulty: {max_seed_attempts: 1} # of the first paper
`;
  await givenRunning(world, 'w', yaml);
  expect(await answerOf<Proposals>('proposals')).toEqual({
    proposals: [],
    found: { failure: 0, residual: 0 },
    more: false,
    compared_at: null,
  });
  for (let task = await node.claimSoon(); task !== null; task = (await node.claim())!) {
    if (task.params.teff === 22_000) await node.fail(task, 'diverges');
    else await node.converge(task);
  }
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the first run to be completed');
  const { proposals, found } = await answerOf<Proposals>('proposals');
  expect(found).toEqual({ failure: 2, residual: 0 });
  const [first, second] = ['5.0', '5.5'].map((logg) => ({
    name: nameAt('21000', logg),
    params: { teff: 21_000, logg: Number(logg), loghe: -1, logc: -4, logn: -4, logo: -4 },
    values: valuesAt('21000', logg),
    wave: logg === '5.5' ? 1 : 2,
    difficulty: expect.any(Number),
    eddington_parameter: expect.any(Number),
    seed: { name: nameAt('20000', logg), distance: expect.closeTo(0.5, 0), tried: 2, converged: 0 },
    reasons: [
      {
        kind: 'failure',
        axis: 'teff',
        point: nameAt('22000', logg),
        neighbour: nameAt('20000', logg),
        error: 'diverges',
        residual: null,
        neighbour_residual: null,
        description: `half-way in teff from ${nameAt('20000', logg)}, which has converged, to ${nameAt('22000', logg)}, which has failed`,
      },
    ],
  }));
  expect(proposals).toEqual([first, second]);
  expect((await answerOf<Proposals>('proposals?limit=1')).proposals).toEqual([first]);
  expect(await answerOf('proposals?kind=residual')).toMatchObject({ proposals: [], found: { failure: 0 } });
  const { body } = await refine(proposals.map(({ values }) => values)).expect(200);
  const extension = (body as { data: GridExtension }).data;
  expect(extension).toEqual({
    config_yaml: `${yaml}extra_points:
  - { teff: 21000, logg: 5.0, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0 }
  - { teff: 21000, logg: 5.5, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0 }
`,
    points: 6,
    new_points: 2,
    kept_points: 4,
    converged: 2,
    waves: [
      { wave: 1, new_points: 1 },
      { wave: 2, new_points: 1 },
    ],
  });
  expect([await configOf('w'), await statusOf(world, 'w')]).toEqual([yaml, 'completed']);
  const config_yaml = extension.config_yaml.replace('cold_run, ', '');
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  // What was taken and is not computed yet is not proposed again.
  expect(await answerOf('proposals')).toMatchObject({ proposals: [] });
  await start(world, 'w');
  const claimed: string[] = [];
  for (let task = await node.claimSoon(); task !== null; task = (await node.claim())!) {
    claimed.push(task.point_name);
    await node.converge(task);
  }
  expect(claimed.filter((name) => name.startsWith('t20000'))).toEqual([]);
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the second run to be completed');
  expect(await answerOf('stats')).toMatchObject({ total: 6, converged: 6 });
  expect(await answerOf('proposals')).toMatchObject({ proposals: [] });
});

test('points that are no refinement are refused with their place, and so are lists that are written elsewhere', async () => {
  const yaml = configYaml({ teff: ['20000', '22000'] }, `${COLD}\n`) + extraPoints(['21000', '5.0']);
  await givenWorkflow(world, 'w', yaml);
  for (const [values, message] of [
    [valuesAt('22000', '5.0'), 'points[1]: is a point of the grid already'],
    [valuesAt('21000', '5.0'), 'points[1]: is the same point as extra_points[0]'],
    [valuesAt('21000.0', '5.0'), 'points[1].teff: write 21000, as extra_points[0].teff does, not 21000.0'],
    [valuesAt('-1', '5.0'), 'points[1].teff: an effective temperature is above 0 K'],
    [valuesAt(`1${'0'.repeat(62)}`, `-5${'0'.repeat(61)}`), 'names longer than 128 characters'],
  ] as const) {
    const { body } = await refine([valuesAt('20500', '5.0'), values]).expect(400);
    expect(body).toMatchObject({ message: expect.stringContaining(message) });
  }
  await refine([valuesAt('20500', '5.0')], 'absent').expect(404);
  await importResult(world, { name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0', workflow: 'imported' }).expect(200);
  await refine([valuesAt('20500', '5.0')], 'imported').expect(409);
  await world.admin('get', '/api/workflows/imported/proposals').expect(409);
  const shared = `points: &p\n${yaml.slice(yaml.lastIndexOf('  - {'))}${yaml.slice(0, yaml.indexOf('extra_points'))}extra_points: *p\n`;
  await givenWorkflow(world, 'shared', shared);
  const { body } = await refine([valuesAt('20500', '5.0')], 'shared').expect(409);
  expect(body).toMatchObject({ message: expect.stringContaining('extra_points of shared is not a list') });
  for (const query of ['limit=0', 'limit=201', 'kind=hot', 'least=-1', 'least=NaN', 'limit=1&limit=2', 'page=1'])
    await world.admin('get', `/api/workflows/w/proposals?${query}`).expect(400);
});
