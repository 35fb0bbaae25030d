import { lookup } from 'node:dns/promises';
import http from 'node:http';
import type { Logger } from '@almagest/service-kit/log';
import type { Backend, BackendPool } from './backend-pool.ts';
import type { BackendName } from './config.ts';

const CHECK_TIMEOUT_MS = 2_000;

export interface WatchDeps {
  readonly pool: BackendPool;
  readonly names: readonly BackendName[];
  readonly everyMs: number;
  readonly log: Logger;
}

/** Looks the names up and asks each replica whether it is ready, once now and then again and again; returns the end of it. */
export async function watchBackends(deps: WatchDeps): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async () => {
    await discover(deps);
    await Promise.all(deps.pool.backends.map((backend) => check(deps, backend)));
    if (!stopped) timer = setTimeout(() => void look(), deps.everyMs);
  };
  await look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function discover({ pool, names, log }: WatchDeps): Promise<void> {
  try {
    const found = await Promise.all(
      names.map(async ({ host, port }) =>
        (await lookup(host, { all: true, family: 4 })).map(({ address }) => ({ address, port })),
      ),
    );
    pool.replace(found.flat());
  } catch (error) {
    // A name without an address: every replica is being replaced, or the name service is. Those known may still do.
    log.debug({ err: error }, 'names could not be looked up');
  }
}

async function check({ pool, log }: WatchDeps, backend: Backend): Promise<void> {
  const change = pool.record(backend, await isHealthy(backend));
  if (change !== undefined) log.info({ address: backend.address, port: backend.port, change }, 'replica');
}

function isHealthy({ address, port }: Backend): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({
      host: address,
      port,
      path: '/readyz',
      agent: false,
      // Of the whole exchange: a replica that dribbles is no better than one that is silent.
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    request.once('response', (response) => {
      response.on('error', () => undefined).resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}
