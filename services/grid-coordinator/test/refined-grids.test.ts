import { afterEach, expect, test } from '@jest/globals';
import type { Forecast, GridExtension, GridMap, Proposals } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importArchive, openBag, requestArchive } from './archives.ts';
import { extraPoints, nameAt } from './extra-points.ts';
import { importResult } from './imports.ts';
import { COLD } from './model-calls.ts';
import { modelText } from './model-texts.ts';
import { deleteWorkflows } from './point-detail.ts';
import { compared, finish, PARAMS, reproduce, spectrum } from './reproduction-calls.ts';
import { dataOf } from './stopped-runs.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  givenWorkflow,
  pointsOf,
  start,
  statusOf,
  useNode,
  useWorld,
} from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
afterEach(async () => {
  await deleteWorkflows(world);
  for (const table of ['current_model', 'model']) await world.sql(`delete from ${table}`);
});

const configOf = async (name: string) => (await dataOf<{ config_yaml: string }>(world, name)).config_yaml;

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

test('proposes points halfway to failed points, adds them to the text, and a start computes only them', async () => {
  const yaml = `${configYaml({ teff: ['20000', '22000'], logg: ['5.5', '5.0'] })}
difficulty: {max_seed_attempts: 1} # of the first paper
`;
  await givenRunning(world, 'w', yaml);
  expect(await dataOf<Proposals>(world, 'w/proposals')).toEqual({
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
  const { proposals, found } = await dataOf<Proposals>(world, 'w/proposals');
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
        description: `halfway in teff from ${nameAt('20000', logg)}, which has converged, to ${nameAt('22000', logg)}, which has failed`,
      },
    ],
  }));
  expect(proposals).toEqual([first, second]);
  expect((await dataOf<Proposals>(world, 'w/proposals?limit=1')).proposals).toEqual([first]);
  expect(await dataOf(world, 'w/proposals?kind=residual')).toMatchObject({ proposals: [], found: { failure: 0 } });
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
  // Added points are not proposed again before they are computed.
  expect(await dataOf(world, 'w/proposals')).toMatchObject({ proposals: [] });
  await start(world, 'w');
  const claimed: string[] = [];
  for (let task = await node.claimSoon(); task !== null; task = (await node.claim())!) {
    claimed.push(task.point_name);
    await node.converge(task);
  }
  expect(claimed.filter((name) => name.startsWith('t20000'))).toEqual([]);
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the second run to be completed');
  expect(await dataOf(world, 'w/stats')).toMatchObject({ total: 6, converged: 6 });
  expect(await dataOf(world, 'w/proposals')).toMatchObject({ proposals: [] });
});

