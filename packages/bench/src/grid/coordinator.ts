import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import type { LoadNode } from '../load/plan.ts';
import { freePort, untilHealthy } from '../site/port.ts';
import { programPath, startProgram } from '../site/program.ts';
import type { Site } from '../site/site.ts';

/** The coordinator under test: its API and its worker as processes of their own, on a database of their own. */
export interface Coordinator {
  readonly port: number;
  readonly adminToken: string;
  /** For statements of the benchmark itself, in the service's schema. */
  readonly sql: pg.Client;
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

const SERVICE = new URL('../../../../services/grid-coordinator/', import.meta.url);
const ADMIN_TOKEN = 'bench-admin-token';
const DATABASE = 'bench_grid';

export async function startCoordinator(site: Site, apiNodeOptions: readonly string[]): Promise<Coordinator> {
  await site.postgres.exec(`create database ${DATABASE}`, 'postgres');
  const port = await freePort();
  const environment = {
    DATABASE_URL: site.postgres.url(DATABASE),
    DATA_DIR: join(site.folder, 'data'),
    ASSETS_DIR: join(site.folder, 'assets'),
    ADMIN_TOKEN,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    UV_THREADPOOL_SIZE: '16',
  };
  const migration = startProgram(programPath(SERVICE, 'migrate'), { environment });
  await migration.ended;
  const api = startProgram(programPath(SERVICE, 'api'), { environment, nodeOptions: apiNodeOptions });
  const worker = startProgram(programPath(SERVICE, 'worker'), { environment });
  site.onClose(() => Promise.all([api.stop(), worker.stop()]));
  await untilHealthy(port, api.ended);
  const sql = await site.connect(DATABASE);
  await sql.query('set search_path = grid, public');
  await sql.query('create extension if not exists pg_stat_statements with schema public');
  return { port, adminToken: ADMIN_TOKEN, sql, call: (method, path, body) => call(port, method, path, body) };
}

async function call(port: number, method: string, path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as unknown;
}

/**
 * Adds approved nodes, straight into the table: to register thousands by hand is not what is measured, and the limit
 * on registrations forbids it.
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
