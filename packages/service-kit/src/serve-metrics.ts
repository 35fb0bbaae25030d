import type { Registry } from 'prom-client';
import type { Environment } from './environment.ts';
import { listen, type RunningServer } from './http-server.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

const { metricsPort } = SHARED_SETTINGS;

/** The port at which a process without an API serves its metrics; undefined if it does not. */
export function readMetricsPort(env: Environment): number | undefined {
  return env.optional(metricsPort) === undefined ? undefined : env.integer(metricsPort);
}

/** Serves the metrics of a process without an API, and nothing else. */
export async function serveMetrics(
  registry: Registry,
  at: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  return await listen(
    (req, res) => {
      if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
      registry.metrics().then(
        (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        () => res.writeHead(500).end(),
      );
    },
    { ...at, tls: undefined },
  );
}
