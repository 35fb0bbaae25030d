import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';

/** A lease that was not renewed for so long is free for another process: the one that had it has died. */
const LEASE_SEC = 15;

/** How often a lease is renewed: well below the time after which it is free. */
export const RENEW_EVERY_MS = 3_000;

/** Whether the lease of a row is free. `table` has the columns `lease_holder` and `lease_renewed_at`. */
export function isLeaseFree(table: string): RawBuilder<boolean> {
  const [holder, renewedAt] = [sql.ref(`${table}.lease_holder`), sql.ref(`${table}.lease_renewed_at`)];
  return sql`(${holder} is null or ${renewedAt} < now() - make_interval(secs => ${sql.lit(LEASE_SEC)}))`;
}

/** The time of a renewal, which is the database's. */
export const renewedNow = sql<Date>`now()`;

/**
 * The right of one process to work at a row: a batch, an agent's session, the translation of a paper.
 *
 * Each lease has its own holder id, and the process writes only while the row still has that id. `Ending` is the reason
 * to end the work early: another process has acquired the lease, or this process stops.
 */
export class Lease<Ending> {
  readonly holder = randomUUID();
  readonly #ended = new AbortController();

  /** Aborted when the work must end at once. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get endedBy(): Ending | undefined {
    return this.signal.aborted ? (this.signal.reason as Ending) : undefined;
  }

  /** Ends the work. Of two reasons the first one counts. */
  end(why: Ending): void {
    if (!this.signal.aborted) this.#ended.abort(why);
  }
}
