import { afterEach, expect, test } from '@jest/globals';
import type {
  Attempt,
  Forecast,
  GridPointRow,
  PointExplanation,
  Provenance,
  RunningTasksPage,
  WorkflowValidation,
} from '@almagest/contracts/grid';
import { detailOf } from './point-detail.ts';
import { configYaml, givenRunning, pointsOf, start, useNode, useWorld } from './world.ts';

const world = useWorld();
const maker = useNode(world, 'maker', 64);
const other = useNode(world, 'other', 64);
afterEach(async () => {
  await world.admin('delete', '/api/workflows/w').expect(200);
});

const COLD = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
const SEEDED = 't22000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
const yaml = (more: string) => configYaml({ teff: ['20000', '22000'] }, more);
const STRATEGIES = 'atmosphere: {strategies: [cold_run, seed_step]}';

/**
 * Computes two points. The first point converges cold. The second point fails cold and converges from the first point
 * in its second attempt.
 */
async function givenModels(more = STRATEGIES): Promise<void> {
  await givenRunning(world, 'w', yaml(more));
  const tasks = [await maker.claimSoon(), await maker.claimSoon()];
  for (const task of tasks) {
    if (task.point_name === COLD) await maker.converge(task);
    else await maker.fail(task);
  }
  await maker.converge(await maker.claimSoon());
}

async function startWithSpectra(): Promise<void> {
  const config_yaml = yaml(`${STRATEGIES}\nspectrum: {enabled: true, strategies: [cold_run, cold_run]}`);
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  await start(world, 'w');
}

type Record = Pick<GridPointRow, 'attempt_count' | 'last_task_type' | 'seed_point_name' | 'node_id' | 'success_method'>;
function recordOf(row: Record): Record {
  const { attempt_count, last_task_type, seed_point_name, node_id, success_method } = row;
  return { attempt_count, last_task_type, seed_point_name, node_id, success_method };
}

test('a spectrum-only run keeps the record of what made each model, while it runs and afterwards', async () => {
  await givenModels();
  const read = async () => ((await pointsOf(world, 'w')) as unknown as GridPointRow[]).map(recordOf);
  const before = await read();
  expect(before).toEqual([
    {
      attempt_count: 1,
      last_task_type: 'cold_run',
      seed_point_name: null,
      node_id: 'maker',
      success_method: 'cold_run',
    },
    {
      attempt_count: 2,
      last_task_type: 'seed_step',
      seed_point_name: COLD,
      node_id: 'maker',
      success_method: 'seed_step',
    },
  ]);
  await startWithSpectra();
  const tasks = [await other.claimSoon(), await other.claimSoon()];
  // Only converged points show how they converged.
  expect(await read()).toEqual(before.map((row) => ({ ...row, success_method: null })));
  for (const task of tasks) await other.report(task, { status: 'failed', failed_stage: 'spectrum' }).expect(200);
  for (const task of [await other.claimSoon(), await other.claimSoon()]) await other.report(task).expect(200);
  expect(await read()).toEqual(before);
  expect((await pointsOf(world, 'w')).map((row) => (row as unknown as GridPointRow).spectrum_attempts)).toEqual([2, 2]);
});

test('attempts at spectra are named in the list of attempts, the tasks, the explanation and the provenance', async () => {
  await givenModels();
  await startWithSpectra();
  const get = async <T>(path: string) => ((await world.admin('get', path).expect(200)).body as { data: T }).data;
  const waits = await get<PointExplanation>(`/api/workflows/w/points/${SEEDED}/explain`);
  expect(waits).toMatchObject({ stage: 'spectrum', chain: ['cold_run', 'cold_run'] });
  const tasks = [await other.claimSoon(), await other.claimSoon()];
  const { tasks: running } = await get<RunningTasksPage>('/api/tasks?workflow=w');
  expect(running.map(({ stage }) => stage)).toEqual(['spectrum', 'spectrum']);
  for (const task of tasks) await other.report(task).expect(200);
  const { attempts } = (await detailOf(world, 'w', SEEDED)) as unknown as { attempts: Attempt[] };
  expect(attempts.map(({ task_type: type, stage }) => [type, stage])).toEqual([
    ['cold_run', undefined],
    ['seed_step', undefined],
    ['cold_run', 'spectrum'],
  ]);
  const { models } = await get<Provenance>(`/api/workflows/w/points/${SEEDED}/provenance`);
  expect(models[0]?.task).toMatchObject({ task_type: 'seed_step', node_id: 'maker' });
  expect(models[0]?.task).not.toHaveProperty('stage');
  expect(await get(`/api/workflows/w/points/${SEEDED}/explain`)).not.toHaveProperty('stage');
});

