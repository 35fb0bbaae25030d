import { afterEach, expect, test } from '@jest/globals';
import type { CancelRequest, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { expireTasks, untilSwept } from './overdue.ts';
import { lockRows } from './row-locks.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  OFTEN_SWEPT,
  pointsOf,
  start,
  statusOf,
  useNode,
  useWorld,
  type TestNode,
} from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
afterEach(async () => {
  await deleteWorkflows(world);
  await world.sql('delete from cancelled_task');
  await world.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: null });
});

const ONCE = 'atmosphere: {strategies: [cold_run]}\nmax_lost_attempts: 1';

const cancel = (task: TaskSpec, body: CancelRequest = {}) =>
  world.admin('post', `/api/tasks/${task.task_id}/cancel`).send(body);

/** Returns the cancelled tasks in the response to a heartbeat. */
async function toldTo(which: TestNode): Promise<unknown> {
  const { body } = await which.beat(1);
  return (body as { cancelled_tasks?: unknown }).cancelled_tasks;
}

const returnTask = (which: TestNode, task: TaskSpec) =>
  world.as(which.token, 'post', '/api/task/return').send({ task_id: task.task_id, reason: 'cancelled' });
const giveBack = (which: TestNode, task: TaskSpec) => returnTask(which, task).expect(200);

test('a cancelled task consumes no strategy, is not a loss, and frees its point immediately', async () => {
  // A second loss or a failure would fail the point.
  await givenRunning(world, 'w', configYaml({}, ONCE));
  const task = await node.claimSoon();
  const { body } = await cancel(task, { reason: 'wrong line list' }).expect(200);
  expect(body).toMatchObject({ data: { cancelled: 1 } });
  const { point, attempts } = await detailOf(world, 'w', task.point_name);
  const error = 'cancelled by an administrator: wrong line list';
  expect(point).toMatchObject({ status: 'queued', attempt_count: 1, last_error: error });
  expect(attempts).toMatchObject([{ status: 'timeout', error_message: error }]);
  const again = (await other.claim()) as TaskSpec;
  expect(again).toMatchObject({ point_name: task.point_name, atmosphere_config: { strategies: ['cold_run'] } });
  await other.converge(again);
  expect(await statusOf(world, 'w')).toBe('completed');
});

test('deleting a workflow cancels its running tasks and no others', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000', '22000', '23000'] }, ONCE));
  const [ended, task, second] = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  const otherTask = await other.claimSoon();
  await node.converge(ended);
  await givenRunning(world, 'v', configYaml({}, ONCE));
  const kept = await node.claimSoon();
  await world.admin('delete', '/api/workflows/w').expect(200);
  const toldIds = async (which: TestNode) => ((await toldTo(which)) as string[] | undefined)?.toSorted();
  const cancelled = [task.task_id, second.task_id].toSorted();
  await until(async () => JSON.stringify(await toldIds(node)) === JSON.stringify(cancelled));
  await until(async () => JSON.stringify(await toldIds(other)) === JSON.stringify([otherTask.task_id]));
  await giveBack(node, task);
  await until(async () => JSON.stringify(await toldIds(node)) === JSON.stringify([second.task_id]));
  await giveBack(node, second);
  await until(async () => (await toldTo(node)) === undefined);
  expect(await toldTo(other)).toEqual([otherTask.task_id]);
  await giveBack(other, otherTask);
  await until(async () => (await toldTo(other)) === undefined);
  await node.converge(kept);
});

test('a reclaimed task is cancelled when its point is claimed again or its workflow is deleted', async () => {
  const axes = { teff: ['20000', '21000', '22000'] };
  await givenRunning(world, 'w', configYaml(axes, 'atmosphere: {strategies: [cold_run]}\ntimeout_sec: 60'));
  const [late, ...tasks] = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  await expireTasks(world, late.task_id, ...tasks.map(({ task_id: id }) => id));
  await untilSwept(world);
  expect(await toldTo(node)).toBeUndefined();
  const { body } = await node.report(late, { seed: 'a seed' }).expect(200);
  expect(body).toMatchObject({ message: expect.stringMatching(/late/) });
  const { point_name: claimed } = await other.claimSoon();
  for (const task of tasks.toSorted((a) => (a.point_name === claimed ? -1 : 1))) {
    await until(async () => JSON.stringify(await toldTo(node)) === JSON.stringify([task.task_id]));
    await giveBack(node, task);
    await untilSwept(world);
    expect(await toldTo(node)).toBeUndefined();
    await world.admin('delete', '/api/workflows/w');
  }
});

