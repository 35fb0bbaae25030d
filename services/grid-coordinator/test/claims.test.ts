import { beforeAll, expect, test } from '@jest/globals';
import type { ClaimReply, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { lockRows } from './row-locks.ts';
import { useCleanWorkflows } from './point-detail.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  givenWorkflow,
  pointsOf,
  statusOf,
  useWorld,
  type TestNode,
} from './world.ts';

const world = useWorld();
const nodes: TestNode[] = [];
beforeAll(async () => {
  for (let index = 0; index < 50; index += 1) nodes.push(await givenNode(world, `n${index}`, 64));
});
useCleanWorkflows(world);

function one(index = 0): TestNode {
  return nodes[index] as TestNode;
}

async function claimAt(url: string, node: TestNode): Promise<TaskSpec | null> {
  const answer = await fetch(`${url}/api/task/claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.token}` },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ClaimReply).task;
}

/** Creates a workflow and waits until all its points are written. */
async function givenOpen(name: string, yaml: string): Promise<void> {
  await givenRunning(world, name, yaml);
  await until(async () => (await statusOf(world, name)) === 'running', 'the workflow to be open');
}

const TWENTY = Array.from({ length: 20 }, (_, index) => String(20_000 + 1_000 * index));

test('fifty nodes that claim at once on two replicas each get a different task', async () => {
  await givenRunning(world, 'crowd', configYaml({ teff: TWENTY, logg: ['5.0', '5.5', '6.0'] }));
  await using replica = await world.startApi();
  // A claim first locks its node. While the nodes are locked, each replica has one waiting batch and fills another.
  const rows = await lockRows(world, 'select from node for update');
  const claims = nodes.map((node, index) => claimAt(index % 2 === 0 ? world.url : replica.url, node));
  await rows.untilBlocked(2);
  await rows.release();
  const tasks = (await Promise.all(claims)).filter((task) => task !== null);
  expect(new Set(tasks.map(({ task_id }) => task_id)).size).toBe(50);
  expect(new Set(tasks.map(({ point_name }) => point_name)).size).toBe(50);
  const [kept] = await world.sql(
    `select count(*)::int as tasks, count(distinct point_name)::int as points, count(distinct node_id)::int as nodes
     from task where status = 'running'`,
  );
  expect(kept).toEqual({ tasks: 50, points: 50, nodes: 50 });
  const points = await pointsOf(world, 'crowd');
  expect(points.filter(({ status }) => status === 'running')).toHaveLength(50);
  const { body } = await world.admin('get', '/api/workflows/crowd/stats').expect(200);
  expect(body).toMatchObject({ data: { total: 60, running: 50, queued: 10 } });
});

test('claims skip points locked by other transactions instead of waiting for them', async () => {
  await givenRunning(world, 'held', configYaml({ teff: TWENTY }));
  const rows = await lockRows(world, `select from point where wave < 15 for update`);
  const tasks = await Promise.all(nodes.slice(0, 10).map((node) => claimAt(world.url, node)));
  expect(tasks.map((task) => task?.wave ?? -1).toSorted((a, b) => a - b)).toEqual([
    -1, -1, -1, -1, -1, 15, 16, 17, 18, 19,
  ]);
  await rows.release();
  expect((await one(10).claim())?.wave).toBe(0);
});

test('skipped points are handed out without delay after all other points', async () => {
  await givenOpen('passed', configYaml({ teff: TWENTY }));
  const rows = await lockRows(world, `select from point where wave < 2 for update`);
  // Claims one by one, so that the cursor moves past the skipped point.
  for (let wave = 2; wave < 20; wave += 1) expect((await one(wave).claim())?.wave).toBe(wave);
  await rows.release();
  expect((await one(0).claim())?.wave).toBe(0);
  expect((await one(1).claim())?.wave).toBe(1);
  expect(await one(2).claim()).toBeNull();
});

