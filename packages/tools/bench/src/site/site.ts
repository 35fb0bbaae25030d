import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from '@almagest/embedded-postgres';
import pg from 'pg';

/**
 * The resources of a benchmark: a temporary folder with a durable PostgreSQL cluster, and everything that was opened.
 */
export interface Site {
  readonly folder: string;
  readonly postgres: PostgresServer;
  /** Connects for the benchmark's own SQL statements. */
  connect(database: string): Promise<pg.Client>;
  /** Registers a resource to close. The last registered resource is closed first. */
  onClose(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

const PREFIX = 'almagest-bench-';

/** Settings in addition to the defaults of a permanent cluster. The durability is the same as in production. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': 2_000,
};

/** Opens the site. Calls `opened` first, so that a signal during the start can close it. */
export async function openSite(opened: (site: Pick<Site, 'close'>) => void): Promise<Site> {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  opened({ close });
  const starting = startPostgres({ dataDir: join(folder, 'postgres'), settings: SETTINGS });
  closers.push(async () => (await starting).stop());
  const postgres = await starting;
  const connect = async (database: string) => {
    const client = new pg.Client(postgres.config(database));
    client.on('error', () => undefined);
    await client.connect();
    closers.push(() => client.end());
    return client;
  };
  return { folder, postgres, connect, close, onClose: (one) => void closers.push(one) };
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const entry of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(entry)?.[1]);
    if (owner > 0 && !isAlive(owner)) rmSync(join(tmpdir(), entry), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
