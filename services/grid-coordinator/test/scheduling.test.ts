import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { ClaimReply, FleetScheduling, SchedulingChange, TaskSpec } from '@almagest/contracts/grid';
import { deleteWorkflows } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenNode, givenRunning, pointsOf, useWorld, type TestNode } from './world.ts';

const world = useWorld();
const nodes: TestNode[] = [];
beforeAll(async () => {
  for (let index = 0; index < 12; index += 1) nodes.push(await givenNode(world, `n${index}`, 64));
});
afterEach(async () => {
  await world.admin('post', '/api/admin/resume').expect(200);
  await deleteWorkflows(world);
});

const TWENTY = { teff: Array.from({ length: 20 }, (_, index) => String(20_000 + 1_000 * index)) };

function one(): TestNode {
  return nodes[0] as TestNode;
}

async function schedule(name: string, change: SchedulingChange): Promise<void> {
  await world.admin('post', `/api/workflows/${name}/scheduling`).send(change).expect(200);
}

async function scheduling(): Promise<FleetScheduling> {
  const { body } = await world.admin('get', '/api/scheduling').expect(200);
  return (body as { data: FleetScheduling }).data;
}

async function claimMany(count: number): Promise<TaskSpec[]> {
  const tasks: TaskSpec[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const task = await one().claim();
    if (task !== null) tasks.push(task);
  }
  return tasks;
}

function countOf(tasks: readonly TaskSpec[], name: string): number {
  return tasks.filter(({ workflow_name: workflow }) => workflow === name).length;
}

