import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { InterpolatedModel, TaskSpec } from '@almagest/contracts/grid';
import { NORMAL } from './imports.ts';
import { modelText, temperatureAt } from './model-texts.ts';
import { configYaml, givenRunning, givenWorkflow, useNode, useWorld } from './world.ts';

const FAILED = 't35000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
/** The model of this point has the layout of another engine. */
const ODD = 't31000_g6.5_he-1.0_c-4.0_n-4.0_o-4.0';

const world = useWorld();
const node = useNode(world, 'n1');
beforeAll(async () => {
  const axes = { teff: ['28000', '20000', '22000', '25000', '35000', '31000'], logg: ['5.0', '5.5', '6.0', '6.5'] };
  await givenRunning(world, 'w', configYaml(axes, 'atmosphere: {strategies: [cold_run]}'));
  for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim()) {
    if (task.point_name === FAILED) await node.fail(task);
    else await node.converge(task, modelText(task.params, task.point_name === ODD ? { depths: 7 } : {}));
  }
});

async function interpolate(query: string): Promise<InterpolatedModel> {
  const { body } = await world.admin('get', `/api/workflows/w/interpolate?${query}`).expect(200);
  return (body as { data: InterpolatedModel }).data;
}

async function refusal(query: string, status: number, workflow = 'w'): Promise<string> {
  const { body } = await world.admin('get', `/api/workflows/${workflow}/interpolate?${query}`).expect(status);
  return (body as { message: string }).message;
}

