import type { Registry } from 'prom-client';
import type { Environment } from './environment.ts';
import { listen, type RunningServer } from '../http/http-server.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

const { metricsPort } = SHARED_SETTINGS;

/** Reads the metrics port of a process without an API. Returns undefined if it serves no metrics. */
export function readMetricsPort(env: Environment): number | undefined {
  return env.optional(metricsPort) === undefined ? undefined : env.integer(metricsPort);
}

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