async function claimAt(url: string, { token }: TestNode): Promise<TaskSpec | null> {
  const answer = await fetch(`${url}/api/task/claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ClaimReply).task;
}

test('a priority change applies at the next claim, and the other workflow continues after it', async () => {
  await givenRunning(world, 'a', configYaml(TWENTY));
  await givenRunning(world, 'b', configYaml({ logg: ['5.0', '5.1', '5.2', '5.3', '5.4', '5.5'] }));
  expect(countOf(await claimMany(4), 'b')).toBe(2);
  await schedule('b', { priority: 1 });
  expect((await scheduling()).workflows.map(({ name }) => name)).toEqual(['b', 'a']);
  expect((await claimMany(6)).map(({ workflow_name: name }) => name)).toEqual(['b', 'b', 'b', 'b', 'a', 'a']);
  await schedule('a', { priority: 1 });
  expect(countOf(await claimMany(3), 'a')).toBe(3);
});

test('divides running tasks in proportion to shares, even for simultaneous claims', async () => {
  await givenRunning(world, 'a', configYaml(TWENTY, 'scheduling: {share: 3}'));
  await givenRunning(world, 'b', configYaml({ ...TWENTY, logg: ['4.0'] }));
  const rows = await lockRows(world, 'select from node for update');
  const claims = nodes.map((node) => claimAt(world.url, node));
  await rows.untilBlocked(1);
  await rows.release();
  const tasks = (await Promise.all(claims)).filter((task) => task !== null);
  expect([countOf(tasks, 'a'), countOf(tasks, 'b')]).toEqual([9, 3]);
});

test('overlapping claims on two replicas never exceed a slot cap, and a finished task frees a slot', async () => {
  await givenRunning(world, 'capped', configYaml(TWENTY, 'scheduling: {max_slots: 5}'));
  await using replica = await world.startApi();
  // Both replicas have locked their nodes and wait for the count of the capped workflow, so neither sees the other's
  // tasks.
  const rows = await lockRows(world, 'select from workflow_service_order for update');
  const claims = nodes.map((node, index) => claimAt(index % 2 === 0 ? world.url : replica.url, node));
  await rows.untilBlocked(2);
  await rows.release();
  const replies = await Promise.all(claims);
  const held = replies.flatMap((task, index) => (task === null ? [] : [{ task, node: nodes[index] as TestNode }]));
  expect(held).toHaveLength(5);
  expect(await one().claim()).toBeNull();
  const [{ task, node }] = held as [(typeof held)[number]];
  await node.converge(task);
  expect(await claimAt(replica.url, one())).not.toBeNull();
  expect(await one().claim()).toBeNull();
  const waiting = (await pointsOf(world, 'capped', '&status=queued'))[0];
  const { body } = await world.admin('get', `/api/workflows/capped/points/${waiting?.name}/explain`).expect(200);
  expect((body as { data: { reason: string } }).data.reason).toMatch(/slot cap of 5/);
  // Lowering the cap ends no task. Raising it frees slots immediately.
  await schedule('capped', { max_slots: 2 });
  expect(await one().claim()).toBeNull();
  await schedule('capped', { max_slots: null });
  expect(await one().claim()).not.toBeNull();
  expect((await scheduling()).workflows).toMatchObject([{ name: 'capped', running: 6, max_slots: null }]);
});

test('the remaining slots of a capped workflow go to workflows of any priority', async () => {
  await givenRunning(world, 'first', configYaml(TWENTY, 'scheduling: {priority: 5, max_slots: 2}'));
  await givenRunning(world, 'second', configYaml({ ...TWENTY, logg: ['4.0'] }));
  const tasks = await claimMany(6);
  expect(tasks.map(({ workflow_name: name }) => name)).toEqual(['first', 'first', ...Array(4).fill('second')]);
});

test("saving a configuration sets only the values it changes and keeps an operator's settings", async () => {
  await givenRunning(world, 'w', configYaml({}, 'scheduling: {priority: 2, share: 3}'));
  await schedule('w', { priority: 7, max_slots: 9 });
  const save = async (more: string) =>
    await world
      .admin('put', '/api/workflows/w')
      .send({ name: 'w', config_yaml: configYaml({}, more) })
      .expect(200);
  await save('scheduling: {priority: 2, share: 4}');
  expect((await scheduling()).workflows).toMatchObject([{ priority: 7, share: 4, max_slots: 9 }]);
  await save('');
  expect((await scheduling()).workflows).toMatchObject([{ priority: 0, share: 1, max_slots: 9 }]);
});

test('while claims are paused, no replica hands out tasks, reports count, and status, metrics and explain show the pause', async () => {
  await givenRunning(world, 'w', configYaml(TWENTY));
  await using replica = await world.startApi();
  const held = (await one().claim()) as TaskSpec;
  const { body: paused } = await world.admin('post', '/api/admin/pause').send({ reason: 'storage' }).expect(200);
  const pause = (paused as { data: unknown }).data;
  expect(pause).toEqual({ since: expect.any(String), reason: 'storage' });
  expect([await one().claim(), await claimAt(replica.url, one())]).toEqual([null, null]);
  await one().converge(held);
  const [{ body: status }, { text: metrics }] = await Promise.all([
    world.admin('get', '/api/status').expect(200),
    world.anyone('get', '/metrics').expect(200),
  ]);
  expect(status).toMatchObject({ grid_stats: { converged: 1, running: 0 }, claims_paused: pause });
  expect(metrics).toMatch(/^grid_claims_paused 1$/m);
  const waiting = (await pointsOf(world, 'w', '&status=queued'))[0];
  const { body } = await world.admin('get', `/api/workflows/w/points/${waiting?.name}/explain`).expect(200);
  expect((body as { data: { reason: string } }).data.reason).toMatch(/claims are paused/);
  // A second pause changes the reason but not the start.
  const { body: again } = await world.admin('post', '/api/admin/pause').send({}).expect(200);
  expect(again).toMatchObject({ data: { since: (pause as { since: string }).since, reason: null } });
  await world.admin('post', '/api/admin/resume').expect(200);
  expect(await claimAt(replica.url, one())).not.toBeNull();
  expect((await world.admin('get', '/api/status').expect(200)).body).not.toHaveProperty('claims_paused');
});

test('refuses invalid scheduling and names the key', async () => {
  await givenRunning(world, 'w', configYaml());
  const refused = async (body: object) =>
    (await world.admin('post', '/api/workflows/w/scheduling').send(body).expect(400)).body as { message: string };
  expect((await refused({ share: 0 })).message).toMatch(/share/);
  expect((await refused({ priority: 1.5 })).message).toMatch(/priority/);
  expect((await refused({ max_slots: -1 })).message).toMatch(/max_slots/);
  expect((await refused({ slots: 1 })).message).toMatch(/slots/);
  await world.admin('post', '/api/workflows/none/scheduling').send({ share: 2 }).expect(404);
});
