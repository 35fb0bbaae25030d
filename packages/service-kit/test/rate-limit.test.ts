import { ageRedisHits } from '@almagest/test-kit/aged-hits';
import { REDIS_SERVER } from '@almagest/test-kit/redis-program';
import { ON_REDIS, startRedis } from '@almagest/test-kit/redis-server';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Redis } from 'ioredis';
import pg from 'pg';
import { sendFailure } from '../src/http/failures.ts';
import { outageOf } from '../src/database/outage.ts';
import {
  PostgresRateLimitStore,
  RedisRateLimitStore,
  slidingWindowLimit,
  type RateLimitStore,
} from '../src/http/rate-limit.ts';
import { freshDatabase } from './fresh-database.ts';

/** A store that counts requests, with functions to manipulate it. */
interface StoreUnderTest {
  /** Opens the store as a replica of the service does. */
  open(): RateLimitStore;
  /** Lets time pass: makes every hit older by this many seconds. */
  age(seconds: number): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

async function postgresStore(): Promise<StoreUnderTest> {
  const pool = new pg.Pool({ connectionString: await freshDatabase(), max: 10 });
  await pool.query('create table rate_limit_hit (key text not null, at timestamptz not null)');
  return {
    open: () => new PostgresRateLimitStore(pool),
    age: async (seconds) =>
      void (await pool.query(`update rate_limit_hit set at = at - make_interval(secs => $1)`, [seconds])),
    clear: async () => void (await pool.query('truncate rate_limit_hit')),
    close: () => pool.end(),
  };
}

async function redisStore(): Promise<StoreUnderTest> {
  const server = await startRedis();
  const beside = new Redis(server.url);
  const logs: RedisRateLimitStore[] = [];
  return {
    open: () => {
      const log = new RedisRateLimitStore(server.url, 'grid_hits', raise);
      logs.push(log);
      return log;
    },
    age: (seconds) => ageRedisHits(server.url, 'grid_hits', seconds),
    clear: async () => void (await beside.flushall()),
    close: async () => {
      await Promise.all([beside.quit(), ...logs.map((log) => log.stop())]);
      await server.stop();
    },
  };
}

const LIMIT = 3;

function raise(fault: unknown): void {
  throw fault as Error;
}

interface Replica {
  readonly server: Server;
  readonly call: (path?: string, headers?: Record<string, string>) => Promise<Response>;
}

/** Starts a service with a limit on each of two operations. `said` collects the library's warnings about wrong use. */
async function startReplica(
  log: RateLimitStore,
  onFault: (fault: unknown) => void,
  { trustProxy = 'loopback', said = [] }: { trustProxy?: boolean | string; said?: unknown[] } = {},
): Promise<Replica> {
  const app = express().set('trust proxy', trustProxy);
  for (const name of ['login', 'register'])
    app.get(
      `/${name}`,
      slidingWindowLimit(log, name, LIMIT, { warn: (details: unknown) => void said.push(details) }),
      (_req, res) => void res.send('in'),
    );
  const onError: express.ErrorRequestHandler = (error, _req, res, _next) =>
    sendFailure(error, 'envelope', res, onFault);
  app.use(onError);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, call: (path = '/login', headers = {}) => fetch(url + path, { headers }) };
}

