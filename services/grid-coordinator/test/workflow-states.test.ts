import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import { until } from '@almagest/test-kit/until';
import type { Locked } from '@almagest/test-kit/row-locks';
import { afterEach, expect, test } from '@jest/globals';
import { lockRows } from './row-locks.ts';
import { deleteWorkflows } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
let held: Locked[] = [];
afterEach(async () => {
  for (const rows of held) await rows.release();
  held = [];
  await deleteWorkflows(world);
});

const ONE_POINT = configYaml({}, 'atmosphere: {strategies: [cold_run]}');
const saved = { success: true, message: expect.stringMatching(/\S/), data: null };
const refused = { success: false, message: expect.stringMatching(/\S/), data: null };

/** Keeps the expansion of a workflow from starting by holding its lock. Waits for a running expansion. */
async function holdExpansion(name: string): Promise<void> {
  const [row] = await world.sql<{ lock: string }>(`select 'initialise ' || id as lock from workflow where name = $1`, [
    name,
  ]);
  held.push(await lockRows(world, `select pg_advisory_xact_lock(${LOCK_KEY})`, [row?.lock]));
}

const reach: Record<string, (name: string) => Promise<void>> = {
  idle: (name) => givenWorkflow(world, name, ONE_POINT),
  initializing: async (name) => {
    await givenWorkflow(world, name, ONE_POINT);
    await holdExpansion(name);
    await world.admin('post', `/api/workflows/${name}/start`).expect(200);
  },
  running: (name) => givenRunning(world, name, ONE_POINT),
  paused: async (name) => {
    await givenRunning(world, name, ONE_POINT);
    await world.admin('post', `/api/workflows/${name}/stop`).expect(200);
  },
  completed: async (name) => {
    await givenRunning(world, name, ONE_POINT);
    await node.converge(await node.claimSoon());
  },
};

type Row = [state: string, action: 'start' | 'stop' | 'put' | 'delete', status: number, next: string];
const TABLE: Row[] = [
  ['idle', 'start', 200, 'running'],
  ['initializing', 'start', 409, 'initializing'],
  ['running', 'start', 400, 'running'],
  ['paused', 'start', 200, 'running'],
  ['completed', 'start', 200, 'completed'],
  ['idle', 'stop', 200, 'paused'],
  ['initializing', 'stop', 200, 'paused'],
  ['running', 'stop', 200, 'paused'],
  ['paused', 'stop', 200, 'paused'],
  ['completed', 'stop', 409, 'completed'],
  ['idle', 'put', 200, 'idle'],
  ['initializing', 'put', 409, 'initializing'],
  ['running', 'put', 200, 'running'],
  ['paused', 'put', 200, 'paused'],
  ['completed', 'put', 200, 'completed'],
  ['idle', 'delete', 200, 'gone'],
  ['initializing', 'delete', 200, 'gone'],
  ['running', 'delete', 200, 'gone'],
  ['paused', 'delete', 200, 'gone'],
  ['completed', 'delete', 200, 'gone'],
];

test.each(TABLE)(
  'in state %s, a workflow answers %s with %i and is %s afterwards',
  async (state, action, status, next) => {
    const name = `w.${state}-${action}`;
    await reach[state]?.(name);
    expect(await statusOf(world, name)).toBe(state);
    const path = `/api/workflows/${name}`;
    const answer =
      action === 'put'
        ? await world.admin('put', path).send({ name, config_yaml: ONE_POINT })
        : action === 'delete'
          ? await world.admin('delete', path)
          : await world.admin('post', `${path}/${action}`);
    expect([answer.status, answer.body]).toEqual([status, status === 200 ? saved : refused]);
    if (next === 'gone') await world.admin('get', path).expect(404);
    else await until(async () => (await statusOf(world, name)) === next, `${name} to be ${next}`);
  },
);