test('every replica reports a cancelled task to its node, and to no other, until the node returns it', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000'] }, ONCE));
  await using replica = await world.startApi();
  const task = await node.claimSoon();
  expect((await node.beat(1)).body).toEqual({ status: 'ok', admin_max_slots: null });
  await cancel(task).expect(200);
  const elsewhere = async () => {
    const answer = await fetch(`${replica.url}/api/node/heartbeat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${node.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ node_id: node.id, active_slots: 1, cpu_usage: 1, memory_usage: 1 }),
    });
    return ((await answer.json()) as { cancelled_tasks?: string[] }).cancelled_tasks;
  };
  await until(async () => (await elsewhere())?.includes(task.task_id) === true, 'the other replica to report it');
  expect(await toldTo(node)).toEqual([task.task_id]);
  expect(await toldTo(node)).toEqual([task.task_id]);
  expect(await toldTo(other)).toBeUndefined();
  await returnTask(other, task).expect(409);
  expect(await toldTo(node)).toEqual([task.task_id]);
  await giveBack(node, task);
  expect(await toldTo(node)).toBeUndefined();
  await until(async () => (await elsewhere()) === undefined, 'the other replica to forget it');
});

test('a report from an unaware node counts until the point is claimed again, and is refused after that', async () => {
  await givenRunning(world, 'w', configYaml({ teff: ['20000', '21000'] }, ONCE));
  const [late, refused] = [await node.claimSoon(), (await node.claim()) as TaskSpec];
  await cancel(late).expect(200);
  const { body } = await node.report(late, { seed: 'a seed' }).expect(200);
  expect(body).toMatchObject({ message: expect.stringMatching(/late/) });
  await cancel(refused).expect(200);
  const again = (await other.claim()) as TaskSpec;
  expect(again.point_name).toBe(refused.point_name);
  await node.report(refused).expect(409);
  expect(await node.claim()).toBeNull();
  await other.converge(again);
  expect((await pointsOf(world, 'w')).map(({ status }) => status)).toEqual(['converged', 'converged']);
  expect(await statusOf(world, 'w')).toBe('completed');
});

test('a task whose report arrives during the cancellation is either recorded or cancelled', async () => {
  await givenRunning(world, 'w', configYaml({}, ONCE));
  const task = await node.claimSoon();
  const rows = await lockRows(world, 'select from workflow for update');
  const report = node.report(task, { status: 'failed', converged: false }).then(({ status }) => status);
  await rows.untilBlocked(1);
  const cancelled = cancel(task).then(({ status }) => status);
  await rows.untilBlocked(2);
  await rows.release();
  expect([await report, await cancelled]).toEqual([200, 409]);
  expect(await toldTo(node)).toBeUndefined();
  expect((await pointsOf(world, 'w'))[0]).toMatchObject({ status: 'failed', attempt_count: 1 });
});

test('a held point is not handed out, keeps its workflow running, and resumes when released', async () => {
  const yaml = configYaml({ teff: ['20000', '21000'] }, 'atmosphere: {strategies: [cold_run, cold_run]}');
  await givenRunning(world, 'w', yaml);
  const [task, second] = [await node.claimSoon(), (await node.claim()) as TaskSpec];
  await node.fail(task);
  const retry = (await node.claim()) as TaskSpec;
  expect(retry.atmosphere_config.strategies).toEqual(['cold_run']);
  await cancel(retry, { hold: true, reason: 'needs more memory' }).expect(200);
  await node.converge(second);
  expect(await node.claim()).toBeNull();
  await untilSwept(world);
  expect(await statusOf(world, 'w')).toBe('running');
  const held = (await pointsOf(world, 'w')).find(({ name }) => name === retry.point_name);
  expect(held).toMatchObject({ status: 'pending', held: true, attempt_count: 2 });
  const { body } = await world.admin('get', `/api/workflows/w/points/${retry.point_name}/explain`).expect(200);
  expect(body).toMatchObject({ data: { reason: expect.stringMatching(/held back.*needs more memory/) } });
  // Neither pausing nor restarting releases the point.
  await world.admin('post', '/api/workflows/w/stop').expect(200);
  await start(world, 'w');
  expect(await node.claim()).toBeNull();
  const release = async (request: object) =>
    (await world.admin('post', '/api/workflows/w/points/release').send(request)) as { status: number; body: object };
  expect(await release({ point: second.point_name })).toMatchObject({ status: 409 });
  expect(await release({})).toMatchObject({ status: 200, body: { data: { released: 1 } } });
  const last = (await node.claim()) as TaskSpec;
  expect(last).toMatchObject({ point_name: retry.point_name, atmosphere_config: { strategies: ['cold_run'] } });
  await node.converge(last);
  expect(await statusOf(world, 'w')).toBe('completed');
});

test('a held point stays held after a late failure and is done after a late success', async () => {
  const yaml = configYaml({ teff: ['20000', '21000'] }, 'atmosphere: {strategies: [cold_run, cold_run]}');
  await givenRunning(world, 'w', yaml);
  const [failing, converging] = [await node.claimSoon(), (await node.claim()) as TaskSpec];
  for (const task of [failing, converging]) await cancel(task, { hold: true }).expect(200);
  await node.fail(failing);
  await node.converge(converging);
  expect(await node.claim()).toBeNull();
  const points = await pointsOf(world, 'w');
  expect(points).toMatchObject([{ status: 'pending', held: true }, { status: 'converged' }]);
  expect(points[1]).not.toHaveProperty('held');
  await world.admin('post', '/api/workflows/w/points/release').send({ point: failing.point_name }).expect(200);
  expect(((await node.claim()) as TaskSpec).atmosphere_config.strategies).toEqual(['cold_run']);
});

test('a held point whose next strategy needs a seed waits for a seed after its release', async () => {
  // These axes are out of reach of the models of other tests.
  const axes = { teff: ['20000', '21000'], logg: ['9.0'] };
  const yaml = configYaml(axes, 'atmosphere: {strategies: [cold_run, seed_step]}');
  await givenRunning(world, 'w', yaml);
  const [easy, hard] = [await node.claimSoon(), (await node.claim()) as TaskSpec];
  await cancel(hard, { hold: true }).expect(200);
  await node.fail(hard);
  await world.admin('post', '/api/workflows/w/points/release').send({}).expect(200);
  expect((await pointsOf(world, 'w'))[1]).toMatchObject({ status: 'pending' });
  await node.converge(easy);
  expect((await node.claimSoon()).seed_point_name).toBe(easy.point_name);
});

test('cancels all tasks of one node in all workflows, and none of other nodes', async () => {
  await givenRunning(world, 'a', configYaml({ teff: ['20000', '21000'] }, ONCE));
  await givenRunning(world, 'b', configYaml({ teff: ['20000', '21000'] }, ONCE));
  // Uses a separate node, because the other nodes may still hold tasks of deleted workflows.
  const busy = await givenNode(world, 'busy');
  const own = [await busy.claimSoon(), (await busy.claim()) as TaskSpec, (await busy.claim()) as TaskSpec];
  const foreign = await other.claimSoon();
  const { body } = await world.admin('post', '/api/admin/nodes/busy/cancel_tasks').send({ hold: true }).expect(200);
  expect(body).toMatchObject({ data: { cancelled: 3 } });
  expect(new Set((await toldTo(busy)) as string[])).toEqual(new Set(own.map(({ task_id: id }) => id)));
  const points = [...(await pointsOf(world, 'a')), ...(await pointsOf(world, 'b'))];
  expect(points.map(({ status }) => status).toSorted()).toEqual(['pending', 'pending', 'pending', 'running']);
  await other.converge(foreign);
});

test('refuses to cancel unknown tasks, ended tasks and tasks of unknown nodes', async () => {
  await givenRunning(world, 'w', configYaml({}, ONCE));
  const task = await node.claimSoon();
  await node.converge(task);
  await cancel(task).expect(409);
  await world.admin('post', '/api/tasks/00000000-0000-4000-8000-000000000000/cancel').send({}).expect(404);
  await world.admin('post', '/api/tasks/absent/cancel').send({}).expect(400);
  await world.admin('post', '/api/admin/nodes/nobody/cancel_tasks').send({}).expect(404);
});
