import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate } from '@almagest/service-kit/test-database';
import { startUpstreamLab, type UpstreamLab } from '@almagest/upstream-lab';
import pg from 'pg';
import request from 'supertest';
import { startRedis } from '../../../packages/service-kit/test/redis-server.ts';
import { startApi, startWorkerProcess } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';

type Method = 'get' | 'post' | 'patch' | 'delete';

/** A literature service of its own: database, library, an API and, where wanted, a worker, and the outside world. */
export interface World {
  readonly url: string;
  readonly lab: UpstreamLab;
  readonly libraryDir: string;
  /** Environment for processes of their own on the same data. */
  readonly env: Readonly<Record<string, string>>;
  call(method: Method, path: string): request.Test;
  startWorker(): Promise<{ stop: () => Promise<void> }>;
  /** Runs a statement on the world's own database, beside the service. */
  sql<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly worker?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly bulk?: number;
}

/** Jobs are kept in a Redis of the world's own instead of in PostgreSQL; set by `infra/test/on-redis.cjs`. */
const ON_REDIS = process.env['TEST_ON_REDIS'] === '1';

/** To be called in `beforeAll`, and closed in `afterAll`. */
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
    SWEEP_EVERY_MS: '250',
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
    close: async () => {
      for (const one of workers) await one.stop();
      await api.stop();
      await pool.end();
      await lab.close();
      await redis?.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