test('a requeued point comes before points of higher waves, on every replica', async () => {
  await givenOpen('again', configYaml({ teff: TWENTY }, 'atmosphere: {strategies: [cold_run, cold_run]}'));
  await using replica = await world.startApi();
  const first = (await one(0).claim()) as TaskSpec;
  expect(first.wave).toBe(0);
  // The cursors of both replicas are past wave 0.
  for (let wave = 1; wave < 5; wave += 1)
    expect((await claimAt(wave % 2 === 0 ? world.url : replica.url, one(wave)))?.wave).toBe(wave);
  await one(0).fail(first);
  const retry = (await claimAt(replica.url, one(0))) as TaskSpec;
  expect(retry.point_name).toBe(first.point_name);
  expect((await one(5).claim())?.wave).toBe(5);
  await one(0).fail(retry);
  await world.admin('post', '/api/workflows/again/points/rearm').send({}).expect(200);
  expect((await one(6).claim())?.point_name).toBe(first.point_name);
  expect((await claimAt(replica.url, one(7)))?.wave).toBe(6);
});

test('surplus nodes get an empty response without an error', async () => {
  await givenRunning(world, 'few', configYaml({ teff: ['20000', '21000', '22000'] }));
  const rows = await lockRows(world, 'select from node for update');
  const claims = nodes.map((node) =>
    world.as(node.token, 'post', '/api/task/claim').then(({ body }) => body as ClaimReply),
  );
  await rows.untilBlocked(1);
  await rows.release();
  const replies = await Promise.all(claims);
  expect(replies.filter(({ status }) => status === 'ok')).toHaveLength(3);
  for (const reply of replies.filter(({ status }) => status !== 'ok'))
    expect(reply).toEqual({ status: 'empty', task: null });
});

test('two concurrent claims of one node get two tasks', async () => {
  await givenRunning(world, 'two', configYaml({ teff: TWENTY }));
  const tasks = await Promise.all(Array.from({ length: 8 }, () => one().claim()));
  expect(new Set(tasks.map((task) => task?.task_id)).size).toBe(8);
  expect((await one().claim())?.wave).toBe(8);
});

test('points are handed out by wave, then fewest attempts, then name', async () => {
  await givenRunning(
    world,
    'order',
    configYaml(
      { teff: ['20000', '22000'], logc: ['-5.0', '-4.0'], logn: ['-5.0', '-4.0'] },
      'atmosphere: {strategies: [cold_run, cold_run]}',
    ),
  );
  const listed = await pointsOf(world, 'order');
  const first = [await one().claimSoon(), await one().claimSoon()] as const;
  expect(first.map(({ point_name }) => point_name)).toEqual(listed.slice(0, 2).map(({ name }) => name));
  // With one more attempt than its neighbours in wave 1, the point follows them but precedes all of wave 2.
  await one().fail(first[1]);
  const rest: TaskSpec[] = [];
  for (let task = await one().claim(); task !== null; task = await one().claim()) rest.push(task);
  const waves = rest.map(({ wave }) => wave);
  expect(waves).toEqual([1, 1, 1, 2, 2, 2, 3]);
  expect(rest[2]?.point_name).toBe(first[1].point_name);
  const names = rest.slice(3, 6).map(({ point_name }) => point_name);
  expect(names).toEqual(names.toSorted());
});

test('two running workflows get equal shares, and an idle workflow leaves its share to the other', async () => {
  await givenRunning(world, 'large', configYaml({ teff: TWENTY }));
  const early = [await one().claim(), await one().claim(), await one().claim()];
  expect(early.map((task) => task?.workflow_name)).toEqual(['large', 'large', 'large']);
  await givenRunning(world, 'small', configYaml({ logg: ['5.0', '5.1', '5.2', '5.3', '5.4'] }));
  const names: (string | null | undefined)[] = [];
  for (let count = 0; count < 10; count += 1) names.push((await one().claim())?.workflow_name);
  // The other workflow has three running tasks, so the new workflow catches up first.
  expect(names.slice(0, 3)).toEqual(['small', 'small', 'small']);
  expect(names.filter((name) => name === 'small')).toHaveLength(5);
  expect(names.slice(3, 7).filter((name) => name === 'small')).toHaveLength(2);
  expect(names.slice(7)).toEqual(['large', 'large', 'large']);
});

