import { Client } from 'pg';
import { describeCluster, removeTraces } from './cluster.ts';
import type { Log } from './postmaster.ts';
import type { Settings } from './settings.ts';
import { supervise, type Supervision } from './supervise.ts';

export interface PostgresOptions {
  /** Created on first use. Default: a temporary cluster, which is fast but unsafe. `stop()` removes it. */
  readonly dataDir?: string;
  /** The parent folder of a temporary cluster. Default: the system's folder of temporary files. */
  readonly temporaryFolder?: string;
  /**
   * Also listens on this port of 127.0.0.1, which every account of the machine can reach. Default: only a Unix socket.
   */
  readonly port?: number;
  readonly user?: string;
  /** Created if it is missing. */
  readonly database?: string;
  /** Overrides the defaults of `settings.ts`. */
  readonly settings?: Settings;
  readonly log?: Log;
}

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface PostgresServer {
  /** Process id of the current server. Changes when a server that died is restarted. */
  readonly pid: number;
  /** Another process started this server, and `stop()` leaves it running. */
  readonly adopted: boolean;
  config(database?: string): Connection;
  url(database?: string): string;
  /** Runs statements on a separate connection. */
  exec(sql: string, database?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server, or uses the one that already serves `dataDir`, and keeps it running until `stop()`. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { user = 'almagest', database = 'almagest', log = () => undefined } = options;
  const cluster = await describeCluster({
    superuser: user,
    settings: options.settings ?? {},
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
    ...(options.temporaryFolder === undefined ? {} : { temporaryFolder: options.temporaryFolder }),
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  let supervision: Supervision;
  try {
    supervision = await supervise(cluster, log);
  } catch (error) {
    removeTraces(cluster);
    throw error;
  }

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await supervision.stop();
    if (!supervision.postmaster.adopted) removeTraces(supervision.cluster);
  };
  const config = (name = database): Connection => {
    const { socketDir, port } = supervision.cluster;
    return { host: socketDir, port, user, database: name };
  };
  const server: PostgresServer = {
    get pid() {
      return supervision.postmaster.pid;
    },
    get adopted() {
      return supervision.postmaster.adopted;
    },
    config,
    url(name) {
      const at = config(name);
      const role = encodeURIComponent(at.user);
      return `postgresql://${role}@/${encodeURIComponent(at.database)}?host=${encodeURIComponent(at.host)}&port=${at.port}`;
    },
    exec: (sql, name) => withClient(config(name), async (client) => void (await client.query(sql))),
    stop: () => (stopping ??= stop()),
  };
  try {
    await ensureDatabase(config('postgres'), database);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function withClient(at: Connection, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...at });
  // If the server dies, the query fails too and reports it to the caller.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

async function ensureDatabase(at: Connection, name: string): Promise<void> {
  await withClient(at, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    try {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    } catch (error) {
      // Another process that started at the same moment created it.
      const { code = '' } = error as { code?: string };
      if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(code)) throw error;
    }
  });
}
