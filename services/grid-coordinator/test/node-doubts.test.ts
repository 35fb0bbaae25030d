import { afterEach, describe, expect, test } from '@jest/globals';
import type { AdminNode, TaskSpec } from '@almagest/contracts/grid';
import { deleteWorkflows } from './point-detail.ts';
import { configYaml, givenNode, givenRunning, pointsOf, statusOf, useWorld, type TestNode } from './world.ts';

const world = useWorld();
let number = 0;
afterEach(async () => {
  await deleteWorkflows(world);
  // Disables the nodes of earlier tests.
  await world.sql(`update node set status = 'disabled' where status = 'online'`);
});

const THIRTY = configYaml({ teff: Array.from({ length: 30 }, (_, index) => String(20_000 + 500 * index)) });

async function givenFleet(...names: string[]): Promise<TestNode[]> {
  number += 1;
  const nodes: TestNode[] = [];
  for (const name of names) nodes.push(await givenNode(world, `${name}-${number}`, 4));
  return nodes;
}

async function listed(node: TestNode): Promise<AdminNode> {
  const { body } = await world.admin('get', '/api/admin/nodes').expect(200);
  return (body as { data: AdminNode[] }).data.find(({ node_id: id }) => id === node.id) as AdminNode;
}

async function converge(node: TestNode, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await node.converge(await node.claimSoon());
}

/** Fails every task that the node gets, and returns the tasks. */
async function failAll(node: TestNode): Promise<TaskSpec[]> {
  const failed: TaskSpec[] = [];
  for (let task = await node.claim(); task !== null; task = await node.claim()) {
    await node.fail(task);
    failed.push(task);
  }
  return failed;
}

async function letPauseEnd(node: TestNode): Promise<void> {
  await world.sql(`update node set paused_until = now() - interval '1 second' where node_id = $1`, [node.id]);
}

async function minutesOfPause(node: TestNode): Promise<number> {
  const { paused_until: until } = await listed(node);
  return until === null ? 0 : Math.ceil((Date.parse(until) - Date.now()) / 60_000);
}

describe('a node that immediately fails every task', () => {
  test('is paused without losing a point: others get the same tasks', async () => {
    await givenRunning(world, 'w', THIRTY);
    const [broken, honest] = (await givenFleet('broken', 'honest')) as [TestNode, TestNode];
    await converge(honest, 5);
    const failed = await failAll(broken);
    expect(new Set(failed.map(({ point_name: name }) => name)).size).toBeLessThanOrEqual(6);
    expect(await listed(broken)).toMatchObject({
      status: 'online',
      paused_until: expect.any(String),
      message: expect.stringContaining('it fails points that converge on other nodes'),
    });
    const { text } = await world.admin('get', '/metrics').expect(200);
    expect(text).toMatch(/^grid_paused_nodes 1$/m);
    // Other nodes get these points like untried points, with the same strategy and the full remaining chain.
    const types = new Map<string, string>();
    for (let task = await honest.claim(); task !== null; task = await honest.claim()) {
      types.set(task.point_name, `${task.task_type} of ${task.atmosphere_config.strategies.join(', ')}`);
      await honest.converge(task);
    }
    expect(failed.map(({ point_name: name }) => types.get(name))).toEqual(
      failed.map(() => 'cold_run of cold_run, seed_step'),
    );
    expect(await statusOf(world, 'w')).toBe('completed');
    expect((await pointsOf(world, 'w')).filter(({ status }) => status !== 'converged')).toEqual([]);
    const { body } = await world.admin('get', '/api/workflows/w/stats').expect(200);
    expect(body).toMatchObject({ data: { total: 30, converged: 30, failed: 0, pending: 0, queued: 0, running: 0 } });
  });

  test('is not charged for failures, even final failures, from before any other node had reported', async () => {
    await givenRunning(world, 'w', `${THIRTY}atmosphere: {strategies: [cold_run]}`);
    const [broken, honest] = (await givenFleet('broken', 'honest')) as [TestNode, TestNode];
    const held = await honest.claimSoon();
    for (let time = 0; time < 20; time += 1) await broken.fail(await broken.claimSoon());
    expect(await pointsOf(world, 'w', '&status=failed')).toHaveLength(20);
    // The first model from another node is evidence against the broken node, which becomes suspect at its next failure.
    await honest.converge(held);
    expect(await failAll(broken)).toHaveLength(1);
    for (let task = await honest.claim(); task !== null; task = await honest.claim()) await honest.converge(task);
    expect((await pointsOf(world, 'w')).filter(({ status }) => status !== 'converged')).toEqual([]);
  });

  test('gets back only its own failures since its last success, at points at which it was the last to fail', async () => {
    await givenRunning(world, 'w', `${THIRTY}atmosphere: {strategies: [cold_run, cold_run]}`);
    const [broken, honest] = (await givenFleet('broken', 'honest')) as [TestNode, TestNode];
    await converge(honest, 5);
    const [twice, fine] = [await broken.claimSoon(), await broken.claimSoon()];
    await broken.fail(twice);
    await broken.converge(fine);
    await broken.fail(await broken.claimSoon());
    const [first, second] = [await broken.claimSoon(), await honest.claimSoon()];
    await broken.fail(first);
    await honest.fail(second);
    const [again, last] = [await honest.claimSoon(), await broken.claimSoon()];
    expect([again.point_name, last.point_name]).toEqual([first.point_name, second.point_name]);
    await honest.fail(again);
    await broken.fail(last);
    await failAll(broken);
    const attempts = (point: string) =>
      world.sql('select node_id, doubted from task where point_name = $1 order by created_at', [point]);
    expect(await attempts(twice.point_name)).toEqual([
      { node_id: broken.id, doubted: false },
      { node_id: broken.id, doubted: true },
    ]);
    expect(await attempts(first.point_name)).toEqual([
      { node_id: broken.id, doubted: false },
      { node_id: honest.id, doubted: false },
    ]);
    expect(await attempts(second.point_name)).toEqual([
      { node_id: honest.id, doubted: false },
      { node_id: broken.id, doubted: true },
    ]);
    const failed = await pointsOf(world, 'w', '&status=failed');
    expect(failed.map(({ name }) => name)).toEqual([first.point_name]);
  });

  test('gets one task after each pause, no reproduction and no task that it has failed, and the pauses grow', async () => {
    await givenRunning(world, 'w', THIRTY);
    const [broken, honest] = (await givenFleet('broken', 'honest')) as [TestNode, TestNode];
    await converge(honest, 5);
    const seen = new Set((await failAll(broken)).map(({ point_name: name }) => name));
    const [{ name: converged } = { name: '' }] = await pointsOf(world, 'w', '&status=converged');
    const points = [converged];
    await world.admin('post', '/api/workflows/w/reproductions').send({ points }).expect(200);
    seen.add(converged);
    const minutes = [await minutesOfPause(broken)];
    for (let trial = 0; trial < 3; trial += 1) {
      await letPauseEnd(broken);
      const task = (await broken.claim()) as TaskSpec;
      expect(seen.has(task.point_name)).toBe(false);
      seen.add(task.point_name);
      expect(await broken.claim()).toBeNull();
      await broken.fail(task);
      minutes.push(await minutesOfPause(broken));
    }
    expect(minutes).toEqual([1, 2, 4, 8]);
    // After the repair, each converged model shortens the pauses by one step.
    for (let trial = 0; trial < 4; trial += 1) {
      expect(await listed(broken)).not.toMatchObject({ message: null });
      await letPauseEnd(broken);
      await broken.converge((await broken.claim()) as TaskSpec);
    }
    expect(await listed(broken)).toMatchObject({ paused_until: null, message: null });
    expect([await broken.claim(), await broken.claim()]).not.toContain(null);
  });

  test('gets its points again if no other node is left', async () => {
    await givenRunning(world, 'w', configYaml({ teff: Array.from({ length: 14 }, (_, index) => String(index + 1)) }));
    const [broken, honest] = (await givenFleet('broken', 'honest')) as [TestNode, TestNode];
    await converge(honest, 5);
    const failed = (await failAll(broken)).map(({ point_name: name }) => name);
    await world.admin('post', `/api/admin/nodes/${honest.id}/disable`).expect(200);
    const computed: string[] = [];
    while (computed.length < 9) {
      await letPauseEnd(broken);
      const task = (await broken.claim()) as TaskSpec;
      computed.push(task.point_name);
      await broken.converge(task);
    }
    expect(failed).toContain(computed[0]);
    expect(await statusOf(world, 'w')).toBe('completed');
  });

  test('is no longer suspect after an operator disables and enables it', async () => {
    await givenRunning(world, 'w', THIRTY);
    const [broken, honest] = (await givenFleet('broken', 'honest')) as [TestNode, TestNode];
    await converge(honest, 5);
    await failAll(broken);
    for (const action of ['disable', 'enable'])
      await world.admin('post', `/api/admin/nodes/${broken.id}/${action}`).expect(200);
    await broken.beat(0);
    expect(await listed(broken)).toMatchObject({ paused_until: null, message: null });
    await broken.fail((await broken.claim()) as TaskSpec);
    expect(await broken.claim()).not.toBeNull();
  });
});

