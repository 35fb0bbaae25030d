import { expect, test } from '@jest/globals';
import type { Outliers, Proposals, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { modelText } from './model-texts.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const BAD = 't25000_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';
const ODD = 't39062.5_g6.5_he-1.0_c-4.0_n-4.0_o-4.0';
const EXTRA = 't22000_g6.25_he-1.0_c-4.0_n-4.0_o-4.0';
const AXES = { teff: ['20000', '25000', '31250', '39062.5'], logg: ['5.0', '5.5', '6.0', '6.5'] };

/** The workflow includes a point between the values of the axes. */
const MORE = `atmosphere: {strategies: [cold_run]}
extra_points: [{teff: 22000, logg: 6.25, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0}]`;

const world = useWorld({ worker: false });
const node = useNode(world, 'n1');

async function outliers(query = ''): Promise<Outliers> {
  const { body } = await world.admin('get', `/api/workflows/w/outliers${query}`).expect(200);
  return (body as { data: Outliers }).data;
}

async function finished(after: string | null = null): Promise<Outliers> {
  return await until(async () => {
    const found = await outliers();
    return found.finished_at !== null && found.started_at !== after ? found : undefined;
  }, 'the models to be compared');
}

test('lists a model that its neighbours do not predict first, until it is rejected', async () => {
  await world.startWorker();
  await givenRunning(world, 'w', configYaml(AXES, MORE));
  expect(await outliers()).toEqual({ started_at: null, finished_at: null, median: null, outliers: [] });
  for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim()) {
    const warmer = task.point_name === BAD ? 1.05 : 1;
    await node.converge(task, modelText(task.params, { warmer, depths: task.point_name === ODD ? 7 : 5 }));
  }
  const first = await finished();
  expect(first.outliers[0]).toMatchObject({
    name: BAD,
    params: { teff: 25_000, logg: 5.5, loghe: -1, logc: -4, logn: -4, logo: -4 },
    residual: expect.closeTo(Math.log(1.05), 6),
    predictions: 3,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  // The four surrounding points predict the extra point.
  const extra = first.outliers.find(({ name }) => name === EXTRA);
  expect(extra).toMatchObject({ predictions: 1, residual: expect.closeTo(0, 6) });
  // A file with another layout cannot be compared and does not affect other comparisons.
  expect(first.outliers).toHaveLength(16);
  expect(first.outliers.map(({ name }) => name)).not.toContain(ODD);
  expect(await outliers('?least=1e-5&limit=5')).toMatchObject({ outliers: [{ name: BAD }] });
  const proposals = async (query = '') => {
    const { body } = await world.admin('get', `/api/workflows/w/proposals${query}`).expect(200);
    return (body as { data: Proposals }).data;
  };
  const { proposals: proposed, ...rest } = await proposals();
  expect(rest).toEqual({ found: { failure: 0, residual: 4 }, more: false, compared_at: first.finished_at });
  expect(proposed.map(({ name }) => name).toSorted()).toEqual([
    't22500_g5.5_he-1.0_c-4.0_n-4.0_o-4.0',
    't25000_g5.25_he-1.0_c-4.0_n-4.0_o-4.0',
    't25000_g5.75_he-1.0_c-4.0_n-4.0_o-4.0',
    't28125_g5.5_he-1.0_c-4.0_n-4.0_o-4.0',
  ]);
  for (const { reasons } of proposed)
    expect(reasons).toEqual([
      expect.objectContaining({ kind: 'residual', point: BAD, residual: first.outliers[0]?.residual }),
    ]);
  expect(await proposals('?least=0.1')).toMatchObject({ proposals: [] });
  expect(await proposals('?kind=failure')).toMatchObject({ proposals: [], found: { residual: 0 } });

  const problems = await world.sql('select problem from model_residual where point_name = $1', [ODD]);
  expect(problems).toEqual([{ problem: expect.stringMatching(/neighbours/) }]);
  const reject = { kind: 'rejected', note: 'an outlier' };
  await world.admin('post', `/api/workflows/w/points/${BAD}/judgements`).send(reject).expect(200);
  expect((await outliers()).outliers.map(({ name }) => name)).not.toContain(BAD);
  // The point converges again without a model. The comparison of the rejected model does not return.
  await world.admin('post', '/api/workflows/w/points/rearm').send({ point: BAD }).expect(200);
  await node.report(await node.claimSoon()).expect(200);
  expect((await outliers()).outliers.map(({ name }) => name)).not.toContain(BAD);
  const second = await finished(first.started_at);
  expect(second.outliers[0]?.residual).toBeLessThan(1e-6);
  const left = () => world.sql('select from model_residual where point_name = $1', [BAD]);
  await until(async () => (await left()).length === 0, 'the residual of the rejected model to be forgotten');
  const accept = { kind: 'accepted', note: 'it is right' };
  await world.admin('post', `/api/workflows/w/points/${BAD}/judgements`).send(accept).expect(200);
  // A pass that began before the judgement may not find the model.
  const { started_at: began } = await outliers();
  expect((await finished(began)).outliers.map(({ name }) => name)).toContain(BAD);
});

test('an interrupted pass resumes without comparing anything twice', async () => {
  const before = await finished();
  const measured = await world.sql('select point_name, measured_at from model_residual order by 1');
  await world.sql(`update residual_pass set finished_at = null, after_name = 't25000_g6.0'`);
  await world.sql(`delete from model_residual where point_name > 't31250'`);
  await until(async () => {
    const { outliers: found, finished_at: at } = await outliers();
    return at !== null && at !== before.finished_at && found.length === before.outliers.length;
  }, 'the pass to be finished');
  const after = await world.sql<{ point_name: string }>(
    'select point_name, measured_at from model_residual order by 1',
  );
  expect(after.filter(({ point_name: name }) => name < 't31250')).toEqual(
    (measured as { point_name: string }[]).filter(({ point_name: name }) => name < 't31250'),
  );
});

test('refuses an unknown workflow, an out-of-range limit and a caller without the token', async () => {
  await world.admin('get', '/api/workflows/none/outliers').expect(404);
  await world.admin('get', '/api/workflows/w/outliers?limit=0').expect(400);
  await world.admin('get', '/api/workflows/w/outliers?least=-1').expect(400);
  await world.anyone('get', '/api/workflows/w/outliers').expect(401);
});
