import { expect, test } from '@jest/globals';
import { importResult } from './imports.ts';
import { detailOf, useCleanWorkflows } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 200);
useCleanWorkflows(world);

const COLD = 'atmosphere: {strategies: [cold_run]}';
const AXES = { teff: ['20000', '21000', '22000'], logg: ['5.0', '5.5'] };
const easiest = 't20000_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';

/** Creates a completed workflow of six points. Only the easiest has converged. */
async function givenFailures(config = COLD): Promise<void> {
  await givenRunning(world, 'w', configYaml(AXES, config));
  await node.converge(await node.claimSoon(), undefined);
  for (let count = 0; count < 5; count += 1) await node.fail(await node.claimSoon());
  expect(await statusOf(world, 'w')).toBe('completed');
}

async function rearm(request: Record<string, unknown>, workflow = 'w'): Promise<unknown> {
  const { body } = await world.admin('post', `/api/workflows/${workflow}/points/rearm`).send(request).expect(200);
  return (body as { data: unknown }).data;
}

async function stats() {
  const { body } = await world.admin('get', '/api/workflows/w/stats').expect(200);
  return (body as { data: Record<string, unknown> }).data;
}

async function claimAll(): Promise<string[]> {
  const names: string[] = [];
  for (let task = await node.claim(); task !== null; task = await node.claim()) names.push(task.point_name);
  return names;
}

test.each([
  [{ q: 't21000_g5.0' }, 1],
  [{ q: 't2' }, 5],
  [{ wave: 1 }, 2],
  [{ wave: 1, q: 'g5.0' }, 1],
  [{ status: 'failed' }, 5],
  [{}, 5],
  [{ q: easiest }, 0],
  [{ point: 't21000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0' }, 1],
  [{ point: 't21000_g5.0_he-1.0_c-4.0_n-4.0_o-4' }, 0],
  [{ point: easiest }, 0],
  [{ q: '%' }, 0],
  [{ wave: 99 }, 0],
  [{ method: 'cold_run' }, 0],
])('%j re-arms the matching failed points, and a completed workflow resumes', async (filter, count) => {
  await givenFailures();
  expect(await rearm({ ...filter, dry_run: true })).toEqual({ matched: count, rearmed: 0 });
  expect(await stats()).toMatchObject({ status: 'completed', failed: 5, queued: 0 });
  expect(await rearm(filter)).toEqual({ matched: count, rearmed: count });
  const counts = { status: count === 0 ? 'completed' : 'running', converged: 1, failed: 5 - count, queued: count };
  expect(await stats()).toMatchObject({ total: 6, ...counts });
  const failed = (await pointsOf(world, 'w', '&status=failed')).map(({ name }) => name);
  expect(failed).toHaveLength(5 - count);
  const names = await claimAll();
  expect(names).toHaveLength(count);
  expect(failed).not.toEqual(expect.arrayContaining(names.length > 0 ? names : ['none']));
});

test('re-armed points restart their strategies and keep their attempts, and the workflow completes again', async () => {
  await givenFailures('atmosphere: {strategies: [cold_run]}');
  await rearm({ q: 't22000_g5.0' });
  // The points are no longer failed, so no point matches.
  expect(await rearm({ q: 't22000_g5.0' })).toEqual({ matched: 0, rearmed: 0 });
  const task = await node.claimSoon();
  expect(task).toMatchObject({
    point_name: expect.stringMatching(/^t22000_g5\.0/),
    atmosphere_config: { strategies: ['cold_run'] },
  });
  await node.converge(task);
  const { point, attempts } = await detailOf(world, 'w', task.point_name);
  expect(point).toMatchObject({ status: 'converged', attempt_count: 2, last_error: null });
  expect(attempts.map(({ status }) => status)).toEqual(['failed', 'completed']);
  expect(await stats()).toMatchObject({ status: 'completed', converged: 2, failed: 4 });
});

test('a point that failed only in its spectrum is re-armed only for the spectrum', async () => {
  await givenRunning(world, 'w', configYaml({}, `${COLD}\nspectrum: {enabled: true}`));
  const whole = await node.claimSoon();
  await node.report(whole, { status: 'failed', failed_stage: 'spectrum', seed: 'good' }).expect(200);
  expect(await pointsOf(world, 'w')).toMatchObject([{ status: 'failed', success_method: null }]);
  expect(await rearm({})).toEqual({ matched: 1, rearmed: 1 });
  expect(await node.claimSoon()).toMatchObject({
    atmosphere_ref: whole.point_name,
    spectrum_config: { strategies: ['cold_run'] },
  });
});

test('a point that starts with a seed step waits for its seed', async () => {
  const logn = { logn: ['-40'] };
  await givenRunning(world, 'w', configYaml(logn, 'atmosphere: {strategies: [seed_step]}'));
  for (let status = ''; status !== 'completed';) status = await statusOf(world, 'w');
  await importResult(world, { name: 'donor', params: { logn: -40.5 } }).expect(200);
  expect((await pointsOf(world, 'w'))[0]).toMatchObject({ status: 'failed', last_error: 'no converged neighbour' });
  expect(await rearm({})).toEqual({ matched: 1, rearmed: 1 });
  expect(await node.claimSoon()).toMatchObject({ task_type: 'seed_step', seed_point_name: 'donor' });
});

test('a paused workflow stays paused, and its re-armed points wait', async () => {
  await givenRunning(world, 'w', configYaml(AXES, COLD));
  await node.fail(await node.claimSoon());
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  expect(await rearm({})).toEqual({ matched: 1, rearmed: 1 });
  expect(await node.claim()).toBeNull();
  expect(await stats()).toMatchObject({ status: 'paused', queued: 6, failed: 0 });
});

test.each(['pending', 'queued', 'running', 'converged'])('points that are %s cannot be re-armed', async (status) => {
  await givenFailures();
  const { body } = await world.admin('post', '/api/workflows/w/points/rearm').send({ status }).expect(400);
  expect(body).toEqual({ success: false, message: expect.stringContaining(status), data: null });
});

test('refuses unknown or never started workflows, bad filters and callers without access', async () => {
  const path = '/api/workflows/w/points/rearm';
  await world.admin('post', path).send({}).expect(404);
  await givenWorkflow(world, 'w', configYaml());
  expect(await rearm({})).toEqual({ matched: 0, rearmed: 0 });
  await importResult(world, { name: 'p', converged: false, workflow: 'w' }).expect(200);
  await world.admin('post', path).send({}).expect(409);
  for (const bad of [{ wave: 'x' }, { wave: 1.5 }, { method: 'imported' }, { dry_run: 'yes' }, { q: 7 }, []])
    await world.admin('post', path).send(bad).expect(400);
  await world.anyone('post', path).send({}).expect(401);
  await world.as(node.token, 'post', path).send({}).expect(403);
});

test('re-arms two thousand failed points, page by page', async () => {
  const teff = Array.from({ length: 2_000 }, (_, index) => String(10_000 + index));
  await givenRunning(world, 'w', configYaml({ teff }, COLD));
  await world.sql(`update point set status = 'failed'`);
  expect(await rearm({})).toEqual({ matched: 2_000, rearmed: 2_000 });
  expect(await world.sql(`select count(*)::int as n from point where status = 'queued'`)).toEqual([{ n: 2_000 }]);
});