test('if all nodes fail, none is blamed or paused for long, and strategies are consumed', async () => {
  await givenRunning(world, 'w', THIRTY);
  const fleet = await givenFleet('a', 'b', 'c');
  for (let round = 0; round < 14; round += 1)
    for (const node of fleet) {
      const task = await node.claim();
      if (task !== null) await node.fail(task);
    }
  for (const node of fleet) expect(await listed(node)).toMatchObject({ paused_until: null, message: null });
  expect(await world.sql('select from task where doubted')).toEqual([]);
});

test('a node that gets only points that failed before is not blamed for them', async () => {
  await givenRunning(world, 'w', THIRTY);
  const [first, second] = (await givenFleet('first', 'second')) as [TestNode, TestNode];
  for (let task = 0; task < 10; task += 1) await first.fail(await first.claimSoon());
  await converge(first, 20);
  for (let task = 0; task < 10; task += 1) await second.fail(await second.claimSoon());
  expect(await listed(second)).toMatchObject({ paused_until: null, message: null });
  expect(await world.sql('select from task where doubted')).toEqual([]);
});

test('a failure confirmed by another node counts once and reduces the suspicion', async () => {
  await givenRunning(
    world,
    'w',
    configYaml(
      { teff: Array.from({ length: 15 }, (_, index) => String(index + 1)) },
      'atmosphere: {strategies: [cold_run]}',
    ),
  );
  const [suspect, honest] = (await givenFleet('suspect', 'honest')) as [TestNode, TestNode];
  await converge(honest, 5);
  const failed = new Set((await failAll(suspect)).map(({ point_name: name }) => name));
  let task = (await honest.claim()) as TaskSpec;
  while (!failed.has(task.point_name)) {
    await honest.converge(task);
    task = (await honest.claim()) as TaskSpec;
  }
  await honest.fail(task);
  const [point] = (await pointsOf(world, 'w')).filter(({ name }) => name === task.point_name);
  expect(point).toMatchObject({ status: 'failed', attempt_count: 2 });
  expect(await listed(suspect)).toMatchObject({ paused_until: null, message: null });
});
