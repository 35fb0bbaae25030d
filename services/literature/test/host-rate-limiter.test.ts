import { beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { RateLimitError, type HostRateOptions } from '../src/domain/host-rate-limit.ts';
import type { Db } from '../src/persistence/database.ts';
import { PostgresHostRateLimiter } from '../src/persistence/host-rate-limiter.ts';
import { useDatabase } from './databases.ts';

let db: Db;
useDatabase((opened) => (db = opened));
beforeEach(async () => {
  await db.deleteFrom('host_rate_limit').execute();
});

const options: HostRateOptions = { intervalMs: 100, alone: false, leaseMs: 60_000, maxWaitMs: 60_000 };

test('requests of several processes keep the interval', async () => {
  const limiters = [1, 2, 3, 4, 5, 6].map(() => new PostgresHostRateLimiter(db));
  const begun: number[] = [];
  await Promise.all(
    limiters.map((hosts) => hosts.run('host', () => Promise.resolve(void begun.push(performance.now())), options)),
  );
  // The limit uses the database's clock. A single request may still reach this process late.
  expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(4 * 100);
});

test('a slot acquired while the clock was ahead is free once the clock is right', async () => {
  const hosts = new PostgresHostRateLimiter(db);
  await hosts.run('host', () => Promise.resolve(), options);
  await sql`update host_rate_limit set next_slot_at = next_slot_at + interval '2 hours'`.execute(db);
  expect(await hosts.run('host', () => Promise.resolve('asked'), { ...options, maxWaitMs: 0 })).toBe('asked');
});

test('a host that accepts one connection at a time never gets two', async () => {
  const hosts = new PostgresHostRateLimiter(db);
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all([1, 2, 3, 4].map(() => hosts.run('host', work, { ...options, alone: true, intervalMs: 10 })));
  expect(most).toBe(1);
});

test('a released slot is free before its lease expires', async () => {
  const hosts = new PostgresHostRateLimiter(db);
  const alone = { ...options, alone: true, intervalMs: 10, leaseMs: 3_600_000, maxWaitMs: 60_000 };
  expect(await Promise.all(['a', 'b'].map((name) => hosts.run('host', () => Promise.resolve(name), alone)))).toEqual([
    'a',
    'b',
  ]);
});

test('a request whose wait would be too long fails at once', async () => {
  const hosts = new PostgresHostRateLimiter(db);
  const slow = { ...options, intervalMs: 3_600_000 };
  await hosts.run('host', () => Promise.resolve(), slow);
  await expect(hosts.run('host', () => Promise.resolve(), slow)).rejects.toThrow(RateLimitError);
  expect(await hosts.run('other', () => Promise.resolve('at once'), options)).toBe('at once');
});

test('a slot is free when the lease of a dead process expires, or when its work fails', async () => {
  const hosts = new PostgresHostRateLimiter(db);
  const alone = { ...options, alone: true, intervalMs: 1, leaseMs: 3_600_000 };
  await expect(hosts.run('host', () => Promise.reject(new Error('no answer')), alone)).rejects.toThrow('no answer');
  expect(await hosts.run('host', () => Promise.resolve('next'), alone)).toBe('next');
  await db
    .insertInto('host_rate_limit')
    .values({
      host: 'dead',
      next_slot_at: new Date(Date.now() + 50),
      slot_holder: '00000000-0000-4000-8000-000000000000',
    })
    .execute();
  expect(await hosts.run('dead', () => Promise.resolve('after the lease'), alone)).toBe('after the lease');
});

test('a waiting request can be cancelled', async () => {
  const hosts = new PostgresHostRateLimiter(db);
  await hosts.run('host', () => Promise.resolve(), { ...options, intervalMs: 5_000 });
  const cancel = new AbortController();
  const waiting = hosts.run('host', () => Promise.resolve(), { ...options, signal: cancel.signal });
  cancel.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
});
