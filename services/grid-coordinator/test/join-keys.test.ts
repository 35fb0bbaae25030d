import type { CreatedJoinKey, JoinKey } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { lockRows } from './row-locks.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false, env: { REGISTER_RATE_PER_MIN: '2' } });

async function givenKey(body: object): Promise<CreatedJoinKey> {
  const { body: reply } = await world.admin('post', '/api/admin/join-keys').send(body).expect(200);
  return (reply as { data: CreatedJoinKey }).data;
}

const apply = (key: string, nodeId: string, more = {}) =>
  world.as(key, 'post', '/api/node/register').send({ node_id: nodeId, max_slots: 4, ...more });

async function collect(nodeId: string, secret: string): Promise<{ status: string; node_token: string | null }> {
  const { body } = await world
    .anyone('post', '/api/node/check_status')
    .send({ node_id: nodeId, registration_secret: secret })
    .expect(200);
  return body as { status: string; node_token: string | null };
}

async function keys(): Promise<JoinKey[]> {
  const { body } = await world.admin('get', '/api/admin/join-keys').expect(200);
  return (body as { data: JoinKey[] }).data;
}

test('a node that applies with a join key is approved at once, within the terms of the key', async () => {
  const {
    key,
    nodes: none,
    ...listed
  } = await givenKey({ name: 'cluster', pattern: 'c-*', max_nodes: 3, max_slots: 2 });
  expect(key).toMatch(/^gj_/);
  expect(none).toEqual([]);
  const { body } = await apply(key, 'c-1').expect(200);
  const { registration_secret: secret = '', status } = body as Record<string, string>;
  // The reply to an application never contains a token.
  expect(status).toBe('pending_approval');
  const { node_token: token, status: now } = await collect('c-1', secret);
  expect(now).toBe('approved');
  const beat = { node_id: 'c-1', active_slots: 0, cpu_usage: 0, memory_usage: 0 };
  const { body: heard } = await world
    .as(token ?? '', 'post', '/api/node/heartbeat')
    .send(beat)
    .expect(200);
  expect(heard).toMatchObject({ status: 'ok', admin_max_slots: 2 });
  // Five nodes apply at once, and the key has room for two. REGISTER_RATE_PER_MIN does not apply to join keys.
  const held = await lockRows(world, 'select from join_key for update');
  const applied = Promise.all(['c-2', 'c-3', 'c-4', 'c-5', 'c-6'].map((nodeId) => apply(key, nodeId)));
  await held.untilBlocked(5);
  await held.release();
  const answers = await applied;
  expect(answers.map(({ status: code }) => code).toSorted((a, b) => a - b)).toEqual([200, 200, 403, 403, 403]);
  const [found] = await keys();
  expect(found).toMatchObject({ ...listed, admitted: 3 });
  expect(found?.nodes).toHaveLength(3);
  expect(JSON.stringify(await keys())).not.toContain(key);
});

test('a key that does not admit a node leaves no application', async () => {
  const { key } = await givenKey({ name: 'narrow', pattern: 'n-*' });
  const { body } = await apply(key, 'other').expect(403);
  expect((body as { message: string }).message).toMatch(/'narrow' admits only nodes named n-\*/);
  await apply('gj_wrong', 'n-1').expect(403);
  await world.admin('get', '/api/admin/nodes/other').expect(404);
  await world.admin('get', '/api/admin/nodes/n-1').expect(404);
});

test('a rejected node can apply again, even if its key admits only one node', async () => {
  const { key } = await givenKey({ name: 'one', pattern: 'o-*', max_nodes: 1 });
  await apply(key, 'o-1').expect(200);
  await world.sql("update node set status = 'rejected' where node_id = 'o-1'");
  const { body } = await apply(key, 'o-1').expect(200);
  expect(await collect('o-1', (body as { registration_secret: string }).registration_secret)).toMatchObject({
    status: 'approved',
  });
  await apply(key, 'o-2').expect(403);
});

test('a key does not take the name of another applicant or of a known node', async () => {
  const { key } = await givenKey({ name: 'any' });
  await world.anyone('post', '/api/node/register').send({ node_id: 'taken', max_slots: 1 }).expect(200);
  const { body } = await apply(key, 'taken').expect(200);
  expect(body).toMatchObject({ status: 'pending_approval', registration_secret: null });
  const { body: node } = await world.admin('get', '/api/admin/nodes/taken').expect(200);
  expect((node as { data: { node: { status: string } } }).data.node.status).toBe('pending_approval');
  await world.admin('post', '/api/admin/nodes/taken/approve').expect(200);
  await apply(key, 'taken').expect(401);
});

test('a revoked key admits no node, and its nodes are disabled on request', async () => {
  const { key, id } = await givenKey({ name: 'lent', pattern: 'l-*' });
  const { body: applied } = await apply(key, 'l-1').expect(200);
  const { node_token: token } = await collect('l-1', (applied as { registration_secret: string }).registration_secret);
  const download = () => world.as(token ?? '', 'get', '/api/seed/p1');
  await world.admin('post', `/api/admin/join-keys/${id}/revoke`).send({}).expect(200);
  await apply(key, 'l-2').expect(403);
  const statusOf = async () => {
    const { body } = await world.admin('get', '/api/admin/nodes/l-1').expect(200);
    return (body as { data: { node: { status: string } } }).data.node.status;
  };
  expect(await statusOf()).toBe('offline');
  await download().expect(404);
  await world.admin('post', `/api/admin/join-keys/${id}/revoke`).send({ disable_nodes: true }).expect(200);
  expect(await statusOf()).toBe('disabled');
  await download().expect(403);
  await world.admin('post', '/api/admin/join-keys/00000000-0000-4000-8000-000000000000/revoke').send({}).expect(404);
});

test('a revocation affects one key and the active nodes that it has admitted', async () => {
  const [one, two] = [await givenKey({ name: 'k1' }), await givenKey({ name: 'k2', expires_in_hours: 1 })];
  for (const [{ key }, nodeId] of [
    [one, 'k1-a'],
    [one, 'k1-rejected'],
    [two, 'k2-a'],
  ] as const)
    await apply(key, nodeId).expect(200);
  await world.sql("update node set status = 'rejected' where node_id = 'k1-rejected'");
  const revoke = () =>
    world.admin('post', `/api/admin/join-keys/${one.id}/revoke`).send({ disable_nodes: true }).expect(200);
  await revoke();
  const stored = async () => {
    const found = (await keys()).filter(({ name }) => name === 'k1' || name === 'k2');
    return found.map(({ name, nodes, admitted, revoked_at: revokedAt }) => ({ name, nodes, admitted, revokedAt }));
  };
  const first = await stored();
  expect(first).toEqual([
    { name: 'k2', nodes: ['k2-a'], admitted: 1, revokedAt: null },
    { name: 'k1', nodes: ['k1-a', 'k1-rejected'], admitted: 2, revokedAt: expect.any(String) },
  ]);
  expect(await world.sql("select node_id, status from node where node_id like 'k_-%' order by 1")).toEqual([
    { node_id: 'k1-a', status: 'disabled' },
    { node_id: 'k1-rejected', status: 'rejected' },
    { node_id: 'k2-a', status: 'offline' },
  ]);
  await revoke();
  expect(await stored()).toEqual(first);
  await apply(two.key, 'k2-b').expect(200);
  await world.sql("update join_key set expires_at = now() where name = 'k2'");
  await apply(two.key, 'k2-c').expect(403);
});
