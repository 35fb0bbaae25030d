import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { RateLimitError, type HostRateLimiter, type HostRateOptions } from '../domain/host-rate-limit.ts';
import type { Db } from './database.ts';

/** How long to wait between two checks of a slot that another process holds. */
const POLL_MS = 300;

/**
 * An upper limit for the difference between the clocks of several hosts, and between the intervals of differently
 * configured processes.
 */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Keeps one row per host with the time from which its next slot is free. Waiting processes try again at that time.
 * Across all replicas, at most one request therefore begins in each interval.
 */
export class PostgresHostRateLimiter implements HostRateLimiter {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async run<T>(host: string, work: () => Promise<T>, options: HostRateOptions): Promise<T> {
    if (options.intervalMs === 0) return await work();
    const holder = randomUUID();
    const deadline = performance.now() + options.maxWaitMs;
    for (;;) {
      const waitMs = await this.#acquire(host, holder, options);
      if (waitMs === 0) break;
      // A held slot is usually released long before its lease expires.
      const pauseMs = options.alone ? Math.min(waitMs, POLL_MS) : waitMs;
      if (performance.now() + pauseMs > deadline) throw new RateLimitError(host);
      await sleep(pauseMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
    try {
      return await work();
    } finally {
      if (options.alone) await this.#release(host, holder, options.intervalMs);
    }
  }

  /**
   * Acquires the slot and returns 0. If another process holds the slot, returns the milliseconds until the slot is
   * free.
   */
  async #acquire(host: string, holder: string, { alone, leaseMs, intervalMs }: HostRateOptions): Promise<number> {
    // No slot is held for longer than this. A later time comes from a clock that was ahead.
    const longestMs = Math.max(leaseMs, intervalMs) + MAX_CLOCK_SKEW_MS;
    // If requests must not overlap, the process holds the slot until it releases the slot or the lease expires.
    const heldMs = alone ? Math.max(leaseMs, intervalMs) : intervalMs;
    const { rows } = await sql<{ wait_ms: number }>`
      with taken as (
        insert into host_rate_limit (host, next_slot_at, slot_holder)
        values (${host}, clock_timestamp() + make_interval(secs => ${heldMs / 1000}), ${holder})
        on conflict (host) do update set next_slot_at = excluded.next_slot_at, slot_holder = excluded.slot_holder
          where host_rate_limit.next_slot_at <= clock_timestamp()
            or host_rate_limit.next_slot_at > clock_timestamp() + make_interval(secs => ${longestMs / 1000})
        returning host)
      select case when exists (select from taken) then 0 else greatest(1, ceil(1000 * coalesce(
        (select extract(epoch from next_slot_at - clock_timestamp()) from host_rate_limit where host = ${host}),
        0)))::int end as wait_ms`.execute(this.#db);
    return rows[0]?.wait_ms ?? 1;
  }

  /**
   * Frees the slot one interval after the end of the request. The host then sees one connection at a time, with a pause
   * before the next one.
   */
  async #release(host: string, holder: string, intervalMs: number): Promise<void> {
    await this.#db
      .updateTable('host_rate_limit')
      .set({ next_slot_at: sql<Date>`clock_timestamp() + make_interval(secs => ${intervalMs / 1000})` })
      .where('host', '=', host)
      .where('slot_holder', '=', holder)
      .execute();
  }
}
