import { ageRedisHits } from '@almagest/test-kit/aged-hits';
import { describe, expect, test } from '@jest/globals';
import { GOOD } from './bad-requests.ts';
import { ADMIN_TOKEN, openWorld, useWorld, type World } from './world.ts';

const world = useWorld({
  worker: false,
  env: { LOGIN_RATE_PER_MIN: '3', REGISTER_RATE_PER_MIN: '4', TRUST_PROXY: 'loopback' },
});

async function letMinutePass(of: Pick<World, 'env' | 'sql'> = world): Promise<void> {
  const redisUrl = of.env['REDIS_URL'];
  if (redisUrl !== undefined) await ageRedisHits(redisUrl, 'grid_hits', 60);
  else await of.sql(`update rate_limit_hit set at = at - interval '60 seconds'`);
}

describe('a limit', () => {
  const message: unknown = expect.stringMatching(/a minute/);
  const from = (address: string) => ({
    login: () =>
      world.anyone('post', '/login').set('X-Forwarded-For', address).send({ username: 'admin', password: 'wrong' }),
    register: () =>
      world
        .anyone('post', '/api/node/register')
        .set('X-Forwarded-For', address)
        .send({ node_id: 'crowd', max_slots: 1 }),
    challenge: () => world.anyone('post', '/api/sign_in/passkey/challenge').set('X-Forwarded-For', address),
    passkey: () =>
      world.anyone('post', '/api/sign_in/passkey').set('X-Forwarded-For', address).send(GOOD.signInWithPasskey),
    poll: () =>
      world
        .anyone('post', '/api/node/check_status')
        .set('X-Forwarded-For', address)
        .send({ node_id: 'crowd', registration_secret: 'gs_x' }),
  });

  test.each([
    ['login', 3, 401, { success: false, message, data: null }],
    ['challenge', 3, 200, { success: false, message, data: null }],
    ['passkey', 3, 401, { success: false, message, data: null }],
    ['register', 4, 200, { status: 'error', message }],
    ['poll', 60, 401, { status: 'error', message }],
  ] as const)('of %s allows %d a minute and says when to retry', async (what, limit, status, body) => {
    const client = from('192.0.2.1')[what];
    for (let turn = 0; turn < limit; turn += 1) await client().expect(status);
    const refused = await client().expect(429);
    expect(refused.body).toEqual(body);
    const after = Number(refused.headers['retry-after']);
    expect(Number.isInteger(after) && after >= 1 && after <= 60).toBe(true);
    // Other clients and other operations are not affected.
    await from('192.0.2.2')[what]().expect(status);
    await letMinutePass();
    await client().expect(status);
  });

  test('counts a login before checking its password', async () => {
    const login = (password: string) =>
      world.anyone('post', '/login').set('X-Forwarded-For', '192.0.2.9').send({ username: 'admin', password });
    for (const password of ['a', 'b', 'c']) await login(password).expect(401);
    await login(ADMIN_TOKEN).expect(429);
  });

  test('cannot be evaded by adding addresses before the proxy’s', async () => {
    const login = (made: string) =>
      world
        .anyone('post', '/login')
        .set('X-Forwarded-For', `${made}, 192.0.2.77`)
        .send({ username: 'admin', password: 'wrong' });
    for (const made of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await login(made).expect(401);
    await login('10.0.0.4').expect(429);
  });

  test('ignores client-supplied addresses if no proxy is trusted', async () => {
    await using direct = await openWorld({ worker: false, env: { LOGIN_RATE_PER_MIN: '2' } });
    const login = (address: string) =>
      direct.anyone('post', '/login').set('X-Forwarded-For', address).send({ username: 'admin', password: 'wrong' });
    await login('192.0.2.1').expect(401);
    await login('192.0.2.2').expect(401);
    await login('192.0.2.3').expect(429);
  });
});

test('eighty nodes behind one address register within three minutes by waiting as long as the coordinator asks', async () => {
  await using own = await openWorld({ worker: false, env: { REGISTER_RATE_PER_MIN: '30' } });
  const register = async (id: string) => {
    const { status, headers } = await own.anyone('post', '/api/node/register').send({ node_id: id, max_slots: 1 });
    return { id, status, waitSec: Number(headers['retry-after']) };
  };
  let waiting = Array.from({ length: 80 }, (_, index) => `crowd-${index}`);
  const joined: number[] = [];
  while (waiting.length > 0 && joined.length < 5) {
    const answers = await Promise.all(waiting.map(register));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, waitSec } of refused) {
      expect(status).toBe(429);
      expect(waitSec).toBeGreaterThanOrEqual(1);
      expect(waitSec).toBeLessThanOrEqual(60);
    }
    joined.push(answers.length - refused.length);
    waiting = refused.map(({ id }) => id);
    // No node waits longer than a minute.
    await letMinutePass(own);
  }
  expect(joined).toEqual([30, 30, 20]);
  expect(await own.sql(`select count(*)::int as nodes from node where node_id like 'crowd-%'`)).toEqual([
    { nodes: 80 },
  ]);
});
