import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { NODE_STATES, NodeAdmin, type NodeCredentials } from './node-admin.ts';
import { configYaml, givenNode, givenRunning, useWorld } from './world.ts';

const world = useWorld();
const nodes = new NodeAdmin(() => world);

const sentence = expect.stringMatching(/\S/);
const refusedNode = { status: 'error', message: sentence };
const refused = { success: false, message: sentence, data: null };
const done = { success: true, message: sentence, data: null };

/** Shifts the times as if the node had been silent while other nodes sent requests. */
async function silenceNode(id: string, seconds: number): Promise<void> {
  await world.sql('update coordinator_uptime set up_since = up_since - make_interval(secs => $1)', [seconds]);
  await world.sql('update node_heartbeat set last_seen = last_seen - make_interval(secs => $1) where node_id = $2', [
    seconds,
    id,
  ]);
}

function byAdmin(action: string) {
  return async ({ id }: NodeCredentials) => await world.admin('post', `/api/admin/nodes/${id}/${action}`);
}

async function registerAs(id: string, token?: string) {
  const path = '/api/node/register';
  const test = token === undefined ? world.anyone('post', path) : world.as(token, 'post', path);
  return await test.send({ node_id: id, max_slots: 8 });
}

const ACTIONS: Readonly<Record<string, (node: NodeCredentials) => Promise<{ status: number; body: unknown }>>> = {
  approve: byAdmin('approve'),
  reject: byAdmin('reject'),
  reissue: byAdmin('reissue'),
  disable: byAdmin('disable'),
  enable: byAdmin('enable'),
  remove: async ({ id }) => await world.admin('delete', `/api/admin/nodes/${id}`),
  quota: async ({ id }) => await world.admin('post', `/api/admin/nodes/${id}/quota`).send({ admin_max_slots: 2 }),
  register: ({ id }) => registerAs(id),
  register_wrong: ({ id }) => registerAs(id, 'gn_wrong'),
  register_token: ({ id, token }) => registerAs(id, token),
  check_status: async ({ id, secret }) =>
    await world.anyone('post', '/api/node/check_status').send({ node_id: id, registration_secret: secret }),
  heartbeat: async (node) => await nodes.beat(node),
  claim: async ({ token }) => await world.as(token, 'post', '/api/task/claim'),
};

/** The answer to each action in each state, with the next state if it changes. */
const TABLE = `
action             unknown              pending_approval rejected             offline      online       disabled
approve            404                  200>offline      200>offline          409          409          409
reject             404                  200>rejected     409                  409          409          409
reissue            404                  409              409                  200          200          200
disable            404                  409              409                  200>disabled 200>disabled 409
enable             404                  409              409                  409          409          200>offline
remove             404                  200>unknown      200>unknown          200>unknown  409          200>unknown
quota              404                  200              200                  200          200          200
register           200>pending_approval 200              200>pending_approval 401          401          401
register_wrong     200>pending_approval 200              200>pending_approval 401          401          401
register_token     200>pending_approval 200              200>pending_approval 200          200          200
check_status       401                  200              200                  200          200          200
heartbeat          401                  401              401                  200>online   200          200
claim              401                  401              401                  200          200          200
`;

const CASES = TABLE.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [action = '', ...cells] = line.split(/ +/);
    return NODE_STATES.map((state, column) => {
      const [status, next = state] = (cells[column] ?? '').split('>', 2);
      return { action, state, status: Number(status), next };
    });
  });

test('the table has a row for each action', () => {
  expect(CASES.map(({ action }) => action)).toEqual(
    Object.keys(ACTIONS).flatMap((action) => Array<string>(NODE_STATES.length).fill(action)),
  );
});

test.each(CASES)('$action in state $state answers $status and leaves the node $next', async (row) => {
  const node = await nodes.given(row.state);
  expect(await nodes.statusOf(node.id)).toBe(row.state);
  const answer = await ACTIONS[row.action]?.(node);
  expect(answer?.status).toBe(row.status);
  if (row.status >= 400) {
    const byNode = /register|check|heartbeat|claim/.test(row.action);
    expect(answer?.body).toEqual(byNode ? refusedNode : refused);
  }
  expect(await nodes.statusOf(node.id)).toBe(row.next);
});

