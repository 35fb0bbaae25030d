import { afterEach, expect, test } from '@jest/globals';
import type { Attempt, PointExplanation, TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { importResult } from './imports.ts';
import { configYaml, givenRunning, pointsOf, start, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 200);
/** Each test uses different temperatures, out of reach of the seeds of other tests. */
let teff = 1_000;
afterEach(async () => {
  await deleteWorkflows(world);
  teff *= 4;
});

const RULES = `
rules:
  - name: damp
    when: { cause: "oscillates at depth *" }
    use: { strategy: cold_run, chain: { lte: { niter: 200, damping: 0.4 } } }
    times: 2
  - name: hot
    when: { cause: "*", region: { logg: [6.0, 6.5] } }
    use: { strategy: cold_run }
`;
const COLD = 'atmosphere: {strategies: [cold_run]}';
const OSCILLATES = 'oscillates at depth 12';

async function givenPoint(more: string, logg = '5.0'): Promise<TaskSpec> {
  await givenRunning(world, 'w', configYaml({ teff: [String(teff)], logg: [logg] }, more));
  return await node.claimSoon();
}

async function fail(task: TaskSpec, error: string, more: Partial<TaskReport> = {}): Promise<void> {
  await node.report(task, { status: 'failed', converged: false, error_message: error, ...more }).expect(200);
}

async function pointOf(): Promise<{ name: string; status: string }> {
  const [point] = await pointsOf(world, 'w');
  if (point === undefined) throw new Error('the workflow has no point');
  return point;
}

async function explain(): Promise<PointExplanation> {
  const { name } = await pointOf();
  const { body } = await world.admin('get', `/api/workflows/w/points/${name}/explain`).expect(200);
  return (body as { data: PointExplanation }).data;
}

async function rulesOfAttempts(): Promise<(string | undefined)[]> {
  const { attempts } = (await detailOf(world, 'w', (await pointOf()).name)) as unknown as { attempts: Attempt[] };
  return attempts.map(({ rule }) => rule);
}

function stageOf(task: TaskSpec): unknown {
  return task.atmosphere_config.chain?.[0];
}

const PLAIN = { label: 'lte', lte: true, niter: 50 };
const DAMPED = { label: 'lte', lte: true, niter: 200, damping: 0.4 };

test('retries a failure of a known cause with the settings of the rule, up to its limit', async () => {
  const first = await givenPoint(COLD + RULES);
  expect(stageOf(first)).toEqual(PLAIN);
  await fail(first, OSCILLATES);
  expect(await explain()).toMatchObject({
    chain: ['cold_run'],
    rules: [
      {
        name: 'damp',
        applied: 1,
        at_most: 2,
        next: true,
        description:
          "cold_run with lte: niter 200, damping 0.4, because the atmosphere failed with 'oscillates at depth #', which matches 'oscillates at depth *'",
      },
    ],
  });
  for (const depth of [30, 31]) {
    const task = await node.claimSoon();
    expect(stageOf(task)).toEqual(DAMPED);
    await fail(task, `oscillates at depth ${depth}`);
  }
  expect((await pointOf()).status).toBe('failed');
  expect(await rulesOfAttempts()).toEqual([undefined, 'damp', 'damp']);
  expect((await explain()).rules).toEqual([
    { name: 'damp', applied: 2, at_most: 2, description: 'cold_run with lte: niter 200, damping 0.4' },
  ]);
});

test('a failure of another cause or outside the region takes the next strategy', async () => {
  await fail(await givenPoint(COLD + RULES), 'singular matrix');
  expect([(await pointOf()).status, await rulesOfAttempts()]).toEqual(['failed', [undefined]]);
  expect(await explain()).not.toHaveProperty('rules');
});

test("the attempt after a rule's retry uses the workflow's settings again", async () => {
  await fail(await givenPoint(`atmosphere: {strategies: [cold_run, cold_run]}${RULES}`), OSCILLATES);
  await fail(await node.claimSoon(), 'singular matrix');
  const last = await node.claimSoon();
  expect(stageOf(last)).toEqual(PLAIN);
  await node.converge(last);
  expect([(await pointOf()).status, await rulesOfAttempts()]).toEqual(['converged', [undefined, 'damp', undefined]]);
});

test('applies a rule within its region', async () => {
  await fail(await givenPoint(COLD + RULES, '6.0'), 'singular matrix');
  await node.converge(await node.claimSoon());
  expect(await rulesOfAttempts()).toEqual([undefined, 'hot']);
});

test('a lost attempt of a rule is repeated by the same rule without using it up', async () => {
  await fail(await givenPoint(COLD + RULES), OSCILLATES);
  const lost = await node.claimSoon();
  await world
    .as(node.token, 'post', '/api/task/return')
    .send({ task_id: lost.task_id, reason: 'shutting down' })
    .expect(200);
  const again = await node.claimSoon();
  expect([again.task_id === lost.task_id, stageOf(again)]).toEqual([false, DAMPED]);
  await node.converge(again);
  expect(await rulesOfAttempts()).toEqual([undefined, 'damp', 'damp']);
});

test('a re-armed point may use its rules again', async () => {
  await fail(await givenPoint(COLD + RULES, '6.0'), 'singular matrix');
  await fail(await node.claimSoon(), 'singular matrix');
  expect((await pointOf()).status).toBe('failed');
  await world.admin('post', '/api/workflows/w/points/rearm').send({}).expect(200);
  await fail(await node.claimSoon(), 'singular matrix');
  expect((await explain()).rules).toMatchObject([{ name: 'hot', applied: 1, next: true }]);
  await node.converge(await node.claimSoon());
});

test('a rule with settings retries a seed that failed without them', async () => {
  const rules = `
rules:
  - { name: gently, when: { cause: diverged }, use: { strategy: seed_step, chain: { lte: { damping: 0.1 } } } }`;
  const donor = `t${teff}_g5.5_he-1.0_c-4.0_n-4.0_o-4.0`;
  await importResult(world, { name: donor, workflow: 'donors', params: { teff, logg: 5.5 } }).expect(200);
  await fail(await givenPoint(`atmosphere: {strategies: [seed_step]}${rules}`), 'diverged');
  const again = await node.claimSoon();
  expect([again.task_type, again.seed_point_name, stageOf(again)]).toEqual([
    'seed_step',
    donor,
    { ...PLAIN, damping: 0.1 },
  ]);
  await fail(again, 'diverged');
  expect((await pointOf()).status).toBe('failed');
});

test('recomputes a failed spectrum with the parameters of its rule', async () => {
  const more = `
spectrum: { enabled: true }
spectrum_params: { wl_min: 3000, step: 0.01 }
rules:
  - name: coarse
    when: { cause: too many *, stage: spectrum }
    use: { strategy: cold_run, spectrum_params: { step: 0.1 } }`;
  const first = await givenPoint(more);
  await fail(first, 'too many points: 120000', { converged: true, failed_stage: 'spectrum' });
  const again = await node.claimSoon();
  expect([first, again].map((task) => task.spectrum_params)).toEqual([
    { wl_min: 3000, step: 0.01 },
    { wl_min: 3000, step: 0.1 },
  ]);
  await node.converge(again);
  expect((await pointOf()).status).toBe('converged');
});

test('a start with other rules drops the settings of removed rules', async () => {
  await fail(await givenPoint(COLD + RULES), OSCILLATES);
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  const config_yaml = configYaml({ teff: [String(teff)] }, COLD);
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  await start(world, 'w');
  const task = await node.claimSoon();
  expect(stageOf(task)).toEqual(PLAIN);
  await node.converge(task);
});