test('many simultaneous claims are distributed fairly too', async () => {
  await givenRunning(world, 'a', configYaml({ teff: TWENTY }));
  await givenRunning(world, 'b', configYaml({ teff: TWENTY, logg: ['4.0'] }));
  const rows = await lockRows(world, 'select from node for update');
  const claims = nodes.slice(0, 20).map((node) => claimAt(world.url, node));
  await rows.untilBlocked(1);
  await rows.release();
  const shares = (await Promise.all(claims)).map((task) => task?.workflow_name);
  expect(shares.filter((name) => name === 'a')).toHaveLength(10);
  expect(shares.filter((name) => name === 'b')).toHaveLength(10);
});

test('with fewer slots than workflows, each workflow is served, in any order of replicas and tasks', async () => {
  const names = ['p', 'q', 'r', 's', 't'];
  for (const name of names) await givenRunning(world, name, configYaml({ teff: TWENTY.slice(0, 4) }));
  await using replica = await world.startApi();
  const served: (string | null | undefined)[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const task = await claimAt(turn % 2 === 0 ? world.url : replica.url, one());
    served.push(task?.workflow_name);
    await one().converge(task as TaskSpec, undefined);
  }
  for (const from of [0, 5, 10]) expect(new Set(served.slice(from, from + 5))).toEqual(new Set(names));
  // After a batch with fewer claims than workflows, the unserved workflows come first.
  const batch = async (size: number) => {
    const rows = await lockRows(world, 'select from node for update');
    const claims = nodes.slice(0, size).map((node) => claimAt(world.url, node));
    await rows.untilBlocked(1);
    await rows.release();
    const tasks = (await Promise.all(claims)) as TaskSpec[];
    await Promise.all(tasks.map((task, index) => (nodes[index] as TestNode).converge(task, undefined)));
    return tasks.map(({ workflow_name: name }) => name);
  };
  const first = await batch(3);
  expect(new Set([...first, ...(await batch(2))]).size).toBe(5);
});

test('workflows without queued points do not block the others', async () => {
  for (const name of ['x1', 'x2', 'x3']) await givenRunning(world, name, configYaml());
  await givenRunning(world, 'y', configYaml({ teff: TWENTY }));
  const drained: TaskSpec[] = [];
  while (new Set(drained.map(({ workflow_name: name }) => name)).size < 4)
    drained.push((await one().claim()) as TaskSpec);
  // The other workflows have fewer running tasks, but no queued points.
  for (let count = 0; count < 5; count += 1) expect((await one().claim())?.workflow_name).toBe('y');
});

test('a node never holds more tasks than slots, even with concurrent claims on two replicas', async () => {
  await givenRunning(world, 'slots', configYaml({ teff: TWENTY }));
  const small = await givenNode(world, 'small', 6);
  const held = (await small.claim()) as TaskSpec;
  const replica = await world.startApi();
  const rows = await lockRows(world, 'select from node for update');
  const claims = Array.from({ length: 12 }, (_, index) => claimAt(index % 2 === 0 ? world.url : replica.url, small));
  await rows.untilBlocked(2);
  await rows.release();
  // The first claim of each replica leaves a few slots, and the other claims of a replica form one batch.
  expect((await Promise.all(claims)).filter((task) => task !== null)).toHaveLength(5);
  await replica.stop();
  expect(await small.claim()).toBeNull();
  await small.converge(held);
  expect(await small.claim()).not.toBeNull();
  expect(await small.claim()).toBeNull();
  // The node registers again with more slots.
  await world.as(small.token, 'post', '/api/node/register').send({ node_id: 'small', max_slots: 7 }).expect(200);
  expect(await small.claim()).not.toBeNull();
  expect(await small.claim()).toBeNull();
});

