import { describe, expect, test } from '@jest/globals';
import type { AdminNode, ClusterStatus } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { NodeAdmin } from './node-admin.ts';
import { lockRows } from './row-locks.ts';
import { givenNode, openWorld, useWorld } from './world.ts';

const world = useWorld();
const nodes = new NodeAdmin(() => world);

const RFC3339_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const sentence = expect.stringMatching(/\S/);
const refusedNode = { status: 'error', message: sentence };

describe('an application', () => {
  test('returns a secret once, which alone identifies the applicant', async () => {
    const id = nodes.freshId();
    const first = await nodes.register({ node_id: id, max_slots: 4 });
    expect(first).toEqual({
      status: 'pending_approval',
      message: sentence,
      node_token: null,
      registration_secret: expect.stringMatching(/^gs_[A-Za-z0-9_-]{43}$/),
    });
    const again = await nodes.register({ node_id: id, max_slots: 16 });
    expect(again).toEqual({ ...first, registration_secret: null });
    expect(await nodes.listed(id)).toMatchObject({ max_slots: 4 });
    const proven = await nodes.register({ node_id: id, max_slots: 16, registration_secret: first.registration_secret });
    expect(proven).toEqual({ ...first, registration_secret: null });
    expect(await nodes.listed(id)).toMatchObject({ max_slots: 16 });
  });

  test('for one name by twenty clients at once gives the secret to exactly one', async () => {
    const id = nodes.freshId();
    const replies = await Promise.all(Array.from({ length: 20 }, () => nodes.register({ node_id: id, max_slots: 4 })));
    expect(replies.filter(({ registration_secret }) => registration_secret !== null)).toHaveLength(1);
    expect(replies.every(({ status }) => status === 'pending_approval')).toBe(true);
  });

  test('after a rejection invalidates the earlier secret', async () => {
    const earlier = await nodes.given('rejected');
    expect(await nodes.poll(earlier)).toEqual({ status: 'rejected', message: sentence, node_token: null });
    const anew = await nodes.apply(earlier.id);
    expect(anew.secret).not.toBe(earlier.secret);
    await world
      .anyone('post', '/api/node/check_status')
      .send({ node_id: earlier.id, registration_secret: earlier.secret })
      .expect(401);
    expect(await nodes.poll(anew)).toMatchObject({ status: 'pending_approval', node_token: null });
  });

  test('undecided for a day can be replaced by the application of another node', async () => {
    const earlier = await nodes.given('pending_approval');
    await world.sql(`update node set applied_at = applied_at - interval '24 hours 1 minute' where node_id = $1`, [
      earlier.id,
    ]);
    const anew = await nodes.register({ node_id: earlier.id, max_slots: 2 });
    expect(anew.registration_secret).toMatch(/^gs_/);
    expect(anew.registration_secret).not.toBe(earlier.secret);
    expect(await nodes.listed(earlier.id)).toMatchObject({ status: 'pending_approval', max_slots: 2 });
  });

  test('older than a day is removed by the worker', async () => {
    await using quiet = await openWorld({ worker: false });
    const quietNodes = new NodeAdmin(() => quiet);
    const [old, young] = [await quietNodes.given('pending_approval'), await quietNodes.given('pending_approval')];
    await quiet.sql(`update node set applied_at = applied_at - interval '24 hours' where node_id = $1`, [old.id]);
    // A worker cleans up when it starts, and then every hour.
    await quiet.startWorker();
    await until(async () => (await quietNodes.statusOf(old.id)) === 'unknown', 'the old application to be gone');
    expect(await quietNodes.statusOf(young.id)).toBe('pending_approval');
  });

  test('gets the same answer for an unknown node and a wrong secret', async () => {
    const node = await nodes.given('offline');
    const ask = (id: string) =>
      world.anyone('post', '/api/node/check_status').send({ node_id: id, registration_secret: 'gs_wrong' });
    const [unknown, wrong] = [await ask(nodes.freshId()), await ask(node.id)];
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.body).toEqual(refusedNode);
  });

  test.each(['a', 'Z9', '...', '-', '_', 'a.b-c_d', 'n'.repeat(64)])('may name the node %j', async (id) => {
    expect(await nodes.register({ node_id: id, max_slots: 1 })).toMatchObject({ status: 'pending_approval' });
  });

  test.each([
    '',
    '.',
    '..',
    ' ',
    'a b',
    'a/b',
    '../a',
    'a\\b',
    'a\u0000',
    'a\n',
    'é',
    'n'.repeat(65),
    null,
    7,
    ['a'],
    {},
  ])('cannot name the node %j', async (id) => {
    const { body } = await world.anyone('post', '/api/node/register').send({ node_id: id, max_slots: 1 }).expect(400);
    expect(body).toEqual({ status: 'error', message: expect.stringContaining('node_id') });
  });

  test.each([1, 4096])('can offer %p slots', async (max_slots) => {
    const id = nodes.freshId();
    await nodes.register({ node_id: id, max_slots });
    expect(await nodes.listed(id)).toMatchObject({ max_slots });
  });

  test.each([0, -1, 1.5, 4097, 1e9, '4', true, null, undefined, [4]])('cannot offer %p slots', async (max_slots) => {
    const { body } = await world
      .anyone('post', '/api/node/register')
      .send({ node_id: 'too-many', max_slots })
      .expect(400);
    expect(body).toEqual({ status: 'error', message: expect.stringContaining('max_slots') });
    expect(await nodes.listed('too-many')).toBeUndefined();
  });
});