test('start, stop, read, change and delete answer 404 for an unknown workflow', async () => {
  const answers = [
    await world.admin('post', '/api/workflows/none/start'),
    await world.admin('post', '/api/workflows/none/stop'),
    await world.admin('get', '/api/workflows/none'),
    await world.admin('get', '/api/workflows/none/stats'),
    await world.admin('get', '/api/workflows/none/progress'),
    await world.admin('get', '/api/workflows/none/points'),
    await world.admin('get', '/api/workflows/none/points.csv'),
    await world.admin('put', '/api/workflows/none').send({ name: 'none', config_yaml: ONE_POINT }),
    await world.admin('delete', '/api/workflows/none'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  for (const { body } of answers) expect(body).toEqual(refused);
});

test('a start is answered before the expansion begins, which then continues later', async () => {
  await reach['initializing']?.('later');
  expect(await pointsOf(world, 'later')).toEqual([]);
  expect(await node.claim()).toBeNull();
  for (const rows of held.splice(0)) await rows.release();
  await until(async () => (await statusOf(world, 'later')) === 'running');
  expect(await pointsOf(world, 'later')).toMatchObject([{ status: 'queued' }]);
});

test('twenty simultaneous starts on two replicas begin exactly one run', async () => {
  await givenWorkflow(world, 'contested', ONE_POINT);
  await holdExpansion('contested');
  await using replica = await world.startApi();
  const row = await lockRows(world, `select from workflow where name = 'contested' for update`);
  const starts = Array.from({ length: 20 }, async (_, index) => {
    const target = index % 2 === 0 ? world.url : replica.url;
    const { status } = await fetch(`${target}/api/workflows/contested/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.env['ADMIN_TOKEN']}` },
    });
    return status;
  });
  await row.untilBlocked(10);
  await row.release();
  const statuses = await Promise.all(starts);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await world.sql(`select run, expansion from workflow where name = 'contested'`)).toEqual([
    { run: 1, expansion: 1 },
  ]);
});

test('a paused workflow hands out nothing, records running tasks, and resumes where it stopped', async () => {
  await givenRunning(world, 'pause', configYaml({ teff: ['20000', '22000', '24000'] }));
  const first = await node.claimSoon();
  await node.converge(first);
  const second = await node.claimSoon();
  await world.admin('post', '/api/workflows/pause/stop').expect(200);
  expect(await node.claim()).toBeNull();
  await node.converge(second);
  expect((await pointsOf(world, 'pause')).map(({ status }) => status)).toEqual(['converged', 'converged', 'queued']);
  expect(await statusOf(world, 'pause')).toBe('paused');
  await start(world, 'pause');
  const third = await node.claimSoon();
  expect([first.point_name, second.point_name]).not.toContain(third.point_name);
  await node.converge(third);
  expect(await statusOf(world, 'pause')).toBe('completed');
  const { body } = await world.admin('get', '/api/workflows/pause/stats').expect(200);
  expect(body).toMatchObject({ data: { total: 3, converged: 3, cold_run_converged: 3 } });
});

test('a workflow whose last report arrives during a pause completes at the next start', async () => {
  await givenRunning(world, 'late-end', ONE_POINT);
  const task = await node.claimSoon();
  await world.admin('post', '/api/workflows/late-end/stop').expect(200);
  await node.converge(task);
  expect(await statusOf(world, 'late-end')).toBe('paused');
  await start(world, 'late-end');
  await until(async () => (await statusOf(world, 'late-end')) === 'completed');
  expect(await pointsOf(world, 'late-end')).toMatchObject([{ status: 'converged', attempt_count: 1 }]);
});

test('resuming applies no policy: converged points stay, even with force_recompute', async () => {
  const yaml = configYaml({ teff: ['20000', '22000'] }, 'atmosphere: {policy: force_recompute}');
  await givenRunning(world, 'resume', yaml);
  await node.converge(await node.claimSoon());
  await world.admin('post', '/api/workflows/resume/stop').expect(200);
  await start(world, 'resume');
  expect((await pointsOf(world, 'resume')).map(({ status }) => status)).toEqual(['converged', 'queued']);
});

test('a resumed start adds missing points', async () => {
  await givenRunning(world, 'partial', configYaml({ teff: ['20000'] }));
  await world.admin('post', '/api/workflows/partial/stop').expect(200);
  const config_yaml = configYaml({ teff: ['20000', '22000'] });
  await world.admin('put', '/api/workflows/partial').send({ name: 'partial', config_yaml }).expect(200);
  await start(world, 'partial');
  expect((await pointsOf(world, 'partial')).map(({ status }) => status)).toEqual(['queued', 'queued']);
});

