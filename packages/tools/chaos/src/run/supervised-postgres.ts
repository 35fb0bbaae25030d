import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import pg from 'pg';
import { randomIn, type Rng, type Range } from '../rng.ts';
import { pause } from './pause.ts';
import type { KillTarget } from './kill-target.ts';

export interface PostgresOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly restartMs: Range;
  readonly rng: Rng;
}

const POLL_MS = 50;

/** A durable PostgreSQL server that is restarted soon after each crash. */
export class SupervisedPostgres {
  readonly #options: PostgresOptions;
  #server: PostgresServer;
  #stopped = false;

  private constructor(options: PostgresOptions, server: PostgresServer) {
    this.#options = options;
    this.#server = server;
  }

  static async start(options: PostgresOptions): Promise<SupervisedPostgres> {
    return new SupervisedPostgres(options, await startServer(options));
  }

  /** Does not change when the server is restarted. */
  get url(): string {
    return this.#server.url();
  }

  readonly postmaster: KillTarget = {
    kind: 'postgres',
    kill: async () => {
      const { restartMs, rng } = this.#options;
      process.kill(this.#server.pid, 'SIGKILL');
      // PostgreSQL's own supervisor would wait longer each time, up to 5 s. This test does not examine that.
      await this.#server.stop();
      await pause(randomIn(restartMs, rng));
      if (this.#stopped) return;
      this.#server = await startServer(this.#options);
      await this.#untilServing();
    },
  };

  readonly backend: KillTarget = {
    kind: 'backend',
    kill: async () => {
      const witness = new pg.Client({ connectionString: this.url });
      witness.on('error', () => undefined);
      const crashed = new Promise<void>((resolve) => {
        witness.once('end', resolve);
      });
      try {
        await witness.connect();
        const { rows } = await witness.query<{ pid: number }>(
          `select pid from pg_stat_activity
           where backend_type = 'client backend' and pid <> pg_backend_pid() order by backend_start`,
        );
        const target = rows[Math.floor(this.#options.rng() * rows.length)];
        if (target !== undefined && kill(target.pid)) await crashed;
      } finally {
        await witness.end().catch(() => undefined);
      }
      await this.#untilServing();
    },
  };

  /** Runs a query on a new connection. Returns undefined while the server does not answer. */
  async query<R extends object>(text: string, values: readonly unknown[] = []): Promise<R[] | undefined> {
    const client = new pg.Client({ connectionString: this.url, options: '-c search_path=grid' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<R>(text, [...values])).rows;
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#server.stop();
  }

  async #untilServing(): Promise<void> {
    while (!this.#stopped && (await this.query('select')) === undefined) await pause(POLL_MS);
  }
}

async function startServer({ dataDir, log }: PostgresOptions): Promise<PostgresServer> {
  return await startPostgres({ dataDir, log: (line) => log(line) });
}

/** Kills a session. Returns false if the session has already ended. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
