import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dieWithParent } from '@almagest/embedded-postgres';
import { freePort } from './free-port.ts';
import { REDIS_IS_DUE, REDIS_SERVER } from './redis-program.ts';

if (REDIS_SERVER === undefined && REDIS_IS_DUE)
  throw new Error(
    'no redis-server on the PATH: install the package redis-server, or set WITHOUT_REDIS=1 to skip its tests',
  );

/** Names a group of tests, so that the report shows when they are skipped. */
export const ON_REDIS = REDIS_SERVER === undefined ? 'Redis (SKIPPED: no redis-server on the PATH)' : 'Redis';

export interface RunningRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server that stores nothing and cannot outlive this process. */
export async function startRedis(): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'kit-redis-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  // Another program may take the port before the server uses it.
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await freePort();
    const child = spawnServer(port, folder);
    if (!(await isReady(child))) continue;
    return {
      url: `redis://127.0.0.1:${port}`,
      stop: async () => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
        await remove();
      },
    };
  }
  await remove();
  throw new Error('redis-server does not start');
}

function spawnServer(port: number, folder: string): ChildProcess {
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const [command = '', ...args] = dieWithParent([REDIS_SERVER ?? '', ...options], 'TERM');
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
}

async function isReady(child: ChildProcess): Promise<boolean> {
  if (child.stdout === null) return false;
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('Ready to accept connections')) continue;
    child.stdout.resume();
    return true;
  }
  return false;
}
