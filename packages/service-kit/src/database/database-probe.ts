import type pg from 'pg';
import { DatabasePool } from './database-pool.ts';

/** This many connection attempts must fail, one after the other, before the server counts as silent. */
const TRIES = 3;

/**
 * Checks over a new connection whether the database server answers at all. On an existing connection, a slow statement
 * looks the same as a frozen or unreachable server. Concurrent callers share one check.
 */
export class DatabaseProbe {
  readonly #pool: DatabasePool;
  #asked: Promise<boolean> | undefined;
  #heard = 0;

  constructor(connection: pg.ConnectionConfig) {
    this.#pool = new DatabasePool({ ...connection, max: 1 });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  isAnswering(): Promise<boolean> {
    this.#asked ??= this.#ask().finally(() => (this.#asked = undefined));
    return this.#asked;
  }

  /** Records that another connection received an answer. */
  heard(): void {
    this.#heard += 1;
  }

  /** On a busy machine, one connection may take long although the server answers on others. */
  async #ask(): Promise<boolean> {
    const before = this.#heard;
    for (let attempt = 0; attempt < TRIES; attempt += 1)
      if ((await this.#connects()) || this.#heard !== before) return true;
    return false;
  }

  async #connects(): Promise<boolean> {
    try {
      (await this.#pool.connect()).release(true);
      return true;
    } catch (error) {
      // A server that refuses a connection, for example because all its connections are in use, still answers.
      return (error as { severity?: unknown }).severity !== undefined;
    }
  }
}
