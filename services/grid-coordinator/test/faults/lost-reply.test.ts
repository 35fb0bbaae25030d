import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import request from 'supertest';
import { configYaml, givenNode, givenRunning, openWorld, TestNode, type World } from '../world.ts';
import { lockRows } from '../row-locks.ts';

let world: World;
let replica: { url: string; stop: () => Promise<void> };
beforeAll(async () => {
  world = await openWorld();
  replica = await world.startApi();
});
afterAll(async () => {
  await replica.stop();
  await world.close();
});

const FOUR = configYaml({ teff: ['20000', '22000'], logg: ['5.0', '5.5'] }, 'timeout_sec: 0');

/** Returns the same node, connected to the other API process. */
function throughReplica(node: TestNode): TestNode {
  const as: World['as'] = (token, method, path) =>
    request(replica.url)[method](path).set('Authorization', `Bearer ${token}`);
  return new TestNode({ ...world, as }, node.id, node.token);
}

/** Sends three heartbeats without a task, one more than needed to detect a lost reply, and claims. */
async function claimAgain(node: TestNode): Promise<TaskSpec | null> {
  await node.beat(0);
  await node.beat(0);
  await node.beat(0);
  return await node.claim();
}

/** Makes the API process store its received heartbeats, a side effect of reading the status. */
async function flush(): Promise<void> {
  await world.admin('get', '/api/status').expect(200);
}

test('hands out a task again after a lost reply, even if a heartbeat overtook the claim', async () => {
  await givenRunning(world, 'overtaken', FOUR);
  const node = await givenNode(world, 'overtaken');
  // Every claim locks its node's row, so this claim begins before the heartbeat and commits after it.
  const held = await lockRows(world, 'select from node where node_id = $1 for no key update', ['overtaken']);
  const claim = node.claim();
  await held.untilBlocked(1);
  await node.beat(0);
  await flush();
  await held.release();
  const lost = await claim;
  expect(lost).not.toBeNull();
  expect(await claimAgain(node)).toMatchObject({ task_id: lost?.task_id });
  await world.admin('delete', '/api/workflows/overtaken').expect(200);
});

test('a delayed heartbeat in another API process does not confirm tasks claimed after it', async () => {
  await givenRunning(world, 'kept', FOUR);
  const node = await givenNode(world, 'kept');
  const first = await node.claimSoon();
  // While this lock is held, heartbeats can be read but not written.
  const held = await lockRows(world, 'lock table node_heartbeat in share mode');
  await node.beat(1);
  const other = throughReplica(node);
  await other.converge(first);
  const lost = await other.claim();
  expect(lost).not.toBeNull();
  await held.untilBlocked(1);
  await held.release();
  await flush();
  expect(await claimAgain(node)).toMatchObject({ task_id: lost?.task_id });
  await world.admin('delete', '/api/workflows/kept').expect(200);
});

test('a task whose report is being recorded is not handed out again', async () => {
  await givenRunning(world, 'settled', FOUR);
  const node = await givenNode(world, 'settled');
  const task = await node.claimSoon();
  for (let beats = 0; beats < 3; beats += 1) await node.beat(0);
  // The report holds the point and waits for its task. The claim finds the task running and waits for the point.
  const held = await lockRows(world, 'select from task where id = $1 for update', [task.task_id]);
  const report = node.fail(task);
  await held.untilBlocked(1);
  const claim = node.claim();
  await held.untilBlocked(2);
  await held.release();
  await report;
  const next = await claim;
  expect(next?.task_id).not.toBe(task.task_id);
  await world.admin('delete', '/api/workflows/settled').expect(200);
});

test('tasks confirmed by heartbeats are not redelivered: two claims get two tasks', async () => {
  await givenRunning(world, 'shown', FOUR);
  const node = await givenNode(world, 'shown');
  const first = await node.claimSoon();
  await node.beat(1);
  await flush();
  const second = await claimAgain(node);
  expect(second?.task_id).not.toBe(first.task_id);
  await world.admin('delete', '/api/workflows/shown').expect(200);
});

test('a task that was claimed after the first low heartbeat is not taken for the lost task', async () => {
  await givenRunning(world, 'early', FOUR);
  const node = await givenNode(world, 'early');
  const lost = await node.claimSoon();
  await node.beat(0);
  const known = await node.claimSoon();
  expect(known.task_id).not.toBe(lost.task_id);
  await node.beat(1);
  expect(await node.claim()).toMatchObject({ task_id: lost.task_id });
  // Until its heartbeats are low again, the node gets new tasks.
  expect([lost.task_id, known.task_id]).not.toContain((await node.claimSoon()).task_id);
  await world.admin('delete', '/api/workflows/early').expect(200);
});

test('a repeatedly redelivered task gets its full time limit each time', async () => {
  await givenRunning(world, 'limited', FOUR.replace('timeout_sec: 0', 'timeout_sec: 600'));
  const node = await givenNode(world, 'limited');
  const task = await node.claimSoon();
  const left = async () => {
    const [row] = await world.sql<{ seconds: number }>(
      'select extract(epoch from deadline - now())::float8 as seconds from task where id = $1',
      [task.task_id],
    );
    return row?.seconds ?? 0;
  };
  const limit = await left();
  for (let turn = 0; turn < 4; turn += 1) {
    // Shifts the stored times to simulate a wait.
    await world.sql(
      `update task set created_at = created_at - interval '300 s', redelivered_at = redelivered_at - interval '300 s',
         deadline = deadline - interval '300 s' where id = $1`,
      [task.task_id],
    );
    expect(await claimAgain(node)).toMatchObject({ task_id: task.task_id });
    expect(Math.abs((await left()) - limit)).toBeLessThan(60);
  }
  await world.admin('delete', '/api/workflows/limited').expect(200);
});

test('hands out a task again if heartbeats seemed to confirm it but then stay low', async () => {
  await givenRunning(world, 'taken', FOUR);
  const node = await givenNode(world, 'taken');
  const reported = await node.claimSoon();
  // The reply to this report is lost too. The node still counts this task, and does not know of the other task.
  await node.fail(reported);
  const lost = await node.claimSoon();
  await node.beat(1);
  await flush();
  const other = await claimAgain(node);
  expect(other?.task_id).not.toBe(lost.task_id);
  await node.beat(1);
  await flush();
  for (let beats = 0; beats < 10; beats += 1) await node.beat(1);
  await flush();
  expect(await node.claim()).toMatchObject({ task_id: lost.task_id });
  await world.admin('delete', '/api/workflows/taken').expect(200);
});

test('hands out lost tasks again to a node that registers again, and no tasks of other nodes', async () => {
  await givenRunning(world, 'restarted', FOUR);
  const [node, calm] = [await givenNode(world, 'restarted'), await givenNode(world, 'calm')];
  const task = await node.claimSoon();
  const held = await calm.claimSoon();
  for (const one of [node, calm]) await one.beat(1);
  await flush();
  await world.as(node.token, 'post', '/api/node/register').send({ node_id: node.id, max_slots: 4 }).expect(200);
  expect(await claimAgain(node)).toMatchObject({ task_id: task.task_id });
  expect((await claimAgain(calm))?.task_id).not.toBe(held.task_id);
  await until(async () => (await node.report(task)).status === 200);
});
