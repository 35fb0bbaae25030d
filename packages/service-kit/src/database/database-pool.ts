import pg from 'pg';
import { markOutage } from './outage.ts';

/** After this time without a new connection, the request fails with a database outage. */
const AWAY_MS = 2_000;
/** Counted in turns of the event loop, so that a blocked event loop doesn't look like a database outage. */
const TICK_MS = 250;

type Give = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (destroy?: Error | boolean) => void,
) => void;

/**
 * A pool that quickly reports an unreachable database and marks its errors as database errors.
 *
 * Establishing a connection may take 2 s. Waiting for a free connection may take as long as the pool's timeout.
 */
export class DatabasePool extends pg.Pool {
  readonly #max: number;
  #established = 0;
  /** Counts opened and released connections. A change shows that the database answers. */
  #answers = 0;
  /** Counts how often a connection turned out to lead to a read-only server. */
  #failovers = 0;
  /** The number of failovers seen when each connection was opened. */
  readonly #openedAt = new WeakMap<pg.PoolClient, number>();

  constructor(options: pg.PoolConfig & { readonly max: number }) {
    super(options);
    this.#max = options.max;
    this.on('connect', (client) => {
      this.#openedAt.set(client, this.#failovers);
      this.#established += 1;
      this.#answers += 1;
    });
    this.on('remove', () => (this.#established -= 1));
    this.on('release', (error: unknown) => {
      if (error === undefined || error === false) this.#answers += 1;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(give: Give): void;
  override connect(give?: Give): Promise<pg.PoolClient> | void {
    const client = this.#acquire();
    if (give === undefined) return client;
    client.then(
      (one) => give(undefined, one, one.release.bind(one)),
      (error: Error) => give(error, undefined, () => undefined),
    );
  }

  /**
   * Replaces each connection as soon as it is free. After a failover, the old connections lead to a read-only server,
   * but a new connection to the same address leads to the new primary.
   */
  leaveServer(): void {
    this.#failovers += 1;
  }

  #isStale(client: pg.PoolClient): boolean {
    return this.#openedAt.get(client) !== this.#failovers;
  }

  async #acquire(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#acquireAny();
      if (!this.#isStale(client)) {
        const release = client.release.bind(client);
        client.release = (destroy) => release(destroy ?? this.#isStale(client));
        return client;
      }
      client.release(true);
    }
  }

  async #acquireAny(): Promise<pg.PoolClient> {
    const isAtHand = this.idleCount > 0;
    const acquired = super.connect().catch((error: unknown) => {
      throw markOutage('database', error);
    });
    return isAtHand ? await acquired : await this.#whileAnswering(acquired);
  }

  #whileAnswering(acquired: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let seen = this.#answers;
      let silentMs = 0;
      const watch = setInterval(() => {
        const isBusy = this.#established >= this.#max;
        silentMs = isBusy || this.#answers !== seen ? 0 : silentMs + TICK_MS;
        seen = this.#answers;
        if (silentMs < AWAY_MS) return;
        clearInterval(watch);
        // If the connection still opens, it goes to the pool.
        acquired.then(
          (client) => client.release(),
          () => undefined,
        );
        reject(markOutage('database', new Error(`no connection to the database within ${AWAY_MS} ms`)));
      }, TICK_MS);
      acquired.finally(() => clearInterval(watch)).then(resolve, reject);
    });
  }
}