test('deleting a workflow deletes its points, keeps its seeds, and refuses late reports', async () => {
  await givenRunning(world, 'doomed', configYaml({ teff: ['31000', '33000'] }));
  const done = await node.claimSoon();
  await node.converge(done, 'kept');
  const late = await node.claimSoon();
  await world.admin('delete', '/api/workflows/doomed').expect(200);
  const { body } = await node.report(late, { seed: 'too late' }).expect(409);
  expect(body).toEqual({ status: 'error', message: expect.stringContaining(late.task_id) });
  await node.report(done, { seed: 'again' }).expect(409);
  const seed = await world.admin('get', `/api/seed/${done.point_name}`).expect(200);
  expect((seed.body as Buffer).toString()).toBe('kept');
  await world.admin('get', `/api/seed/${late.point_name}`).expect(404);
  await world.admin('get', `/api/workflows/doomed/points/${done.point_name}`).expect(404);
  await until(async () => (await world.sql('select from deleted_workflow')).length === 0, 'the rows to be removed');
  expect(await world.sql('select from point union all select from task')).toEqual([]);
});

test('a workflow deleted during the removal of another workflow loses its rows too', async () => {
  await givenRunning(world, 'first', ONE_POINT);
  await givenRunning(world, 'second', ONE_POINT);
  // The first removal has read the list of deleted workflows and waits.
  const rows = await lockRows(
    world,
    `select from point where workflow_id = (select id from workflow where name = 'first') for update`,
  );
  await world.admin('delete', '/api/workflows/first').expect(200);
  await rows.untilBlocked(1);
  await world.admin('delete', '/api/workflows/second').expect(200);
  await rows.release();
  await until(
    async () => (await world.sql('select from deleted_workflow')).length === 0,
    'the rows of both to be removed',
  );
});

test('a new workflow under the name of a deleted workflow inherits nothing', async () => {
  await givenRunning(world, 'namesake', ONE_POINT);
  const task = await node.claimSoon();
  await node.report(task, { summary_json: JSON.stringify({ name: 'old' }) }).expect(200);
  await world.admin('delete', '/api/workflows/namesake').expect(200);
  await givenWorkflow(world, 'namesake', ONE_POINT);
  const { body } = await world.admin('get', '/api/workflows').expect(200);
  expect(body).toMatchObject({ data: [{ name: 'namesake', status: 'idle', stats: null }] });
  await start(world, 'namesake');
  const detail = await world.admin('get', `/api/workflows/namesake/points/${task.point_name}`).expect(200);
  expect(detail.body).toMatchObject({
    data: { point: { attempt_count: 0, status: 'queued' }, attempts: [], conv: null },
  });
  const stats = await world.admin('get', '/api/workflows/namesake/stats').expect(200);
  expect(stats.body).toMatchObject({ data: { total: 1, converged: 0, avg_point_sec: null, eta_sec: null } });
});

test('time limits and iteration counts changed during a pause apply to later tasks', async () => {
  const yaml = (niter: number, timeoutSec: number) =>
    configYaml({ teff: ['1', '2'] }, `timeout_sec: ${timeoutSec}`).replace('niter: 50', `niter: ${niter}`);
  await givenRunning(world, 'changed', yaml(50, 600));
  const before = await node.claimSoon();
  expect(before).toMatchObject({ timeout_sec: 600, atmosphere_config: { chain: [{ niter: 50 }] } });
  await world.admin('post', '/api/workflows/changed/stop').expect(200);
  const changed = { name: 'changed', description: null, config_yaml: yaml(80, 900) };
  await world.admin('put', '/api/workflows/changed').send(changed).expect(200);
  await start(world, 'changed');
  const after = await node.claimSoon();
  expect(after).toMatchObject({ timeout_sec: 900, atmosphere_config: { chain: [{ niter: 80 }] } });
  const limits = await world.sql(
    `select extract(epoch from deadline - created_at)::float8 as seconds from task where id = any($1::uuid[]) order by deadline`,
    [[before.task_id, after.task_id]],
  );
  // Each limit includes two minutes of grace for the report.
  expect(limits).toEqual([{ seconds: 720 }, { seconds: 1_020 }]);
});
