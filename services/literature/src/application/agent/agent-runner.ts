import { Lease, RENEW_EVERY_MS } from '@almagest/service-kit/lease';
import { repeat } from '@almagest/service-kit/repeat';
import { acquireSession, listValidLeases, renewSessions } from '../../persistence/agent/agent-lease-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { LeasedSession, type SessionEnding } from './leased-session.ts';
import type { RunDeps } from './run-deps.ts';
import { runSession } from './run-session.ts';

/** Maximum number of concurrent sessions of one worker. Sessions mostly wait for models, so many can share a worker. */
const CAPACITY = 32;

/** How often a worker checks whether a session was stopped. */
const WATCH_EVERY_MS = 200;

/**
 * Runs the agent sessions of a worker. The database stores which sessions are waiting. A job only makes the worker
 * query the database.
 */
export class AgentRunner {
  readonly #deps: RunDeps;
  readonly #db: Db;
  readonly #running = new Map<LeasedSession, Promise<void>>();
  readonly #stopRepeating: (() => Promise<void>)[];
  readonly #acquisitions = new Set<Promise<void>>();
  #acquiring = 0;
  #isStopping = false;

  /**
   * `leases` uses separate connections, so that leases are renewed even when the sessions use all other connections.
   */
  constructor(deps: RunDeps, leases: Db) {
    this.#deps = deps;
    this.#db = leases;
    // Only the database can fail here. The runs then fail too, and report the failure.
    this.#stopRepeating = [repeat(WATCH_EVERY_MS, () => this.#watch()), repeat(RENEW_EVERY_MS, () => this.#renew())];
  }

  /** Acquires waiting sessions while there is capacity and starts them. */
  async runWaiting(): Promise<void> {
    const acquisition = this.#acquireAll();
    this.#acquisitions.add(acquisition);
    await acquisition.finally(() => this.#acquisitions.delete(acquisition));
  }

  async #acquireAll(): Promise<void> {
    while (!this.#isStopping && this.#running.size + this.#acquiring < CAPACITY) {
      const lease = new Lease<SessionEnding>();
      this.#acquiring += 1;
      try {
        const id = await acquireSession(this.#db, lease.holder);
        if (id === undefined) return;
        this.#begin(new LeasedSession(this.#deps.db, id, lease));
      } finally {
        this.#acquiring -= 1;
      }
    }
  }

  /** Stops and releases the running sessions, so that other workers resume them. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.allSettled(this.#acquisitions);
    for (const session of this.#running.keys()) session.end('shutdown');
    await Promise.all(this.#running.values());
    await Promise.all(this.#stopRepeating.map((stop) => stop()));
  }

  #begin(session: LeasedSession): void {
    const run = runSession(this.#deps, session)
      .catch(this.#deps.onFault)
      .finally(() => {
        this.#running.delete(session);
        // Another session may be waiting for capacity.
        if (!this.#isStopping) void this.runWaiting().catch(this.#deps.onFault);
      });
    this.#running.set(session, run);
  }

  #leases() {
    return [...this.#running.keys()].map(({ key }) => key);
  }

  async #watch(): Promise<void> {
    if (this.#running.size === 0) return;
    const watched = [...this.#running.keys()];
    const held = await listValidLeases(
      this.#db,
      watched.map(({ key }) => key),
    );
    for (const session of watched) if (!held.has(session.key.holder)) session.end('lost');
  }

  async #renew(): Promise<void> {
    if (this.#running.size > 0) await renewSessions(this.#db, this.#leases());
  }
}
