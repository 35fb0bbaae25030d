import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@almagest/test-kit/free-port';
import type pg from 'pg';
import type { LoadNode } from '../load/plan.ts';
import { untilHealthy } from '../site/until-healthy.ts';
import { programPath, startProgram } from '../site/program.ts';
import type { Site } from '../site/site.ts';

/** The coordinator under test: its API and its worker as separate processes on their own database. */
export interface Coordinator {
  readonly port: number;
  readonly apiPid: number;
  readonly workerPid: number;
  readonly adminToken: string;
  /** For the benchmark's own SQL statements, in the service's schema. */
  readonly sql: pg.Client;
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Selects which coordinator to start. */
export interface CoordinatorVersion {
  readonly checkout: URL;
  readonly database: string;
  readonly apiNodeOptions: readonly string[];
}

export const THIS_CHECKOUT = new URL('../../../../../', import.meta.url);

const ADMIN_TOKEN = 'bench-admin-token';

export async function startCoordinator(
  site: Site,
  { checkout, database, apiNodeOptions }: CoordinatorVersion,
): Promise<Coordinator> {
  const service = new URL('services/grid-coordinator/', checkout);
  await site.postgres.exec(`create database ${database}`, 'postgres');
  const port = await freePort();
  const dataDir = join(site.folder, database);
  mkdirSync(dataDir);
  const environment = {
    DATABASE_URL: site.postgres.url(database),
    DATA_DIR: dataDir,
    ASSETS_DIR: join(site.folder, 'assets'),
    ADMIN_TOKEN,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    UV_THREADPOOL_SIZE: '16',
  };
  const migration = startProgram(programPath(service, 'migrate'), { environment });
  await migration.ended;
  const api = startProgram(programPath(service, 'api'), { environment, nodeOptions: apiNodeOptions });
  const worker = startProgram(programPath(service, 'worker'), { environment });
  site.onClose(() => Promise.all([api.stop(), worker.stop()]));
  await untilHealthy(port, api.ended);
  const sql = await site.connect(database);
  await sql.query('set search_path = grid, public');
  await sql.query('create extension if not exists pg_stat_statements with schema public');
  return {
    port,
    apiPid: api.pid,
    workerPid: worker.pid,
    adminToken: ADMIN_TOKEN,
    sql,
    call: (method, path, body) => call(port, method, path, body),
  };
}

async function call(port: number, method: string, path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as unknown;
}

/**
 * Inserts approved nodes directly into the table. The benchmark does not measure registrations, and their rate limit
 * would forbid thousands of them.
 */
export async function addNodes({ sql }: Coordinator, prefix: string, count: number): Promise<LoadNode[]> {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index + 1}`,
    token: `gn_${randomBytes(32).toString('base64url')}`,
  }));
  await sql.query(
    `insert into node (node_id, status, max_slots, token_hash, secret_hash)
     select id, 'online', 4096, hash, hash from unnest($1::text[], $2::bytea[]) as n(id, hash)`,
    [nodes.map(({ id }) => id), nodes.map(({ token }) => createHash('sha256').update(token).digest())],
  );
  return nodes;
}