describe.each([
  { where: 'PostgreSQL', group: describe, open: postgresStore },
  { where: ON_REDIS, group: REDIS_SERVER === undefined ? describe.skip : describe, open: redisStore },
])('on $where', ({ group, open }) => {
  group('a limit', () => {
    let store: StoreUnderTest;
    let one: Replica;
    let other: Replica;
    beforeAll(async () => {
      store = await open();
      one = await startReplica(store.open(), raise);
      other = await startReplica(store.open(), raise);
    });
    beforeEach(() => store.clear());
    afterAll(async () => {
      for (const { server } of [one, other]) {
        server.close();
        server.closeAllConnections();
      }
      await store.close();
    });

    const statuses = async (...calls: readonly Promise<Response>[]) =>
      (await Promise.all(calls)).map(({ status }) => status).sort((a, b) => a - b);

    test('allows the configured number of requests and refuses the next with a message', async () => {
      for (let index = 0; index < LIMIT; index += 1) expect(await statuses(one.call())).toEqual([200]);
      const refused = await one.call();
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        success: false,
        message: `more than 3 requests in a minute. Try again in ${refused.headers.get('retry-after')} s`,
        data: null,
      });
    });

    test('reports the remaining requests in each response', async () => {
      const remaining = async () => /r=(\d+)/.exec((await one.call()).headers.get('ratelimit') ?? '')?.[1];
      expect([await remaining(), await remaining(), await remaining(), await remaining()]).toEqual([
        '2',
        '1',
        '0',
        '0',
      ]);
    });

    test('is shared by replicas', async () => {
      expect(await statuses(one.call(), one.call(), other.call())).toEqual([200, 200, 200]);
      expect(await statuses(one.call(), other.call())).toEqual([429, 429]);
    });

    test('allows exactly that number of simultaneous requests to several replicas', async () => {
      const calls = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).call());
      const answers = await statuses(...calls);
      expect(answers.filter((status) => status === 200)).toHaveLength(LIMIT);
      expect(answers.filter((status) => status === 429)).toHaveLength(20 - LIMIT);
    });

    test('slides: each place is free again a minute after it was taken, not all of them at once', async () => {
      await one.call();
      await store.age(40);
      await one.call();
      await one.call();
      expect(await statuses(one.call())).toEqual([429]);
      await store.age(20);
      expect([await statuses(one.call()), await statuses(one.call())]).toEqual([[200], [429]]);
      await store.age(40);
      expect([await statuses(one.call(), one.call()), await statuses(one.call())]).toEqual([[200, 200], [429]]);
    });

    test('ignores entries from a clock that was ahead, once the clock is right again', async () => {
      await Promise.all([one.call(), one.call(), one.call()]);
      expect(await statuses(one.call())).toEqual([429]);
      await store.age(-7_200);
      expect(await statuses(one.call())).toEqual([200]);
    });

    test('does not count refused requests, so that a client that waits is allowed again', async () => {
      await Promise.all([one.call(), one.call(), one.call()]);
      await store.age(30);
      await Promise.all(Array.from({ length: 10 }, () => one.call()));
      await store.age(30);
      expect(await statuses(one.call())).toEqual([200]);
    });

    test.each([0, 10, 45.5, 59.5])(
      'returns in Retry-After when the first place becomes free, %d s after it was taken',
      async (age) => {
        const began = performance.now();
        await one.call();
        await store.age(age);
        await Promise.all([one.call(), one.call()]);
        const refused = await one.call();
        const wait = Number(refused.headers.get('retry-after'));
        const lastedSeconds = (performance.now() - began) / 1_000;
        expect(wait).toBeLessThanOrEqual(Math.ceil(60 - age) + 1);
        expect(wait).toBeGreaterThanOrEqual(Math.max(1, 60 - age - lastedSeconds));
        await store.age(wait);
        expect(await statuses(one.call())).toEqual([200]);
      },
    );

    test('is separate for each operation', async () => {
      await Promise.all([one.call(), one.call(), one.call()]);
      expect(await statuses(one.call('/register'), one.call())).toEqual([200, 429]);
    });

    test('is separate for each client address', async () => {
      const from = (address: string) => one.call('/login', { 'x-forwarded-for': address });
      await Promise.all([from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.1')]);
      expect(await statuses(from('192.0.2.1'), from('192.0.2.2'))).toEqual([200, 429]);
      // A client with one IPv6 address usually has a whole network of addresses.
      await Promise.all([from('2001:db8::1'), from('2001:db8::2'), from('2001:db8::3')]);
      expect(await statuses(from('2001:db8::4'), from('2001:db8:ffff::1'))).toEqual([200, 429]);
    });

    test('forgets a client on request', async () => {
      const log = store.open();
      await log.record('key', 1);
      await log.forget('another');
      expect(await log.record('key', 1)).toMatchObject({ hits: 2 });
      await log.forget('key');
      expect(await log.record('key', 1)).toEqual({ hits: 1, oldestAgeMs: 0 });
    });
  });
});