test('a point whose spectrum has failed keeps its model, and says how to compute the spectrum again', async () => {
  await givenModels();
  await startWithSpectra();
  const fail = { status: 'failed', failed_stage: 'spectrum', error_message: 'no line list' } as const;
  for (let task = await other.claim(); task !== null; task = await other.claim())
    await other.report(task, fail).expect(200);
  const explain = async () =>
    (
      (await world.admin('get', `/api/workflows/w/points/${SEEDED}/explain`).expect(200)).body as {
        data: PointExplanation;
      }
    ).data;
  const { reason } = await explain();
  expect(reason).toMatch(/^failed: no line list\. Its model has converged and is kept\. .* re-arm the point$/);
  await world.admin('post', '/api/workflows/w/points/rearm').send({ point: SEEDED }).expect(200);
  expect(await other.claimSoon()).toMatchObject({ point_name: SEEDED, atmosphere_config: { enabled: false } });
});

test('a spectrum-only run has a forecast and a plan as soon as a spectrum has ended', async () => {
  await givenModels();
  const plan = async (more = '') => {
    const config_yaml = yaml(`${more || STRATEGIES}\nspectrum: {enabled: true, strategies: [cold_run, cold_run]}`);
    const { body } = await world.admin('post', '/api/workflows/validate').send({ config_yaml, name: 'w' }).expect(200);
    return (body as { data: WorkflowValidation }).data.plan;
  };
  // The times of the models say nothing about the spectra.
  const unknown = { work: null, work_note: expect.stringContaining('w computed no spectra of existing models') };
  expect(await plan()).toMatchObject(unknown);
  expect(await plan('atmosphere: {enabled: false}')).toMatchObject(unknown);
  await startWithSpectra();
  const tasks = [await other.claimSoon(), await other.claimSoon()];
  const forecast = async () => {
    const { body } = await world.admin('get', '/api/workflows/w/forecast').expect(200);
    return (body as { data: Forecast }).data;
  };
  expect(await forecast()).toMatchObject({ median_sec: null, note: 'no attempt has ended yet' });
  const [first, second] = tasks;
  if (first === undefined || second === undefined) throw new Error('two spectra are to be computed');
  await other.report(first, { elapsed_sec: 5 }).expect(200);
  const left = await forecast();
  expect(left).toMatchObject({ status: 'running', note: null, based_on: { attempts: 1, remaining_points: 1 } });
  expect(left.median_sec).toEqual(expect.any(Number));
  expect(await plan()).toMatchObject({ work: { based_on: { workflow: 'w', attempts: 1 } } });
  expect(await plan('atmosphere: {policy: force_recompute}')).toMatchObject({
    work: null,
    work_note: expect.stringContaining('w computed no models'),
  });
  await other.report(second, { elapsed_sec: 5 }).expect(200);
  expect(await forecast()).toMatchObject({ status: 'completed', median_sec: 0 });
});

test('a check of a point stays in force when only its spectrum is computed again', async () => {
  await givenModels();
  const judgements = `/api/workflows/w/points/${COLD}/judgements`;
  await world.admin('post', judgements).send({ kind: 'checked', note: 'compared by eye' }).expect(200);
  await startWithSpectra();
  for (const task of [await other.claimSoon(), await other.claimSoon()]) await other.report(task).expect(200);
  const { body } = await world.admin('get', '/api/workflows/w/judgements?stands=true').expect(200);
  expect(body).toMatchObject({ data: { judgements: [{ point_name: COLD, kind: 'checked' }] } });
});

test('a spectrum that is retried in the run of its model counts as an attempt and keeps the model’s record', async () => {
  await givenRunning(world, 'w', configYaml({}, 'spectrum: {enabled: true, strategies: [cold_run, cold_run]}'));
  const seed = 'a good atmosphere';
  await maker.report(await maker.claimSoon(), { status: 'failed', failed_stage: 'spectrum', seed }).expect(200);
  await other.report(await other.claimSoon()).expect(200);
  const [row] = (await pointsOf(world, 'w')) as unknown as GridPointRow[];
  expect(row).toMatchObject({ status: 'converged', attempt_count: 2, node_id: 'maker', last_task_type: 'cold_run' });
  expect(row).not.toHaveProperty('spectrum_attempts');
});
