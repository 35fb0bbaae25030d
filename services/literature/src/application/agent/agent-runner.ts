import { randomUUID } from 'node:crypto';
import { claimSession, listStanding, signHolds } from '../../persistence/agent-hold-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { HeldSession } from './held-session.ts';
import type { RunDeps } from './run-deps.ts';
import { runSession } from './run-session.ts';

/** Sessions at once in one worker: they mostly wait for models. */
const CAPACITY = 32;

/** How soon a worker notices that a session was stopped. */
const WATCH_EVERY_MS = 200;

/** Well below the time after which a silent worker is replaced. */
const SIGN_EVERY_MS = 3_000;

/** The sessions that a worker has in hand. Which wait to be taken the store knows; bells only say when to look. */
export class AgentRunner {
  readonly #deps: RunDeps;
  readonly #db: Db;
  readonly #running = new Map<HeldSession, Promise<void>>();
  readonly #timers: NodeJS.Timeout[];
  readonly #looking = new Set<Promise<void>>();
  #claiming = 0;
  #isStopping = false;

  /** `holds` has connections of its own: a hold must not run out because the work has taken all the others. */
  constructor(deps: RunDeps, holds: Db) {
    this.#deps = deps;
    this.#db = holds;
    this.#timers = [every(WATCH_EVERY_MS, () => this.#watch()), every(SIGN_EVERY_MS, () => this.#sign())];
  }

  /** Takes sessions while there are any and there is room. */
  async look(): Promise<void> {
    const looking = this.#claim();
    this.#looking.add(looking);
    await looking.finally(() => this.#looking.delete(looking));
  }

  async #claim(): Promise<void> {
    while (!this.#isStopping && this.#running.size + this.#claiming < CAPACITY) {
      const hold = randomUUID();
      this.#claiming += 1;
      try {
        const id = await claimSession(this.#db, hold);
        if (id === undefined) return;
        this.#begin(new HeldSession(this.#deps.db, { id, hold }));
      } finally {
        this.#claiming -= 1;
      }
    }
  }

  /** Hands back what is running, for another worker to go on with. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.allSettled(this.#looking);
    for (const session of this.#running.keys()) session.end('hand_back');
    await Promise.all(this.#running.values());
    for (const timer of this.#timers) clearInterval(timer);
  }

  #begin(session: HeldSession): void {
    const run = runSession(this.#deps, session)
      .catch(this.#deps.onFault)
      .finally(() => {
        this.#running.delete(session);
        // There may be more that had no room.
        if (!this.#isStopping) void this.look().catch(this.#deps.onFault);
      });
    this.#running.set(session, run);
  }

  #holds() {
    return [...this.#running.keys()].map(({ hold }) => hold);
  }

  async #watch(): Promise<void> {
    if (this.#running.size === 0) return;
    const watched = [...this.#running.keys()];
    const standing = await listStanding(
      this.#db,
      watched.map(({ hold }) => hold),
    );
    for (const session of watched) if (!standing.has(session.hold.hold)) session.end('lost');
  }

  async #sign(): Promise<void> {
    if (this.#running.size > 0) await signHolds(this.#db, this.#holds());
  }
}

/** Again and again, but never before the last time is over. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  let isAtIt = false;
  return setInterval(() => {
    if (isAtIt) return;
    isAtIt = true;
    // A failure is the database's; the runs meet it as well, and tell of it.
    void work()
      .catch(() => undefined)
      .finally(() => (isAtIt = false));
  }, ms);
}
