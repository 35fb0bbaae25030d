import type { AdminNode } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const ORIGINAL = { id: 'a', host: 'original' };
const COPY = { id: 'b', host: 'copy' };

/** Approves a node that has collected its token and sent its first heartbeat. */
async function givenOriginal(id: string) {
  const application = await world.anyone('post', '/api/node/register').send({ node_id: id, max_slots: 2 }).expect(200);
  await world.admin('post', `/api/admin/nodes/${id}/approve`).expect(200);
  const { registration_secret: secret } = application.body as { registration_secret: string };
  const proof = { node_id: id, registration_secret: secret, instance: ORIGINAL };
  const collected = await world.anyone('post', '/api/node/check_status').send(proof).expect(200);
  const { node_token: token } = collected.body as { node_token: string };
  const announce = (instance?: object) =>
    world.as(token, 'post', '/api/node/register').send({ node_id: id, max_slots: 2, instance });
  const load = { active_slots: 0, cpu_usage: 0, memory_usage: 0 };
  const beat = (instanceId?: string) =>
    world.as(token, 'post', '/api/node/heartbeat').send({ node_id: id, ...load, instance_id: instanceId });
  await beat(ORIGINAL.id).expect(200);
  return { announce, beat };
}

async function listed(id: string): Promise<AdminNode | undefined> {
  const { body } = await world.admin('get', '/api/admin/nodes').expect(200);
  return (body as { data: AdminNode[] }).data.find((node) => node.node_id === id);
}

test('a copied node is refused while the original is online, and the administrator sees both hosts', async () => {
  const { announce, beat } = await givenOriginal('cloned');
  const refused = await announce(COPY).expect(409);
  expect(refused.body).toEqual({
    status: 'error',
    message: expect.stringMatching(/^node cloned already runs on host original\..* silent for \d+ s/),
  });
  const { host, second_machine: second, message } = (await listed('cloned'))!;
  expect({ host, second }).toEqual({ host: 'original', second: { host: 'copy', at: expect.any(String) } });
  expect(message).toMatch(
    /^two hosts use this node's token: the node runs on original, and copy was refused, last at 20/,
  );
  await beat(ORIGINAL.id).expect(200);
  // Restarts of the original may run, and so may agents that do not report where they run.
  await announce(ORIGINAL).expect(200);
  expect(await listed('cloned')).toMatchObject({ second_machine: { host: 'copy' } });
  await world.sql(`update node set second_at = second_at - interval '25 hours' where node_id = 'cloned'`);
  expect(await listed('cloned')).toMatchObject({ second_machine: null, message: null });
  await announce().expect(200);
  await beat().expect(200);
});

test('another machine takes over the node when the original is silent, and the original must then announce itself', async () => {
  const { announce, beat } = await givenOriginal('moved');
  await announce(COPY).expect(409);
  // Reading the nodes stores the heartbeat.
  await listed('moved');
  await world.sql(`update node set status = 'offline' where node_id = 'moved'`);
  await announce(COPY).expect(409);
  await world.sql(`update node_heartbeat set last_seen = now() - interval '1 hour' where node_id = 'moved'`);
  await announce(COPY).expect(200);
  expect(await listed('moved')).toMatchObject({ host: 'copy', second_machine: null });
  const refused = await beat(ORIGINAL.id).expect(409);
  expect(refused.body).toMatchObject({ message: expect.stringContaining('now runs on host copy') as unknown });
  await beat(COPY.id).expect(200);
  await announce(ORIGINAL).expect(409);
});

test.each([{ id: 'a\ud800' }, { id: 'a\0' }, { host: 'a\ud800' }, { host: 'a\0' }])(
  'an instance %j that cannot be stored is refused',
  async (over) => {
    const body = { node_id: 'unstorable', max_slots: 1, instance: { ...ORIGINAL, ...over } };
    await world.anyone('post', '/api/node/register').send(body).expect(400);
  },
);
