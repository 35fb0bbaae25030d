import type { CreatedJoinKey, JoinKey } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
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
  // The reply of an application has no token, as ever.
  expect(status).toBe('pending_approval');
  const { node_token: token, status: now } = await collect('c-1', secret);
  expect(now).toBe('approved');
  const beat = { node_id: 'c-1', active_slots: 0, cpu_usage: 0, memory_usage: 0 };
  const { body: heard } = await world
    .as(token ?? '', 'post', '/api/node/heartbeat')
    .send(beat)
    .expect(200);
  expect(heard).toMatchObject({ status: 'ok', admin_max_slots: 2 });
  // Five apply at once, and the key has room for two. REGISTER_RATE_PER_MIN does not apply to join keys.
  const answers = await Promise.all(['c-2', 'c-3', 'c-4', 'c-5', 'c-6'].map((nodeId) => apply(key, nodeId)));
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

test('a revoked key admits nobody, and its nodes are disabled on request', async () => {
  const { key, id } = await givenKey({ name: 'lent', pattern: 'l-*' });
  await apply(key, 'l-1').expect(200);
  await world.admin('post', `/api/admin/join-keys/${id}/revoke`).send({}).expect(200);
  await apply(key, 'l-2').expect(403);
  const statusOf = async () => {
    const { body } = await world.admin('get', '/api/admin/nodes/l-1').expect(200);
    return (body as { data: { node: { status: string } } }).data.node.status;
  };
  expect(await statusOf()).toBe('offline');
  await world.admin('post', `/api/admin/join-keys/${id}/revoke`).send({ disable_nodes: true }).expect(200);
  expect(await statusOf()).toBe('disabled');
  await world.admin('post', '/api/admin/join-keys/00000000-0000-4000-8000-000000000000/revoke').send({}).expect(404);
});