describe('an approved node', () => {
  test('registers with its token and can change its slots', async () => {
    const node = await nodes.given('online');
    const reply = await nodes.register({ node_id: node.id, max_slots: 12 }, node.token);
    expect(reply).toEqual({ status: 'approved', message: sentence, node_token: null });
    expect(await nodes.listed(node.id)).toMatchObject({ status: 'online', max_slots: 12 });
  });

  test('that is silent past the timeout is offline until its next heartbeat', async () => {
    const [node, other] = [await nodes.given('online'), await nodes.given('online')];
    await silenceNode(node.id, 80);
    await nodes.beat(other);
    expect(await nodes.statusOf(node.id)).toBe('online');
    await silenceNode(node.id, 11);
    await until(async () => {
      await nodes.beat(other);
      return (await nodes.statusOf(node.id)) === 'offline';
    }, 'the silent node to be offline');
    expect(await nodes.statusOf(other.id)).toBe('online');
    // A claim proves that the node is alive, but only a heartbeat brings it online.
    await world.as(node.token, 'post', '/api/task/claim').expect(200);
    expect(await nodes.statusOf(node.id)).toBe('offline');
    await nodes.beat(node);
    expect(await nodes.statusOf(node.id)).toBe('online');
  });

  test('that is disabled sends heartbeats, gets no tasks, and is online after enabling and a heartbeat', async () => {
    const node = await givenNode(world, nodes.freshId());
    await givenRunning(world, 'for-the-disabled', configYaml({ teff: ['20000', '22000'] }));
    await node.converge(await node.claimSoon());
    await nodes.act('disable', node.id);
    const { body: beaten } = await node.beat(0);
    expect(beaten).toEqual({ status: 'ok', admin_max_slots: null });
    const { body } = await world.as(node.token, 'post', '/api/task/claim').expect(200);
    expect(body).toEqual({ status: 'disabled', task: null });
    expect(await nodes.statusOf(node.id)).toBe('disabled');
    await nodes.act('enable', node.id);
    expect(await nodes.statusOf(node.id)).toBe('offline');
    await node.beat(0);
    expect(await nodes.statusOf(node.id)).toBe('online');
    await node.converge(await node.claimSoon());
  });

  test('that is disabled can still report its current task', async () => {
    const node = await givenNode(world, nodes.freshId());
    await givenRunning(world, 'in-hand', configYaml());
    const task = await node.claimSoon();
    await nodes.act('disable', node.id);
    await node.report(task, { seed: 'a seed' }).expect(200);
    const { body } = await world.admin('get', '/api/workflows/in-hand/stats').expect(200);
    expect(body).toMatchObject({ data: { converged: 1, status: 'completed' } });
  });
});

describe('a quota', () => {
  test('is sent with the next heartbeat and enforced at each claim', async () => {
    const node = await givenNode(world, nodes.freshId(), 8);
    await givenRunning(world, 'for-the-quota', configYaml({ teff: ['20000', '22000', '24000', '26000'] }));
    const limit = async (admin_max_slots: number | null) =>
      await world.admin('post', `/api/admin/nodes/${node.id}/quota`).send({ admin_max_slots }).expect(200);
    expect((await limit(2)).body).toEqual(done);
    expect((await node.beat(0)).body).toEqual({ status: 'ok', admin_max_slots: 2 });
    expect(await nodes.listed(node.id)).toMatchObject({ admin_max_slots: 2, max_slots: 8 });
    const held = [await node.claimSoon(), await node.claimSoon()] as const;
    expect((await world.as(node.token, 'post', '/api/task/claim').expect(200)).body).toEqual({
      status: 'empty',
      task: null,
    });
    expect(await nodes.listed(node.id)).toMatchObject({ running_tasks: 2 });
    await node.converge(held[0]);
    const third = await node.claimSoon();
    await limit(0);
    await node.converge(held[1]);
    await node.converge(third);
    expect(await node.claim()).toBeNull();
    await limit(null);
    expect((await node.beat(0)).body).toEqual({ status: 'ok', admin_max_slots: null });
    await node.converge(await node.claimSoon());
  });

  test.each([-1, 1.5, 4097, '2', true, undefined, [1]])('of %p is refused', async (admin_max_slots) => {
    const node = await nodes.given('online');
    const { body } = await world
      .admin('post', `/api/admin/nodes/${node.id}/quota`)
      .send({ admin_max_slots })
      .expect(400);
    expect(body).toEqual({ ...refused, message: expect.stringContaining('admin_max_slots') });
    expect(await nodes.listed(node.id)).toMatchObject({ admin_max_slots: null });
  });
});
