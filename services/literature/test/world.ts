import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@almagest/test-kit/redis-server';
import { copyTemplate } from '@almagest/test-kit/test-database';
import { useOpened } from '@almagest/test-kit/use-opened';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import { afterEach } from '@jest/globals';
import pg from 'pg';
import request from 'supertest';
import { startApi, startWorkerProcess } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete';

/**
 * A separate literature service with its own database, library, API and stand-ins for the sources. The worker is
 * optional.
 */
export interface World extends AsyncDisposable {
  readonly url: string;
  readonly lab: UpstreamLab;
  readonly libraryDir: string;
  /** The environment for other processes with the same data. */
  readonly env: Readonly<Record<string, string>>;
  call(method: Method, path: string): request.Test;
  startWorker(): Promise<{ stop: () => Promise<void> }>;
  /** Runs a statement on the service's database. */
  sql<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly worker?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly bulk?: number;
}

/**
 * True if jobs are in the world's own Redis instead of PostgreSQL. `onRedis` of `@almagest/test-kit` sets the variable.
 */
const ON_REDIS = process.env['TEST_ON_REDIS'] === '1';

/** The interval of the sweep and of the embedding job. Tests that wait for many runs use `OFTEN_SWEPT`. */
const SELDOM_SWEPT_MS = '1000';

/** Environment variables for tests that wait for many sweeps. */
export const OFTEN_SWEPT = { SWEEP_EVERY_MS: '250' };

/**
 * Opens a world before the tests of a file and closes it after them. Each test begins without faults of the sources.
 * Use the members of the world only in hooks and tests.
 */
export function useWorld(options?: WorldOptions): World {
  const world = useOpened(async () => await openWorld(options));
  afterEach(() => world.lab.clearFaults());
  return world;
}

/** Opens a world. The caller must close the world. `useWorld` opens and closes a world for a test file. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { worker = true, env: more = {}, bulk = 0 } = options;
  const adminUrl = process.env['LITERATURE_TEST_ADMIN_URL'];
  if (adminUrl === undefined) throw new Error('the test cluster is not running');
  const databaseUrl = await copyTemplate(adminUrl);
  const root = await mkdtemp(join(tmpdir(), 'literature-test-'));
  const lab = await startUpstreamLab({ bulk });
  const redis = ON_REDIS ? await startRedis() : undefined;
  const env: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    LIBRARY_DIR: join(root, 'library'),
    LOG_LEVEL: 'silent',
    SWEEP_EVERY_MS: SELDOM_SWEPT_MS,
    PORT: '0',
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    ...lab.environment(),
    ...more,
  };
  for (const [name, value] of Object.entries(env)) if (value === '') delete env[name];
  const config = readConfig(env, []);
  const api = await startApi(config);
  const workers: { stop: () => Promise<void> }[] = [];
  const startWorker = async () => {
    const started = await startWorkerProcess(config);
    workers.push(started);
    return started;
  };
  if (worker) await startWorker();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c search_path=literature' });
  const url = `http://127.0.0.1:${api.server.port}`;
  const close = async () => {
    for (const one of workers) await one.stop();
    await api.stop();
    await pool.end();
    await lab.close();
    await redis?.stop();
    await rm(root, { recursive: true, force: true });
  };
  return {
    url,
    lab,
    libraryDir: config.libraryDir,
    env,
    call: (method, path) => request(url)[method](path),
    startWorker,
    sql: async <R>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await pool.query(text, [...values]);
      return rows as R[];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
