import { describe, expect, test } from '@jest/globals';
import type { NodeDetail } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { NodeAdmin } from './node-admin.ts';
import { configYaml, givenNode, givenRunning, openWorld, pointsOf, TestNode, useWorld } from './world.ts';

const world = useWorld();
const nodes = new NodeAdmin(() => world);

async function detailOf(id: string): Promise<NodeDetail> {
  const { body } = await world.admin('get', `/api/admin/nodes/${id}`).expect(200);
  return (body as { data: NodeDetail }).data;
}

const remove = (id: string) => world.admin('delete', `/api/admin/nodes/${id}`);
const kindsOf = async (id: string) => (await detailOf(id)).registrations.map(({ kind, times }) => `${kind} ${times}`);

/** Shifts the times to simulate a node that was switched off an hour ago. */
async function fallSilent(id: string): Promise<void> {
  await world.sql(`update node_heartbeat set last_seen = last_seen - interval '1 hour' where node_id = $1`, [id]);
  await world.sql(`update node set status = 'offline', offline_since = now() - interval '1 hour' where node_id = $1`, [
    id,
  ]);
}

describe('a lost node', () => {
  test('is removed, but its results are kept', async () => {
    const id = nodes.freshId();
    const node = await givenNode(world, id, 4);
    await givenRunning(world, 'gone', configYaml({ teff: ['20000', '21000', '22000'] }));
    const [done, held, cancelled] = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
    await node.converge(done);
    await world.admin('post', `/api/tasks/${cancelled.task_id}/cancel`).send({}).expect(200);
    expect((await node.beat(1)).body).toMatchObject({ cancelled_tasks: [cancelled.task_id] });
    const online = await remove(id).expect(409);
    expect(online.body).toMatchObject({ message: expect.stringContaining('is online: stop its agent') });
    await fallSilent(id);
    await remove(id).expect(200);
    await remove(id).expect(404);
    await world.as(node.token, 'post', '/api/task/claim').expect(401);

    // The node's task is handed out again immediately, because a task may have no deadline.
    const queued = () => pointsOf(world, 'gone').then((all) => all.find(({ name }) => name === held.point_name));
    await until(async () => (await queued())?.status === 'queued', 'the point to be queued again');
    expect((await queued())?.last_error).toContain(`node ${id} was lost`);
    const { body } = await world.admin('get', `/api/workflows/gone/points/${done.point_name}`).expect(200);
    expect(body).toMatchObject({ data: { attempts: [{ node_id: id, status: 'completed' }] } });
    await world.admin('get', `/api/seed/${done.point_name}`).expect(200);

    // The reinstalled machine applies under its old name and is shown as a replacement.
    const applicant = await nodes.apply(id);
    const listed = await nodes.listed(id);
    expect(listed).toMatchObject({
      status: 'pending_approval',
      applied_from: '127.0.0.1',
      replaces: expect.any(String),
      contested: null,
      host: null,
      second_machine: null,
      running_tasks: 0,
      message: expect.stringContaining('replaces the node of this name that was removed'),
    });
    const token = await nodes.act('approve', id);
    const replacement = new TestNode(world, id, token);
    // The replacement inherits neither the cancelled tasks nor the record of failures.
    expect((await replacement.beat(0)).body).not.toHaveProperty('cancelled_tasks');
    expect(await world.sql('select from node_outcome where node_id = $1', [id])).toEqual([]);
    const again = await until(async () => (await replacement.claim()) ?? undefined, 'a task for the replacement');
    await replacement.converge(again);
    expect((await detailOf(id)).history).toMatchObject([{ workflow_name: 'gone', own: { converged: 2, failed: 0 } }]);
    expect(await kindsOf(id)).toEqual(['applied 1', 'removed 1', 'applied 1']);
    expect(applicant.secret).toMatch(/^gs_/);
    await world.admin('delete', '/api/workflows/gone').expect(200);
  });

  test('is not removed if it was heard from recently, with any status', async () => {
    const node = await nodes.given('online');
    await nodes.act('disable', node.id);
    const { body } = await remove(node.id).expect(409);
    expect(body).toMatchObject({
      message: expect.stringMatching(/was last heard from \d+ s ago\. .* silent for 90 s/),
    });
    expect(await nodes.statusOf(node.id)).toBe('disabled');
  });
});