describe('a token', () => {
  test('is shown to the administrator, and to the applicant exactly once', async () => {
    const node = await nodes.given('pending_approval');
    expect(await nodes.poll(node)).toEqual({ status: 'pending_approval', message: sentence, node_token: null });
    const { body } = await world.admin('post', `/api/admin/nodes/${node.id}/approve`).expect(200);
    const token = (body as { data: { node_token: string } }).data.node_token;
    expect(body).toEqual({
      success: true,
      message: sentence,
      data: { node_id: node.id, status: 'offline', node_token: expect.stringMatching(/^gn_[A-Za-z0-9_-]{43}$/) },
    });
    expect(await nodes.poll(node)).toEqual({ status: 'approved', message: sentence, node_token: token });
    expect(await nodes.poll(node)).toEqual({ status: 'approved', message: sentence, node_token: null });
    expect((await nodes.beat({ ...node, token })).body).toEqual({ status: 'ok', admin_max_slots: null });
  });

  test('requested by five concurrent polls is given to one of them', async () => {
    const node = await nodes.given('offline');
    const held = await lockRows(world, 'select from node where node_id = $1 for update', [node.id]);
    const polls = Promise.all(Array.from({ length: 5 }, () => nodes.poll(node)));
    await held.untilBlocked(5);
    await held.release();
    const replies = await polls;
    expect(replies.map(({ node_token }) => node_token).filter((token) => token !== null)).toEqual([node.token]);
  });

  test('not collected within a day is lost for the applicant but stays valid', async () => {
    const node = await nodes.given('offline');
    await world.sql(`update node set sealed_until = sealed_until - interval '24 hours' where node_id = $1`, [node.id]);
    expect(await nodes.poll(node)).toEqual({ status: 'approved', message: sentence, node_token: null });
    expect((await nodes.beat(node)).status).toBe(200);
  });

  test('can be reissued: the old token stops working on every replica, and the new token waits to be collected', async () => {
    await using replica = await world.startApi();
    const node = await nodes.given('online');
    await nodes.poll(node);
    const beatReplica = async (token: string) =>
      await fetch(`${replica.url}/api/node/heartbeat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ node_id: node.id, active_slots: 0, cpu_usage: 1, memory_usage: 2 }),
      });
    // This request makes the replica cache the token.
    expect((await beatReplica(node.token)).status).toBe(200);
    const { body } = await world.admin('post', `/api/admin/nodes/${node.id}/reissue`).expect(200);
    expect(body).toEqual({
      success: true,
      message: sentence,
      data: { node_id: node.id, status: 'online', node_token: expect.stringMatching(/^gn_/) },
    });
    const { node_token: token } = (body as { data: { node_token: string } }).data;
    expect(token).not.toBe(node.token);
    expect((await nodes.beat(node)).status).toBe(401);
    await world.as(node.token, 'post', '/api/task/claim').expect(401);
    await world.as(node.token, 'post', '/api/task/report').expect(401);
    await world.as(node.token, 'get', '/api/seed/p').expect(401);
    await world.as(node.token, 'post', '/api/node/register').send({ node_id: node.id, max_slots: 4 }).expect(401);
    await until(async () => (await beatReplica(node.token)).status === 401, 'the replica to be notified');
    expect((await nodes.beat({ ...node, token })).status).toBe(200);
    expect((await beatReplica(token)).status).toBe(200);
    expect(await nodes.poll(node)).toMatchObject({ status: 'approved', node_token: token });
    expect(await nodes.poll(node)).toMatchObject({ node_token: null });
  });

  test('of a disabled node is reported as disabled and can be collected only once enabled', async () => {
    const node = await nodes.given('disabled');
    expect(await nodes.poll(node)).toEqual({ status: 'disabled', message: sentence, node_token: null });
    await nodes.act('reissue', node.id);
    expect(await nodes.poll(node)).toMatchObject({ status: 'disabled', node_token: null });
    await nodes.act('enable', node.id);
    expect(await nodes.poll(node)).toMatchObject({ status: 'approved', node_token: expect.stringMatching(/^gn_/) });
  });

  test('of one node gives no access to another', async () => {
    const [mine, other] = [await nodes.given('online'), await nodes.given('online')];
    const heartbeat = { node_id: other.id, active_slots: 3, cpu_usage: 1, memory_usage: 2 };
    const { body } = await world.as(mine.token, 'post', '/api/node/heartbeat').send(heartbeat).expect(403);
    expect(body).toEqual(refusedNode);
    await world.as(mine.token, 'post', '/api/node/register').send({ node_id: other.id, max_slots: 9 }).expect(401);
    expect(await nodes.listed(other.id)).toMatchObject({ max_slots: 4 });
  });

  test('is never stored in clear text, nor is the secret', async () => {
    const node = await nodes.given('offline');
    const rows = await world.sql('select node::text as text from node where node_id = $1', [node.id]);
    const bytes = Buffer.from(node.token).toString('hex');
    expect(JSON.stringify(rows)).toContain(node.id);
    for (const clear of [node.token, node.secret, bytes, Buffer.from(node.secret).toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(clear);
  });
});

describe('node information', () => {
  test('for an administrator shows token and limits, ordered by name', async () => {
    const [pending, node] = [await nodes.given('pending_approval'), await nodes.given('offline')];
    expect(await nodes.listed(pending.id)).toEqual({
      node_id: pending.id,
      status: 'pending_approval',
      token_status: 'none',
      token_issued_at: null,
      admin_max_slots: null,
      max_slots: 4,
      last_heartbeat: null,
      running_tasks: 0,
      allowance: null,
      paused_until: null,
      applied_at: expect.stringMatching(RFC3339_UTC),
      applied_from: '127.0.0.1',
      replaces: null,
      contested: null,
      host: null,
      machine: null,
      second_machine: null,
      message: null,
    });
    expect(await nodes.listed(node.id)).toMatchObject({
      token_status: 'active',
      token_issued_at: expect.stringMatching(RFC3339_UTC),
      last_heartbeat: null,
      message: 'approved, waiting for its first heartbeat',
    });
    await nodes.beat(node);
    expect(await nodes.listed(node.id)).toMatchObject({
      last_heartbeat: expect.stringMatching(RFC3339_UTC),
      message: null,
    });
    // After a silence, a disable and an enable, the node is offline but was seen before.
    for (const action of ['disable', 'enable']) await nodes.act(action, node.id);
    expect(await nodes.listed(node.id)).toMatchObject({ status: 'offline', message: null });
    const { body } = await world.admin('get', '/api/admin/nodes').expect(200);
    expect(body).toMatchObject({ success: true, message: sentence });
    const names = (body as { data: AdminNode[] }).data.map(({ node_id }) => node_id);
    expect(names).toEqual([...names].sort());
  });

  test("in the status shows each node's last report and the sums over online nodes", async () => {
    const [node, silent] = [await givenNode(world, nodes.freshId(), 5), await nodes.given('offline')];
    const said = { node_id: node.id, active_slots: 3, cpu_usage: 87.5, memory_usage: 12.25 };
    await world.as(node.token, 'post', '/api/node/heartbeat').send(said).expect(200);
    const { body } = await world.admin('get', '/api/status').expect(200);
    const status = body as ClusterStatus;
    const found = (id: string) => status.nodes.find(({ node_id }) => node_id === id);
    expect(found(node.id)).toEqual({
      ...said,
      max_slots: 5,
      status: 'online',
      last_heartbeat: expect.stringMatching(RFC3339_UTC),
    });
    expect(found(silent.id)).toMatchObject({ status: 'offline', active_slots: 0, max_slots: 4 });
    const online = status.nodes.filter((each) => each.status === 'online');
    expect(status.nodes_online).toBe(online.length);
    expect(status.total_active_slots).toBe(online.reduce((sum, { active_slots }) => sum + active_slots, 0));
    expect(status.total_max_slots).toBe(online.reduce((sum, { max_slots }) => sum + max_slots, 0));
  });
});
