import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programOf, startProgram, type Program } from '../site/program.ts';
import type { Site } from '../site/site.ts';

const SERVICE = new URL('../../../../services/grid-coordinator/', import.meta.url);
export const DATABASE = 'almagest';
export const SCHEMA = 'grid';

/** The coordinator as it runs in production: its API and its worker, a process each. */
export interface Coordinator {
  readonly port: number;
  readonly adminToken: string;
  readonly api: Program;
  readonly worker: Program;
  /** An administrator's call; the data of its envelope, or the whole answer. */
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

export async function startCoordinator(site: Site, apiNodeOptions: readonly string[]): Promise<Coordinator> {
  const port = await freePort();
  const adminToken = 'benchmark-administrator';
  const environment = {
    DATABASE_URL: site.postgres.url(DATABASE),
    DATABASE_SCHEMA: SCHEMA,
    DATA_DIR: join(site.folder, 'data'),
    ASSETS_DIR: join(site.folder, 'assets'),
    ADMIN_TOKEN: adminToken,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    // The nodes of one load are silent during the others: nothing of theirs is to be taken back.
    HEARTBEAT_TIMEOUT_SEC: '86400',
  };
  const migration = startProgram(programOf(SERVICE, 'migrate'), { environment });
  const end = await migration.ended;
  if (end !== 'exit code 0') throw new Error(`the coordinator's migration failed (${end})`);
  const api = startProgram(programOf(SERVICE, 'api'), { environment, nodeOptions: apiNodeOptions });
  site.onClose(() => api.stop());
  const worker = startProgram(programOf(SERVICE, 'worker'), { environment });
  site.onClose(() => worker.stop());
  const call = caller(port, adminToken);
  await untilReady(port, api);
  return { port, adminToken, api, worker, call, stop: async () => void (await Promise.all([api.stop(), worker.stop()])) };
}

function caller(port: number, adminToken: string): Coordinator['call'] {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: T };
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data ?? (answer as T);
  };
}

async function untilReady(port: number, api: Program): Promise<void> {
  let ended: string | undefined;
  void api.ended.then((how) => (ended = how));
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok === true) return;
    if (ended !== undefined) throw new Error(`the coordinator's API did not start (${ended})`);
    await sleep(50);
  }
  throw new Error("the coordinator's API was not ready within 30 s");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
