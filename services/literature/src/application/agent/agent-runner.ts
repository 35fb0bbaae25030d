import { Lease, RENEW_EVERY_MS } from '@almagest/service-kit/lease';
import { repeat } from '@almagest/service-kit/repeat';
import { acquireSession, listHeld, renewSessions } from '../../persistence/agent-lease-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { LeasedSession, type SessionEnding } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { runSession } from './run-session.ts';

/** Sessions at once in one worker: they mostly wait for models. */
const CAPACITY = 32;

/** How soon a worker notices that a session was stopped. */
const WATCH_EVERY_MS = 200;

/** The sessions that a worker runs. Which of them wait is told by the database; a job only says when to look. */
export class AgentRunner {
  readonly #deps: RunDeps;
  readonly #db: Db;
  readonly #running = new Map<LeasedSession, Promise<void>>();
  readonly #stopRepeating: (() => void)[];
  readonly #looking = new Set<Promise<void>>();
  #claiming = 0;
  #isStopping = false;

  /** `leases` has connections of its own: a lease must not run out because the work has taken all the others. */
  constructor(deps: RunDeps, leases: Db) {
    this.#deps = deps;
    this.#db = leases;
    // A failure is the database's; the runs meet it as well, and report it.
    this.#stopRepeating = [repeat(WATCH_EVERY_MS, () => this.#watch()), repeat(RENEW_EVERY_MS, () => this.#renew())];
  }

  /** Takes sessions while there are any and there is room. */
  async look(): Promise<void> {
    const looking = this.#claim();
    this.#looking.add(looking);
    await looking.finally(() => this.#looking.delete(looking));
  }

  async #claim(): Promise<void> {
    while (!this.#isStopping && this.#running.size + this.#claiming < CAPACITY) {
      const lease = new Lease<SessionEnding>();
      this.#claiming += 1;
      try {
        const id = await acquireSession(this.#db, lease.holder);
        if (id === undefined) return;
        this.#begin(new LeasedSession(this.#deps.db, id, lease));
      } finally {
        this.#claiming -= 1;
      }
    }
  }

  /** Releases what is running, for another worker to go on with. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.allSettled(this.#looking);
    for (const session of this.#running.keys()) session.end('shutdown');
    await Promise.all(this.#running.values());
    for (const stop of this.#stopRepeating) stop();
  }

  #begin(session: LeasedSession): void {
    const run = runSession(this.#deps, session)
      .catch(this.#deps.onFault)
      .finally(() => {
        this.#running.delete(session);
        // There may be more that had no room.
        if (!this.#isStopping) void this.look().catch(this.#deps.onFault);
      });
    this.#running.set(session, run);
  }

  #leases() {
    return [...this.#running.keys()].map(({ key }) => key);
  }

  async #watch(): Promise<void> {
    if (this.#running.size === 0) return;
    const watched = [...this.#running.keys()];
    const held = await listHeld(
      this.#db,
      watched.map(({ key }) => key),
    );
    for (const session of watched) if (!held.has(session.key.holder)) session.end('lost');
  }

  async #renew(): Promise<void> {
    if (this.#running.size > 0) await renewSessions(this.#db, this.#leases());
  }
}
