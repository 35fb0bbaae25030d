import type pg from 'pg';
import { DatabasePool } from './database-pool.ts';

/** Connections that are tried, one after the other, before the server counts as silent. */
const TRIES = 3;

/**
 * Asks whether the database server answers at all, over a connection that is made for the question: a statement that is
 * slow looks the same as one at a server that is frozen or cut off. One question at a time, however many ask.
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

  /** To be told of each answer that came over another connection. */
  heard(): void {
    this.#heard += 1;
  }

  /** On a busy machine one connection may take long; others may be served meanwhile. */
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
      // A server that refuses, as one without a free connection does, answers.
      return (error as { severity?: unknown }).severity !== undefined;
    }
  }
}
