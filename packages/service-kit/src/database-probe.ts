import type pg from 'pg';
import { DatabasePool } from './database-pool.ts';

/**
 * Asks whether the database server answers at all, over a connection that is made for the question: a statement that is
 * slow looks the same as one at a server that is frozen or cut off. One question at a time, however many ask.
 */
export class DatabaseProbe {
  readonly #pool: DatabasePool;
  #asked: Promise<boolean> | undefined;

  constructor(connection: pg.ConnectionConfig) {
    this.#pool = new DatabasePool({ ...connection, max: 1 });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  isAnswering(): Promise<boolean> {
    this.#asked ??= this.#ask().finally(() => (this.#asked = undefined));
    return this.#asked;
  }

  /** Two in a row: on a busy machine one connection may take long. */
  async #ask(): Promise<boolean> {
    return (await this.#connects()) || (await this.#connects());
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
