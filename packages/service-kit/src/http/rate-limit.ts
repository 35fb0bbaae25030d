import { rateLimit, type ClientRateLimitInfo, type Options, type Store } from 'express-rate-limit';
import { Redis } from 'ioredis';
import type { RequestHandler } from 'express';
import type pg from 'pg';
import { LOCK_KEY } from '../database/advisory-lock.ts';
import type { Logger } from '../process/log.ts';
import { markOutage } from '../database/outage.ts';
import { Refusal } from './refusal.ts';
import { withTimeout } from '../process/with-timeout.ts';

const WINDOW_MS = 60_000;

/** Time limit for an answer of Redis. */
const ANSWER_MS = 2_000;

interface Hits {
  /** Includes this hit. Exceeds the limit if the hit was not recorded. */
  readonly hits: number;
  readonly oldestAgeMs: number;
}

/**
 * The accepted requests of a client within the last minute. Refused requests don't count, so that a client that waits
 * is accepted again.
 */
export interface RateLimitStore {
  /**
   * Records a hit unless the window already has `limit` hits. Returns the number of hits and the age of the oldest hit.
   */
  record(key: string, limit: number): Promise<Hits>;
  forget(key: string): Promise<void>;
}

/** A sliding window in PostgreSQL, shared by all replicas. */
export class PostgresRateLimitStore implements RateLimitStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async record(key: string, limit: number): Promise<Hits> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      // Handles one request of a client at a time. Otherwise two requests could both take the last place in the window.
      await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`, [key]);
      // Deletes hits in the future. They were recorded while the clock was ahead, and would count until the clock
      // reaches their time.
      await client.query(
        `delete from rate_limit_hit
         where key = $1 and (at <= now() - interval '60 seconds' or at > now() + interval '60 seconds')`,
        [key],
      );
      const { rows } = await client.query<{ hits: number; age: number }>(
        `with recorded as (
           insert into rate_limit_hit (key, at)
           select $1, now() where (select count(*) from rate_limit_hit where key = $1) < $2
           returning at)
         select (select count(*) from rate_limit_hit where key = $1)::int as hits,
                coalesce(extract(epoch from now() - (select min(at) from rate_limit_hit where key = $1)) * 1000, 0)::float8 as age`,
        [key, limit],
      );
      await client.query('commit');
      // The statement counts the rows before its own insert.
      return { hits: (rows[0]?.hits ?? 0) + 1, oldestAgeMs: rows[0]?.age ?? 0 };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async forget(key: string): Promise<void> {
    await this.#pool.query('delete from rate_limit_hit where key = $1', [key]);
  }
}

const RECORD_IN_REDIS = `
  local now = redis.call('TIME')
  local ms = now[1] * 1000 + math.floor(now[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], ms + ARGV[1], '+inf')
  local hits = redis.call('ZCARD', KEYS[1])
  if hits < tonumber(ARGV[2]) then
    redis.call('ZADD', KEYS[1], ms, ms .. '-' .. now[2] .. '-' .. hits)
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
  end
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return { hits, oldest[2] and (ms - tonumber(oldest[2])) or 0 }`;

/** The same sliding window in Redis, as a single atomic script. */
export class RedisRateLimitStore implements RateLimitStore {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(url: string, prefix: string, onFault: (error: unknown) => void) {
    this.#redis = new Redis(url, { maxRetriesPerRequest: 1 });
    this.#redis.on('error', onFault);
    this.#prefix = prefix;
  }

  async record(key: string, limit: number): Promise<Hits> {
    const asked = this.#redis.eval(RECORD_IN_REDIS, 1, `${this.#prefix}:${key}`, WINDOW_MS, limit);
    const answer = await withTimeout(ANSWER_MS, asked).catch((error: unknown) => {
      throw markOutage('Redis', error);
    });
    const [before, oldestAgeMs] = answer as [number, number];
    return { hits: before + 1, oldestAgeMs };
  }

  async forget(key: string): Promise<void> {
    await this.#redis.del(`${this.#prefix}:${key}`);
  }

  async stop(): Promise<void> {
    await this.#redis.quit();
  }
}

class ExpressRateLimitStore implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #store: RateLimitStore;
  readonly #limit: number;

  constructor(store: RateLimitStore, name: string, limit: number) {
    this.#store = store;
    this.prefix = `${name}:`;
    this.#limit = limit;
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    const { hits, oldestAgeMs } = await this.#store.record(this.prefix + key, this.#limit);
    const resetTime = new Date(Date.now() + Math.max(WINDOW_MS - oldestAgeMs, 1_000));
    return { totalHits: hits, resetTime };
  }

  // Hits are never removed, because the options that would do so are not used.
  decrement(): void {}

  async resetKey(key: string): Promise<void> {
    await this.#store.forget(this.prefix + key);
  }
}

/**
 * Limits each client address to `perMinute` accepted requests within the last minute.
 *
 * The library's messages go to `log` instead of stderr. The library warns once if addresses come in a header that
 * `TRUST_PROXY` ignores or accepts from everyone.
 */
export function slidingWindowLimit(
  store: RateLimitStore,
  name: string,
  perMinute: number,
  log: Pick<Logger, 'warn'>,
): RequestHandler {
  const say = (err: unknown, message?: string) =>
    log.warn({ err, limit: name }, message ?? 'a rate limit may count the wrong addresses. Check TRUST_PROXY');
  const options: Partial<Options> = {
    windowMs: WINDOW_MS,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: new ExpressRateLimitStore(store, name, perMinute),
    logger: { warn: say, error: say },
    handler: (_req, res, next) => {
      const waitSec = String(res.getHeader('Retry-After'));
      next(new Refusal('too_many', `more than ${perMinute} requests in a minute. Try again in ${waitSec} s`));
    },
  };
  return rateLimit(options);
}
