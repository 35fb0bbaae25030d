import type { AgentEvent } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { appendEvents } from '../../persistence/agent-event-repository.ts';
import { lockHeld, type SessionHold } from '../../persistence/agent-hold-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';

/** The session was ended or given to another worker; nothing more may be written to it. */
export class HoldLost extends Error {}

export type HeldRow = NonNullable<Awaited<ReturnType<typeof lockHeld>>>;

/** `lost`: somebody else has ended or taken the session. `hand_back`: this process ends. `overtime`: the run does. */
export type EndOfHold = 'lost' | 'hand_back' | 'overtime';

/** A session in a worker's hands. */
export class HeldSession {
  readonly hold: SessionHold;
  readonly #db: Db;
  readonly #ended = new AbortController();

  constructor(db: Db, hold: SessionHold) {
    this.#db = db;
    this.hold = hold;
  }

  get id(): string {
    return this.hold.id;
  }

  /** Aborted when the work at the session is to end at once. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get endedBy(): EndOfHold | undefined {
    return this.#ended.signal.aborted ? (this.#ended.signal.reason as EndOfHold) : undefined;
  }

  end(why: EndOfHold): void {
    if (!this.#ended.signal.aborted) this.#ended.abort(why);
  }

  /** Writes to the session, and tells what it did in the same transaction; fails when the session is in other hands. */
  async write<T>(work: (trx: Tx, row: HeldRow, tell: (event: AgentEvent) => void) => Promise<T>): Promise<T> {
    return await inTransaction(this.#db, async (trx) => {
      const row = await lockHeld(trx, this.hold);
      if (row === undefined) {
        this.end('lost');
        throw new HoldLost('the session is over, or in other hands');
      }
      const events: AgentEvent[] = [];
      const result = await work(trx, row, (event) => void events.push(event));
      await appendEvents(trx, this.id, events);
      return result;
    });
  }
}
