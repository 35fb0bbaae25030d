import type { AgentEvent } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import type { Lease } from '@almagest/service-kit/lease';
import { appendEvents } from '../../persistence/agent/agent-event-repository.ts';
import { lockLeased, type SessionLease } from '../../persistence/agent/agent-lease-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';

/**
 * Thrown if the session has ended or another worker has its lease. This process must then stop writing to the session.
 */
export class LeaseLostError extends Error {}

export type LeasedRow = NonNullable<Awaited<ReturnType<typeof lockLeased>>>;

/**
 * `lost`: another process ended or acquired the session. `shutdown`: this process ends. `time_limit`: the run takes too
 * long.
 */
export type SessionEnding = 'lost' | 'shutdown' | 'time_limit';

/** A session whose lease this process holds. */
export class LeasedSession {
  readonly key: SessionLease;
  readonly #db: Db;
  readonly #lease: Lease<SessionEnding>;

  constructor(db: Db, id: string, lease: Lease<SessionEnding>) {
    this.#db = db;
    this.#lease = lease;
    this.key = { id, holder: lease.holder };
  }

  get id(): string {
    return this.key.id;
  }

  /** Aborts when work on the session must stop immediately. */
  get signal(): AbortSignal {
    return this.#lease.signal;
  }

  get endedBy(): SessionEnding | undefined {
    return this.#lease.endedBy;
  }

  end(why: SessionEnding): void {
    this.#lease.end(why);
  }

  /**
   * Runs `work` and appends its events to the session in one transaction. Throws `LeaseLostError` if this process no
   * longer has the lease.
   */
  async write<T>(work: (trx: Tx, row: LeasedRow, publish: (event: AgentEvent) => void) => Promise<T>): Promise<T> {
    return await inTransaction(this.#db, async (trx) => {
      const row = await lockLeased(trx, this.key);
      if (row === undefined) {
        this.end('lost');
        throw new LeaseLostError('the session has ended, or another worker runs it');
      }
      const events: AgentEvent[] = [];
      const result = await work(trx, row, (event) => void events.push(event));
      await appendEvents(trx, this.id, events);
      return result;
    });
  }
}
