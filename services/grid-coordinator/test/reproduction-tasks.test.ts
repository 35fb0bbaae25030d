import { afterEach, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { POINT } from './model-calls.ts';
import { modelText } from './model-texts.ts';
import { expireTasks } from './overdue.ts';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { compared, givenComputed, PARAMS, reproduce, reproductions } from './reproduction-calls.ts';
import { lockRows } from './row-locks.ts';
import { givenNode, OFTEN_SWEPT, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const first = useNode(world, 'n1');
const second = useNode(world, 'n2');
afterEach(async () => {
  await deleteWorkflows(world);
  await world.sql('delete from current_model');
  await world.sql('delete from model');
  await world.sql('delete from cancelled_task');
});

test("a lost reproduction waits for a node again, and fails after a point's allowed number of losses", async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  await expireTasks(world, task.task_id);
  expect(await reproductions(world)).toMatchObject([
    { status: 'waiting', losses: 1, error: expect.stringMatching(/within the time limit/) },
  ]);
  const again = (await second.claim()) as TaskSpec;
  expect(again.task_id).not.toBe(task.task_id);
  // The first node is too late, because its task was handed out again.
  await second.report(task, { seed: modelText(PARAMS) }).expect(409);
  await world
    .as(second.token, 'post', '/api/task/return')
    .send({ task_id: again.task_id, reason: 'no disk' })
    .expect(200);
  expect(await reproductions(world)).toMatchObject([
    { status: 'failed', losses: 2, error: expect.stringMatching(/no disk/) },
  ]);
  expect((await detailOf(world, 'w', POINT)).point).toMatchObject({ status: 'converged', attempt_count: 1 });
  expect(await statusOf(world, 'w')).toBe('completed');
});

test('a late report of a reproduction counts unless another node has the task', async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  await expireTasks(world, task.task_id);
  const { body } = await second.report(task, { seed: modelText(PARAMS) }).expect(200);
  expect(body).toMatchObject({ message: expect.stringMatching(/late/) });
  expect(await second.claim()).toBeNull();
  expect(await compared(world)).toMatchObject({ difference: { model: { identical: true } } });
});

test('a reproduction is handed out again when its first reply was lost', async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  await second.beat(0);
  await second.beat(0);
  expect(await second.claim()).toEqual(task);
});

test('a reproduction whose report is recorded while a claim waits for its point is not handed out again', async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  await second.beat(0);
  await second.beat(0);
  const held = await lockRows(world, 'select from reproduction for update');
  const report = second.report(task, { seed: modelText(PARAMS) }).then(({ status }) => status);
  await held.untilBlocked(1);
  const claim = second.claim();
  await held.untilBlocked(2);
  await held.release();
  expect([await report, await claim]).toEqual([200, null]);
});

test('a reproduction that another node got while a claim was waiting is not handed out again', async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  await second.beat(0);
  await second.beat(0);
  // Reading the status stores the heartbeats.
  await world.admin('get', '/api/status').expect(200);
  const third = await givenNode(world, 'n3');
  await using replica = await world.startApi();
  // When the claim waits for this row, it has already found the task.
  const held = await lockRows(world, 'select from node_heartbeat where node_id = $1 for update', [second.id]);
  const claim = second.claim();
  await held.untilBlocked(1);
  await world.admin('post', `/api/tasks/${task.task_id}/cancel`).send({ reason: 'reboot' }).expect(200);
  const headers = { authorization: `Bearer ${third.token}` };
  const claimed = await fetch(`${replica.url}/api/task/claim`, { method: 'POST', headers });
  await held.release();
  expect(await claimed.json()).toMatchObject({ task: { point_name: POINT } });
  expect(await claim).toBeNull();
});

test('a reproduction can be cancelled like any task, and ends when withdrawn', async () => {
  await givenComputed(world, first);
  const { requested } = await reproduce(world, [POINT]);
  const [id = 0] = requested.map((one) => one.id);
  const task = (await second.claim()) as TaskSpec;
  await world.admin('post', `/api/tasks/${task.task_id}/cancel`).send({ reason: 'reboot' }).expect(200);
  expect(await reproductions(world)).toMatchObject([{ status: 'waiting', losses: 0 }]);
  const again = (await second.claim()) as TaskSpec;
  await world.admin('delete', `/api/workflows/w/reproductions/${id}`).expect(200);
  expect(await reproductions(world)).toMatchObject([{ status: 'withdrawn' }]);
  expect((await second.beat(1)).body).toMatchObject({ cancelled_tasks: expect.arrayContaining([again.task_id]) });
  await second.report(again, { seed: modelText(PARAMS) }).expect(409);
  await world.admin('delete', `/api/workflows/w/reproductions/${id}`).expect(409);
  await world.admin('delete', '/api/workflows/w/reproductions/9999').expect(404);
  expect(await first.claim()).toBeNull();
  expect((await detailOf(world, 'w', POINT)).point).toMatchObject({ status: 'converged', attempt_count: 1 });
});

test('a reproduction ends when its workflow is deleted', async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  await deleteWorkflows(world);
  await second.report(task, { seed: modelText(PARAMS) }).expect(409);
  await until(async () => (await world.sql('select from reproduction')).length === 0, 'its rows to be removed');
});

test('a process without support for reproductions cannot record their reports', async () => {
  await givenComputed(world, first);
  await reproduce(world, [POINT]);
  const task = (await second.claim()) as TaskSpec;
  const before = await detailOf(world, 'w', POINT);
  // Simulates an earlier version, which ends the task like an attempt at its point.
  const asBefore = `with ended as (update task set status = 'failed', completed_at = now() where id = $1 returning id)
    update point set status = 'failed', last_error = 'diverged' from ended where name = $2`;
  await expect(world.sql(asBefore, [task.task_id, POINT])).rejects.toThrow(
    `task ${task.task_id} has ended, but its reproduction`,
  );
  expect(await detailOf(world, 'w', POINT)).toEqual(before);
  // The repeated report reaches a process of this version.
  await second.report(task, { seed: modelText(PARAMS) }).expect(200);
  expect((await compared(world)).reproduced).toMatchObject({ task_id: task.task_id });
});
