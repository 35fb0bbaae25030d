import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SourceFailure, type HostRateLimiter, type HostRateOptions } from '../sources/source.ts';
import type { Db } from './database.ts';

/** How soon a turn is asked for again that another process holds. */
const LOOK_MS = 300;

/** Clocks of several hosts, and the limits of processes that are configured differently, differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The pace of each host as a row: its turn is free from a certain moment on. Processes that all wait look again when the
 * turn is due, so at most one request begins in each interval, whichever replica makes it.
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
      const waitMs = await this.#take(host, holder, options);
      if (waitMs === 0) break;
      // A turn that is held is mostly given back long before its lease is over.
      const lookMs = options.alone ? Math.min(waitMs, LOOK_MS) : waitMs;
      if (performance.now() + lookMs > deadline)
        throw new SourceFailure(host, 'rate_limited', `too many requests wait for ${host}; try again in a while`);
      await sleep(lookMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
    try {
      return await work();
    } finally {
      if (options.alone) await this.#giveBack(host, holder, options.intervalMs);
    }
  }

  /** Takes the turn and returns 0, or tells how long it is not to be had. */
  async #take(host: string, holder: string, { alone, leaseMs, intervalMs }: HostRateOptions): Promise<number> {
    // Nobody holds a turn for longer: this one was taken by a clock that ran ahead.
    const longestMs = Math.max(leaseMs, intervalMs) + CLOCKS_DIFFER_MS;
    // One that has to end before the next begins holds its turn until it gives it back, or has died.
    const heldMs = alone ? Math.max(leaseMs, intervalMs) : intervalMs;
    const { rows } = await sql<{ wait_ms: number }>`
      with taken as (
        insert into host_turn (host, free_at, holder)
        values (${host}, clock_timestamp() + make_interval(secs => ${heldMs / 1000}), ${holder})
        on conflict (host) do update set free_at = excluded.free_at, holder = excluded.holder
          where host_turn.free_at <= clock_timestamp()
            or host_turn.free_at > clock_timestamp() + make_interval(secs => ${longestMs / 1000})
        returning host)
      select case when exists (select from taken) then 0 else greatest(1, ceil(1000 * coalesce(
        (select extract(epoch from free_at - clock_timestamp()) from host_turn where host = ${host}), 0)))::int end
        as wait_ms`.execute(this.#db);
    return rows[0]?.wait_ms ?? 1;
  }

  /** The next turn begins an interval after this one ended: the host saw one connection at a time, and a pause. */
  async #giveBack(host: string, holder: string, intervalMs: number): Promise<void> {
    await this.#db
      .updateTable('host_turn')
      .set({ free_at: sql<Date>`clock_timestamp() + make_interval(secs => ${intervalMs / 1000})` })
      .where('host', '=', host)
      .where('holder', '=', holder)
      .execute();
  }
}