describe('a rate limit store', () => {
  test('in PostgreSQL handles the requests of a client one after the other', async () => {
    const pool = new pg.Pool({ connectionString: await freshDatabase(), max: 10 });
    await pool.query('create table rate_limit_hit (key text not null, at timestamptz not null)');
    // Every request waits after counting until all have counted. Without the lock, each would see the last free place.
    await pool.query(`
      create function hold() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
      create trigger hold before insert on rate_limit_hit for each row execute function hold()`);
    const gate = await pool.connect();
    await gate.query('select pg_advisory_lock(1)');
    const log = new PostgresRateLimitStore(pool);
    const records = Array.from({ length: 5 }, () => log.record('key', LIMIT));
    await until(async () => {
      const { rows } = await gate.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === records.length;
    });
    await gate.query('select pg_advisory_unlock(1)');
    gate.release();
    const hits = (await Promise.all(records)).map(({ hits }) => hits);
    expect(hits.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 4]);
    await pool.end();
  });

  test('that does not answer refuses all requests, to prevent unlimited password guessing', async () => {
    const pool = new pg.Pool({ connectionString: await freshDatabase(), max: 1 });
    const faults: unknown[] = [];
    const { server, call } = await startReplica(new PostgresRateLimitStore(pool), (fault) => faults.push(fault));
    try {
      const answer = await call();
      expect([answer.status, faults]).toEqual([500, [expect.objectContaining({ code: '42P01' })]]);
      await pool.query('create table rate_limit_hit (key text not null, at timestamptz not null)');
      expect((await call()).status).toBe(200);
    } finally {
      server.close();
      server.closeAllConnections();
      await pool.end();
    }
  });

  (REDIS_SERVER === undefined ? test.skip : test)(
    `in ${ON_REDIS} deletes the entries of a client after a minute`,
    async () => {
      const server = await startRedis();
      const beside = new Redis(server.url);
      const log = new RedisRateLimitStore(server.url, 'hits', () => undefined);
      await log.record('key', LIMIT);
      const leftMs = await beside.pttl('hits:key');
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(60_000);
      await Promise.all([log.stop(), beside.quit()]);
      await server.stop();
    },
  );
});

test.each([
  [false, 'x-forwarded-for', 'ERR_ERL_UNEXPECTED_X_FORWARDED_FOR'],
  [false, 'forwarded', 'ERR_ERL_FORWARDED_HEADER'],
  [true, 'x-forwarded-for', 'ERR_ERL_PERMISSIVE_TRUST_PROXY'],
])('with the proxies %s an address in %s is logged as a warning once', async (trustProxy, header, code) => {
  const printed = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
  const said: unknown[] = [];
  const none: RateLimitStore = {
    record: () => Promise.resolve({ hits: 1, oldestAgeMs: 0 }),
    forget: () => Promise.resolve(),
  };
  const { server, call } = await startReplica(none, raise, { trustProxy, said });
  try {
    const value = header === 'forwarded' ? 'for=192.0.2.1' : '192.0.2.1';
    for (let turn = 0; turn < 3; turn += 1) expect((await call('/login', { [header]: value })).status).toBe(200);
    expect(said).toEqual([{ limit: 'login', err: expect.objectContaining({ code }) }]);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
  } finally {
    jest.restoreAllMocks();
    server.close();
    server.closeAllConnections();
  }
});

test('an unreachable Redis is named in the failure', async () => {
  const log = new RedisRateLimitStore('redis://127.0.0.1:1', 'grid_hits', () => undefined);
  const error = await log.record('login:a', LIMIT).catch((fault: unknown) => fault);
  expect(outageOf(error)).toMatchObject({ dependency: 'Redis', isAway: true });
  await log.stop();
});