test.each([
  ['linear', 4],
  ['cubic', 16],
] as const)('interpolates power laws exactly between the points: %s', async (method, n) => {
  const params = { ...NORMAL, teff: 23_000, logg: 5.7 };
  const found = await interpolate(`teff=23000&logg=5.7&method=${method}`);
  expect(found).toMatchObject({ params, method, structure: { temperature: expect.any(Array) } });
  for (const [depth, temperature] of found.structure?.temperature.entries() ?? [])
    expect(temperature / temperatureAt(params, depth)).toBeCloseTo(1, 6);
  expect(found.points).toHaveLength(n);
  expect(found.points.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  expect(found.points[0]).toEqual({
    name: 't22000_g5.5_he-1.0_c-4.0_n-4.0_o-4.0',
    weight: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(found.error).toMatchObject({
    quantity: 'temperature',
    by_axis: [
      { axis: 'teff', points: 4 },
      { axis: 'logg', points: 4 },
    ],
  });
  expect(found.error?.estimate).toBeLessThan(1e-6);
});

test('the error estimate reveals a quantity that is not a power law', async () => {
  await givenRunning(
    world,
    'bent',
    configYaml({ logg: ['2', '2.5', '3', '3.5'] }, 'atmosphere: {strategies: [cold_run]}'),
  );
  for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim())
    await node.converge(task, modelText(task.params, { warmer: Math.exp(0.1 * task.params.logg ** 2) }));
  const { body } = await world.admin('get', '/api/workflows/bent/interpolate?logg=2.75').expect(200);
  const { error, structure } = (body as { data: InterpolatedModel }).data;
  // The second derivative of ln T is 0.2. Predictions from neighbours are wrong by half of this derivative times the
  // step squared.
  expect(error?.estimate).toBeCloseTo(0.025, 6);
  expect(error?.by_axis).toEqual([
    { axis: 'logg', points: 2, median: error?.estimate, largest: expect.closeTo(0.025, 6) },
  ]);
  const exact = temperatureAt({ ...NORMAL, logg: 2.75 }, 0) * Math.exp(0.1 * 2.75 ** 2);
  expect(Math.log((structure?.temperature[0] ?? 0) / exact)).toBeCloseTo(0.025 / 4, 6);
});

test('sends the model alone as a file if the query or Accept asks for it, and an exact point as stored', async () => {
  const path = '/api/workflows/w/interpolate?teff=22000&logg=5.5';
  for (const call of [
    world.admin('get', `${path}&format=file`),
    world.admin('get', path).set('Accept', 'application/octet-stream'),
  ]) {
    const { body, headers } = await call.expect(200).expect('Content-Type', 'application/octet-stream');
    expect((body as Buffer).toString()).toBe(modelText({ ...NORMAL, teff: 22_000, logg: 5.5 }));
    expect(headers['content-disposition']).toBe(
      'attachment; filename="teff22000_logg5.5_loghe-1_logc-4_logn-4_logo-4.7"',
    );
  }
  expect(await interpolate('teff=22000&logg=5.5')).toMatchObject({ points: [{ weight: 1 }], error: null });
});

describe('refuses', () => {
  test('points outside the grid or with a missing axis', async () => {
    expect(await refusal('teff=19999&logg=5.5', 400)).toBe('teff 19999 is outside the grid, from 20000 to 35000');
    expect(await refusal('teff=20000&logg=5.5&logc=-3', 400)).toBe('logc -3 is outside the grid, of -4.0 alone');
    expect(await refusal('teff=20000', 400)).toBe('logg is missing: the grid has values from 5.0 to 6.5');
    for (const bad of [
      'teff=hot&logg=5',
      'teff=20000&logg=5&method=spline',
      'teff=20000&logg=5&mass=1',
      'teff=0&logg=5',
    ])
      await refusal(bad, 400);
  });

  test('a cell with a point without a model, and names the point', async () => {
    expect(await refusal('teff=33000&logg=5.2', 409)).toBe(
      `1 of the 4 points around these parameters has no model: ${FAILED} (failed)`,
    );
    expect(await refusal('teff=35000&logg=5', 409)).toBe(
      `the point with these parameters has no model: ${FAILED} (failed)`,
    );
  });

  test('cubic interpolation without an outer point that linear interpolation does not need', async () => {
    expect(await refusal('teff=29000&logg=5.7&method=cubic', 409)).toMatch(
      `${FAILED} (failed). Linear interpolation does not need them`,
    );
    expect((await interpolate('teff=29000&logg=5.7')).points).toHaveLength(4);
  });

  test('nothing with method auto, which uses linear if cubic lacks a point', async () => {
    const found = await interpolate('teff=29000&logg=5.7&method=auto');
    expect(found).toMatchObject({ method: 'linear', error: { quantity: 'temperature' } });
    expect(found.points).toHaveLength(4);
    await refusal('teff=29000&logg=5.7&method=spline', 400);
  });

  test('a cell with a rejected model, and says so', async () => {
    const judgements = '/api/workflows/w/points/t20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0/judgements';
    const judge = async (kind: string) =>
      await world.admin('post', judgements).send({ kind, note: 'core' }).expect(200);
    await judge('rejected');
    expect(await refusal('teff=21000&logg=5.2', 409)).toMatch(/t20000_g5\.0_\S+ \(its model was rejected\)/);
    await judge('accepted');
  });

  test('models with different layouts', async () => {
    expect(await refusal('teff=30000&logg=6.3', 409)).toMatch(/the layouts differ: .* numbers and words/);
  });

  test('a workflow without a grid, an unknown workflow, and a caller without the token', async () => {
    await givenWorkflow(world, 'new', configYaml());
    expect(await refusal('teff=20000', 409, 'new')).toMatch(/never started/);
    await refusal('teff=20000', 404, 'none');
    await world.anyone('get', '/api/workflows/w/interpolate?teff=20000&logg=5').expect(401);
  });

  test('a model whose file does not match its hash', async () => {
    const folder = join(world.dataDir, 'seeds');
    const files = await readdir(folder, { recursive: true });
    const damaged = files.find((path) => path.includes('t25000_g6.5_')) ?? '';
    await writeFile(join(folder, damaged), modelText({ ...NORMAL, teff: 99_999 }));
    expect(await refusal('teff=25000&logg=6.5', 409)).toMatch(/t25000_g6\.5_.* does not match its SHA-256/);
  });
});
