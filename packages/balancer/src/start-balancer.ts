import { listen, type RunningServer } from '@almagest/service-kit/http-server';
import { openLog, type Logger } from '@almagest/service-kit/log';
import { BackendPool } from './backend-pool.ts';
import type { Config } from './config.ts';
import { Forwarder } from './forward.ts';
import { watchBackends } from './watch-backends.ts';

export async function startBalancer(
  config: Config,
): Promise<{ log: Logger; server: RunningServer; stop: () => Promise<void> }> {
  const log = openLog('balancer', config.logLevel);
  const pool = new BackendPool();
  const forwarder = new Forwarder({ pool, silenceMs: config.silenceMs, log });
  const stopWatching = await watchBackends({ pool, names: config.backends, everyMs: config.checkEveryMs, log });
  const server = await listen(forwarder.answer, { host: config.host, port: config.port, tls: undefined });
  log.info({ host: config.host, port: server.port }, 'listening');
  return {
    log,
    server,
    stop: async () => {
      stopWatching();
      forwarder.endStreams();
      await server.stop();
      forwarder.close();
    },
  };
}