describe('the registrations of a name', () => {
  test('show who requested it, and that someone else did too', async () => {
    const stranger = await nodes.given('pending_approval');
    const { id, secret } = await nodes.given('pending_approval');
    await nodes.register({ node_id: id, max_slots: 4 });
    await nodes.register({ node_id: id, max_slots: 4 });
    await nodes.register({ node_id: id, max_slots: 5 });
    expect(await nodes.listed(id)).toMatchObject({
      contested: { address: '127.0.0.1', at: expect.any(String) },
      message: expect.stringContaining("a machine without the node's secret applied for this name from 127.0.0.1"),
    });
    await nodes.register({ node_id: id, max_slots: 4, registration_secret: secret });
    await nodes.register({ node_id: stranger.id, max_slots: 4 });
    expect(await nodes.listed(id)).toMatchObject({ contested: null, message: null });
    const token = await nodes.act('approve', id);
    await nodes.register({ node_id: id, max_slots: 4 }, token);
    const refused = await world.anyone('post', '/api/node/register').send({ node_id: id, max_slots: 8 }).expect(401);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('ask to remove the node first') });
    expect(await nodes.listed(id)).toMatchObject({
      max_slots: 4,
      message: expect.stringContaining("a machine without the node's token applied for this name"),
    });
    expect(await kindsOf(id)).toEqual([
      'refused 1',
      'announced 1',
      'applied 1',
      'contested 1',
      'contested 2',
      'applied 1',
    ]);
  });

  test('of an unapproved name end with its application, and other names keep their newest', async () => {
    await using quiet = await openWorld({ worker: false });
    const quietNodes = new NodeAdmin(() => quiet);
    const never = await quietNodes.given('pending_approval');
    const [kept, removed] = [await quietNodes.given('offline'), await quietNodes.given('offline')];
    await quiet.admin('delete', `/api/admin/nodes/${removed.id}`).expect(200);
    const announced = `insert into node_registration (node_id, kind) select $1, 'announced' from generate_series(1, 101)`;
    await quiet.sql(announced, [kept.id]);
    await quiet.sql(`update node set applied_at = applied_at - interval '25 hours'`);
    await quiet.sql(`update node_registration set last_at = last_at - interval '25 hours'`);
    // A worker cleans up when it starts, and then every hour.
    await quiet.startWorker();
    const entries = (id: string) => quiet.sql('select id from node_registration where node_id = $1', [id]);
    await until(async () => (await entries(never.id)).length === 0, 'the entries to be gone');
    expect([await entries(kept.id), await entries(removed.id)].map(({ length }) => length)).toEqual([100, 2]);
  });
});

test('approving an application that was replaced does not approve the new application', async () => {
  const { id } = await nodes.given('pending_approval');
  const seen = (await nodes.listed(id))?.applied_at ?? '';
  await nodes.act('reject', id);
  await nodes.apply(id);
  const approve = (at: string) =>
    world.admin('post', `/api/admin/nodes/${id}/approve?applied_at=${encodeURIComponent(at)}`);
  const { body } = await approve(seen).expect(409);
  expect(body).toMatchObject({ message: expect.stringMatching(/has applied again since/) });
  expect(await nodes.statusOf(id)).toBe('pending_approval');
  await approve((await nodes.listed(id))?.applied_at ?? '').expect(200);
});

test('compares a node with other nodes on the same points', async () => {
  const [good, bad] = [await givenNode(world, 'good', 8), await givenNode(world, 'bad', 8)];
  await givenRunning(
    world,
    'compared',
    configYaml({ teff: ['20000', '21000', '22000'] }, 'atmosphere: {strategies: [cold_run, cold_run]}'),
  );
  const report = { agent_version: '0.3.0', engine_name: 'grey', engine_version: '1.2' };
  // The node fails two points and converges a third. Another node converges one of the failed points.
  const failed = [await bad.claimSoon(), await bad.claimSoon()] as const;
  for (const task of failed) await bad.report(task, { status: 'failed', converged: false, ...report }).expect(200);
  const held: string[] = [];
  for (let claimed = 0; claimed < 2; claimed += 1) {
    const task = await good.claimSoon();
    held.push(task.point_name);
    await good.converge(task);
  }
  const running = await bad.claimSoon();
  const shared = failed.filter(({ point_name: name }) => held.includes(name)).length;
  expect(shared).toBeGreaterThan(0);
  const detail = await detailOf('bad');
  expect(detail).toMatchObject({
    node: { node_id: 'bad', status: 'online', running_tasks: 1, max_slots: 8 },
    machine: { cpu_usage: 10, memory_usage: 20, ...report },
    running: [{ task_id: running.task_id, workflow_name: 'compared' }],
    history: [
      {
        workflow_name: 'compared',
        own: { converged: 0, failed: 2 },
        shared_points: shared,
        own_at_shared: { converged: 0, failed: shared },
        others_at_shared: { converged: shared, failed: 0 },
      },
    ],
    history_attempts: 2,
    registrations: [{ kind: 'applied', address: '127.0.0.1', max_slots: 8, times: 1 }],
  });
  await world.admin('get', '/api/admin/nodes/absent').expect(404);
});