test('refuses invalid refinements with their position, and point lists defined elsewhere', async () => {
  const yaml = configYaml({ teff: ['20000', '22000'] }, `${COLD}\n`) + extraPoints(['21000', '5.0']);
  await givenWorkflow(world, 'w', yaml);
  for (const [values, message] of [
    [valuesAt('22000', '5.0'), 'points[1]: is already a point of the grid'],
    [valuesAt('21000', '5.0'), 'points[1]: is the same point as extra_points[0]'],
    [valuesAt('21000.0', '5.0'), 'points[1].teff: write 21000, as extra_points[0].teff does, not 21000.0'],
    [valuesAt('-1', '5.0'), 'points[1].teff: must be above 0 K'],
    [valuesAt(`23000.${'0'.repeat(58)}`, `-5.${'0'.repeat(60)}`), 'names longer than 128 characters'],
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
  expect(body).toMatchObject({ message: expect.stringContaining('extra_points of shared is not written as a list') });
  for (const query of ['limit=0', 'limit=201', 'kind=hot', 'least=-1', 'least=NaN', 'limit=1&limit=2', 'page=1'])
    await world.admin('get', `/api/workflows/w/proposals?${query}`).expect(400);
});

test('archives, tables, forecasts, reproductions and copied configurations include extra points', async () => {
  const yaml = configYaml({ teff: ['20000', '22000'] }, `${COLD}\n`) + extraPoints(['21000', '5.0'], ['19000', '5.25']);
  await givenRunning(world, 'w', yaml);
  for (let left = 4; left > 0; left -= 1) {
    const task = await node.claimSoon();
    if (task.point_name.startsWith('t19000')) await node.fail(task);
    else await finish(node, task, modelText(task.params), [spectrum([1, 2, 3])]);
    const { based_on: basis } = await dataOf<Forecast>(world, 'w/forecast');
    expect(basis.remaining_points).toBe(left - 1);
  }
  await until(async () => (await statusOf(world, 'w')) === 'completed', 'the workflow to be completed');
  const extra = nameAt('21000', '5.0');
  const other = await givenNode(world, 'n2');
  expect((await reproduce(world, [extra])).requested).toHaveLength(1);
  await finish(other, await other.claimSoon(), modelText({ ...PARAMS, teff: 21_000 }), [spectrum([1, 2, 3])]);
  expect(await compared(world)).toMatchObject({ point_name: extra });

  const told = async () => ({
    points: await pointsOf(world, 'w'),
    csv: (await world.admin('get', '/api/workflows/w/points.csv').expect(200)).text,
    map: { ...(await dataOf<GridMap>(world, 'w/map')), revision: '' },
    stats: await dataOf(world, 'w/stats'),
    config: await configOf('w'),
  });
  const before = await told();
  expect(before.csv.split('\n').filter((line) => /^t(21000|19000)/.test(line))).toHaveLength(2);
  expect(before.map.extra_codes).toMatch(/^cf$/);
  const archive = (await requestArchive(world.url, 'w')).bytes;
  const files = openBag(archive, 'w');
  expect([...files.keys()].filter((path) => path.startsWith(`data/models/${extra}/`))).toHaveLength(1);
  expect(String(files.get('data/points.csv'))).toContain(`\n${extra},`);
  // Selects by a value that is not on an axis.
  const chosen = openBag((await requestArchive(world.url, 'w', { query: '?teff=21000' })).bytes, 'w');
  expect([...chosen.keys()].filter((path) => path.startsWith('data/models/'))).toHaveLength(1);

  await deleteWorkflows(world);
  for (const table of ['current_model', 'model']) await world.sql(`delete from ${table}`);
  expect(await importArchive(world, archive)).toMatchObject({ status: 'done' });
  expect(await told()).toEqual(before);
  expect((await requestArchive(world.url, 'w')).bytes.equals(archive)).toBe(true);
  // The workflow resumes, and only the failed extra point is recomputed.
  await start(world, 'w');
  expect((await node.claimSoon()).point_name).toBe(nameAt('19000', '5.25'));
  expect(await node.claim()).toBeNull();
  await givenRunning(world, 'copy', await configOf('w'));
  expect((await pointsOf(world, 'copy')).map(({ name }) => name)).toEqual(before.points.map(({ name }) => name));
});

test('values at the limits of numbers never fail, and unusual notations are accepted or refused', async () => {
  const axes = { teff: ['5e-324', '1e-5', '2.5e4', '1e308'], logg: ['-1e308', '5.0', '1e308'] };
  await givenRunning(world, 'w', configYaml(axes, COLD));
  for (let task = await node.claimSoon(); task !== null; task = (await node.claim())!) {
    if (task.params.teff === 2.5e4) await node.converge(task);
    else await node.fail(task);
  }
  const { proposals, found } = await dataOf<Proposals>(world, 'w/proposals?limit=200');
  expect(proposals).toHaveLength(found.failure);
  for (const { name, eddington_parameter: gamma, difficulty } of proposals) {
    expect(name.length).toBeLessThanOrEqual(128);
    expect([Number.isFinite(gamma), Number.isFinite(difficulty)]).toEqual([true, true]);
  }
  if (proposals.length > 0) await refine(proposals.map(({ values }) => values)).expect(200);
  for (const teff of ['+2.6e4', '.5', '3.', '1e-320', '0027000']) await refine([valuesAt(teff, '5.0')]).expect(200);
  for (const teff of [
    '1e309',
    '1e-400',
    '-0',
    '0x10',
    '1_000',
    ' 1',
    '1 ',
    '١',
    'NaN',
    'Infinity',
    '',
    '{a: 1}',
    '1\n2',
  ])
    await refine([valuesAt(teff, '5.0')]).expect(400);
});
