import { randomUUID } from 'node:crypto';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** A lease not renewed for this long is free, because its process must have died. */
const LEASE_SEC = 15;

/** How often to renew a lease. Must be well below `LEASE_SEC`. */
export const RENEW_EVERY_MS = 3_000;

/** Returns a condition for a free lease. `table` has the columns `lease_holder` and `lease_renewed_at`. */
export function isLeaseFree(table: string): RawBuilder<boolean> {
  const [holder, renewedAt] = [sql.ref(`${table}.lease_holder`), sql.ref(`${table}.lease_renewed_at`)];
  return sql`(${holder} is null or ${renewedAt} < now() - make_interval(secs => ${sql.lit(LEASE_SEC)}))`;
}

/** The time of a renewal, by the database's clock. */
export const renewedNow = sql<Date>`now()`;

/** A row with a lease. Its table has the columns `id`, `lease_holder` and `lease_renewed_at`. */
export interface LeasedRow {
  readonly table: string;
  readonly id: number;
}

/** Renews a lease. Returns false if the holder has lost it. */
export async function renewLease(
  db: QueryExecutorProvider,
  { table, id }: LeasedRow,
  holder: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set lease_renewed_at = now() where id = ${id} and lease_holder = ${holder}::uuid`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

export async function releaseLease(db: QueryExecutorProvider, { table, id }: LeasedRow, holder: string): Promise<void> {
  await sql`
    update ${sql.table(table)} set lease_holder = null where id = ${id} and lease_holder = ${holder}::uuid`.execute(db);
}

/**
 * The right of one process to work on a row, such as a batch, an agent's session or the translation of a paper.
 *
 * Each lease has its own holder id, and the process writes only while the row still has that id. `Ending` is the reason
 * to end the work early: another process has acquired the lease, or this process is stopping.
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

  /** Ends the work. The first reason wins. */
  end(why: Ending): void {
    if (!this.signal.aborted) this.#ended.abort(why);
  }
}
