import { afterEach, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { configYaml, givenRunning, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
afterEach(async () => {
  await world.admin('delete', '/api/workflows/w').expect(200);
});

const TEFF = ['20000', '22000', '24000'];
const DONE = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
const NO_ATMOSPHERE = 't22000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
const NO_SPECTRUM = 't24000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';

function yaml(atmosphere: string, spectrum?: string): string {
  const stage = `atmosphere: {policy: ${atmosphere}, strategies: [cold_run]}`;
  return configYaml(
    { teff: TEFF },
    spectrum === undefined ? stage : `${stage}\nspectrum: {enabled: yes, policy: ${spectrum}}`,
  );
}

/** Creates a completed run: one point is done, one has no atmosphere, one has only an atmosphere. */
async function givenFirstRun(spectrum: boolean): Promise<void> {
  await givenRunning(world, 'w', yaml('skip_converged', spectrum ? 'skip_converged' : undefined));
  const tasks = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  const byName = (name: string) => tasks.find(({ point_name }) => point_name === name) as TaskSpec;
  await node.converge(byName(DONE));
  await node.fail(byName(NO_ATMOSPHERE));
  if (spectrum) {
    await node
      .report(byName(NO_SPECTRUM), { status: 'failed', failed_stage: 'spectrum', seed: 'good atmosphere' })
      .expect(200);
  } else {
    await node.converge(byName(NO_SPECTRUM));
  }
  expect(await statusOf(world, 'w')).toBe('completed');
}

async function startAgain(config_yaml: string): Promise<TaskSpec[]> {
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  await start(world, 'w');
  const tasks: TaskSpec[] = [];
  for (let task = await node.claim(); task !== null; task = await node.claim()) tasks.push(task);
  return tasks;
}

function kinds(tasks: TaskSpec[]): Record<string, string> {
  return Object.fromEntries(
    tasks.map((task) => [task.point_name, task.atmosphere_ref === null ? 'whole' : 'spectrum only']),
  );
}

test.each([
  ['skip_converged', { [NO_ATMOSPHERE]: 'whole' }],
  ['force_recompute', { [DONE]: 'whole', [NO_ATMOSPHERE]: 'whole', [NO_SPECTRUM]: 'whole' }],
  ['skip_failed', {}],
])('a second run under %s computes only what that policy requires', async (policy, expected) => {
  await givenFirstRun(false);
  const tasks = await startAgain(yaml(policy));
  expect(kinds(tasks)).toEqual(expected);
  expect(await statusOf(world, 'w')).toBe(tasks.length === 0 ? 'completed' : 'running');
  for (const task of tasks) await node.converge(task);
  await until(async () => (await statusOf(world, 'w')) === 'completed');
});

const WHOLE = { [DONE]: 'whole', [NO_ATMOSPHERE]: 'whole', [NO_SPECTRUM]: 'whole' };
test.each([
  ['skip_converged', 'skip_converged', { [NO_ATMOSPHERE]: 'whole', [NO_SPECTRUM]: 'spectrum only' }],
  [
    'skip_converged',
    'force_recompute',
    { [DONE]: 'spectrum only', [NO_ATMOSPHERE]: 'whole', [NO_SPECTRUM]: 'spectrum only' },
  ],
  ['skip_converged', 'skip_failed', { [NO_ATMOSPHERE]: 'whole' }],
  ['force_recompute', 'skip_converged', WHOLE],
  ['force_recompute', 'force_recompute', WHOLE],
  ['force_recompute', 'skip_failed', WHOLE],
  ['skip_failed', 'skip_converged', { [NO_SPECTRUM]: 'spectrum only' }],
  ['skip_failed', 'force_recompute', { [DONE]: 'spectrum only', [NO_SPECTRUM]: 'spectrum only' }],
  ['skip_failed', 'skip_failed', {}],
])('atmosphere %s with spectrum %s computes the remaining work', async (atmosphere, spectrum, expected) => {
  await givenFirstRun(true);
  const tasks = await startAgain(yaml(atmosphere, spectrum));
  expect(kinds(tasks)).toEqual(expected);
  for (const task of tasks) await node.report(task, { seed: 'again' }).expect(200);
  await until(async () => (await statusOf(world, 'w')) === 'completed');
  const { body } = await world.admin('get', '/api/workflows/w/stats').expect(200);
  const points = await pointsOf(world, 'w');
  const converged = points.filter(({ status }) => status === 'converged').length;
  expect(body).toMatchObject({ data: { total: 3, converged, failed: 3 - converged, cold_run_converged: converged } });
});

test('a spectrum-only task names its own point as the atmosphere and omits that stage', async () => {
  await givenFirstRun(true);
  const [task, ...others] = await startAgain(yaml('skip_failed', 'skip_converged'));
  expect(others).toEqual([]);
  expect(task).toMatchObject({
    point_name: NO_SPECTRUM,
    atmosphere_ref: NO_SPECTRUM,
    task_type: 'cold_run',
    seed_point_name: null,
    atmosphere_config: { enabled: false },
    spectrum_config: { enabled: true, policy: 'skip_converged', strategies: ['cold_run'] },
  });
});

test('enabling a spectrum stage later computes only the spectra of converged points', async () => {
  await givenFirstRun(false);
  const tasks = await startAgain(yaml('skip_failed', 'skip_converged'));
  expect(kinds(tasks)).toEqual({ [DONE]: 'spectrum only', [NO_SPECTRUM]: 'spectrum only' });
});

test('a spectrum of a kept atmosphere does not change the atmosphere’s success method', async () => {
  const config = (more: string) => configYaml({ teff: ['20000', '22000'] }, more);
  await givenRunning(world, 'w', config(''));
  const tasks = [await node.claimSoon(), await node.claimSoon()];
  await node.converge(tasks[0] as TaskSpec);
  await node.fail(tasks[1] as TaskSpec);
  await node.converge(await node.claimSoon());
  expect((await pointsOf(world, 'w')).map(({ success_method }) => success_method)).toEqual(['cold_run', 'seed_step']);
  const again = await startAgain(config('spectrum: {enabled: true}'));
  for (const task of again) await node.report(task).expect(200);
  expect((await pointsOf(world, 'w')).map(({ success_method }) => success_method)).toEqual(['cold_run', 'seed_step']);
});

test('a configuration changed during a run applies from the next start', async () => {
  const short = configYaml({ teff: ['20000'] }, 'timeout_sec: 100');
  await givenRunning(world, 'w', short);
  const config_yaml = configYaml({ teff: ['20000', '22000'] }, 'timeout_sec: 200');
  await world.admin('put', '/api/workflows/w').send({ name: 'w', description: 'wider', config_yaml }).expect(200);
  const task = await node.claimSoon();
  expect(task.timeout_sec).toBe(100);
  expect(await pointsOf(world, 'w')).toHaveLength(1);
  await node.converge(task);
  const { body } = await world.admin('get', '/api/workflows/w').expect(200);
  expect(body).toMatchObject({ data: { description: 'wider', config_yaml, status: 'completed' } });
  await start(world, 'w');
  expect(await node.claimSoon()).toMatchObject({ timeout_sec: 200, params: { teff: 22000 } });
  expect(await node.claim()).toBeNull();
});

test('a second run restarts the strategy chains and keeps counting attempts', async () => {
  await givenFirstRun(false);
  const [task] = await startAgain(
    configYaml({ teff: TEFF }, 'atmosphere: {strategies: [cold_run, cold_run, cold_run]}'),
  );
  expect(task?.atmosphere_config.strategies).toEqual(['cold_run', 'cold_run', 'cold_run']);
  const points = await pointsOf(world, 'w');
  expect(points.find(({ name }) => name === NO_ATMOSPHERE)).toMatchObject({ status: 'running', attempt_count: 2 });
});