test('hands out no task of a workflow while it is initializing', async () => {
  await givenWorkflow(
    world,
    'opening',
    configYaml({
      teff: TWENTY,
      logg: TWENTY.map((_, index) => (4 + index / 10).toFixed(1)),
      loghe: ['-1.0', '-2.0', '-3.0'],
    }),
  );
  // The first chunk is written and the second waits.
  const rows = await lockRows(
    world,
    `insert into expansion_chunk select id, 1, 1 from workflow where name = 'opening'`,
  );
  try {
    await world.admin('post', '/api/workflows/opening/start').expect(200);
    await rows.untilBlocked(1);
    expect((await world.sql('select from point limit 1')).length).toBe(1);
    expect(await statusOf(world, 'opening')).toBe('initializing');
    expect(await one().claim()).toBeNull();
  } finally {
    await rows.release();
  }
  expect((await one().claimSoon()).wave).toBe(0);
  expect(await statusOf(world, 'opening')).toBe('running');
});

test("a task's time limit starts when it is handed out, even if the claim had to wait", async () => {
  await givenRunning(world, 'clock', configYaml({}, 'timeout_sec: 3600'));
  const rows = await lockRows(world, 'select from node for update');
  const claim = claimAt(world.url, one());
  await rows.untilBlocked(1);
  await rows.release();
  const task = await claim;
  const [kept] = await world.sql(
    `select extract(epoch from deadline - created_at)::float8 as "timeSec" from task where id = $1`,
    [task?.task_id],
  );
  // The time limit plus two minutes for the report.
  expect(kept).toEqual({ timeSec: 3_720 });
});

test("a waiting claim gets no task if its node's token is reissued meanwhile", async () => {
  await givenRunning(world, 'late', configYaml({ teff: TWENTY }));
  const node = await givenNode(world, 'reissued', 4);
  expect(await node.claim()).not.toBeNull();
  const rows = await lockRows(world, `select from node where node_id = 'reissued' for update`);
  // The reissue and then the claim with the old token wait for the node, in this order.
  const reissued = world.admin('post', '/api/admin/nodes/reissued/reissue').then(({ status }) => status);
  await rows.untilBlocked(1);
  const claim = world.as(node.token, 'post', '/api/task/claim').then(({ status }) => status);
  await rows.untilBlocked(2);
  await rows.release();
  expect([await reissued, await claim]).toEqual([200, 401]);
  expect(await world.sql(`select from task where node_id = 'reissued'`)).toHaveLength(1);
});

test('a task whose report is recorded while a claim waits for its point is not handed out again', async () => {
  await givenOpen('reported', configYaml());
  const task = (await one().claim()) as TaskSpec;
  await one().beat(0);
  await one().beat(0);
  const report = await lockRows(
    world,
    `with ended as (update task set status = 'completed', completed_at = now() where id = $1)
     update point set status = 'converged' where name = $2`,
    [task.task_id, task.point_name],
  );
  const claim = one().claim();
  await report.untilBlocked(1);
  await report.commit();
  expect(await claim).toBeNull();
});

test('a task whose point another node got while a claim was waiting is not handed out again', async () => {
  await givenOpen('moved', configYaml());
  const task = (await one().claim()) as TaskSpec;
  await one().beat(0);
  await one().beat(0);
  // Reading the status stores the heartbeats.
  await world.admin('get', '/api/status').expect(200);
  await using replica = await world.startApi();
  // When the claim waits for this row, it has already found the task.
  const held = await lockRows(world, 'select from node_heartbeat where node_id = $1 for update', [one().id]);
  const claim = one().claim();
  await held.untilBlocked(1);
  await world.admin('post', `/api/tasks/${task.task_id}/cancel`).send({ reason: 'reboot' }).expect(200);
  const moved = await claimAt(replica.url, one(1));
  await held.release();
  expect([moved?.point_name, await claim]).toEqual([task.point_name, null]);
});
