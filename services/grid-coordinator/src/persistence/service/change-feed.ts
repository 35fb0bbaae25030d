import { REQUIRE_PRIMARY, SESSION_OPTIONS, type DatabaseLocation } from '@almagest/service-kit/database';
import pg from 'pg';

/**
 * A change of a node or workflow, or the end of a session, key or person. For the end of a session, key or person,
 * `name` is the tag of event streams.
 */
export type Change = { readonly kind: 'node' | 'workflow' | 'ended'; readonly name: string };

/**
 * Returns the channel for NOTIFY. The channel is used only for rare administrative changes, because NOTIFY serialises
 * commits in the whole cluster.
 */
function channelOf({ schema }: DatabaseLocation): string {
  return `${schema}_change`;
}

/** Publishes a change to every process of the coordinator. */
export async function publishChange(pool: pg.Pool, at: DatabaseLocation, change: Change): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [channelOf(at), JSON.stringify(change)]);
}

export interface ChangeListener {
  readonly onChange: (change: Change) => void;
  /** Called with true when changes are being received, and with false when the connection is lost. */
  readonly onListening: (listening: boolean) => void;
}

const RECONNECT_MS = 1_000;
/** How often to check that the server is the primary. After a failover, an old connection may lead to a standby. */
const LOOK_MS = 10_000;

/**
 * Listens for changes on a separate connection. Reconnects if this connection is lost or leads to a read-only server,
 * which publishes no changes.
 */
export class ChangeFeed {
  readonly #at: DatabaseLocation;
  readonly #listener: ChangeListener;
  readonly #lookEveryMs: number;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(at: DatabaseLocation, listener: ChangeListener, lookEveryMs = LOOK_MS) {
    this.#at = at;
    this.#listener = listener;
    this.#lookEveryMs = lookEveryMs;
  }

  async start(): Promise<void> {
    if (this.#stopped) return;
    const client = new pg.Client({ connectionString: this.#at.url, keepAlive: true, options: SESSION_OPTIONS });
    let lost = false;
    let watch: NodeJS.Timeout | undefined;
    const onLost = () => {
      if (lost) return;
      lost = true;
      clearInterval(watch);
      this.#listener.onListening(false);
      void client.end().catch(() => undefined);
      if (!this.#stopped) this.#timer = setTimeout(() => void this.start(), RECONNECT_MS);
    };
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ payload }) => this.#listener.onChange(JSON.parse(payload ?? '{}') as Change));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channelOf(this.#at))}`);
      this.#client = client;
      this.#listener.onListening(true);
      watch = setInterval(() => void client.query(REQUIRE_PRIMARY).catch(onLost), this.#lookEveryMs).unref();
    } catch {
      onLost();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }
}
