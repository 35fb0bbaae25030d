import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Environment } from './environment.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

export interface RunningServer {
  readonly port: number;
  /** Takes no new connection, answers the requests that run, and closes each connection with its answer. */
  stop(): Promise<void>;
}

/** The certificate of a service; undefined: plain HTTP. */
export function readTls(env: Environment): ListenOptions['tls'] {
  const certFile = env.optional(SHARED_SETTINGS.tlsCertFile);
  const keyFile = env.optional(SHARED_SETTINGS.tlsKeyFile);
  if ((certFile === undefined) !== (keyFile === undefined))
    env.refuse('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither for HTTP');
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
}

/** How long each phase of an exchange may take. Milliseconds. */
export interface ExchangeLimits {
  readonly headersMs: number;
  /** Time limit of a whole request: enough for 100 MB at 170 kB/s. */
  readonly requestMs: number;
  /** Time limit for a client that does not read its answer. */
  readonly unreadMs: number;
  /**
   * Idle time between two requests on a connection. Longer than that of proxies, which would otherwise use a closed
   * connection.
   */
  readonly restMs: number;
  /** How often slow senders are looked for. */
  readonly lookMs: number;
}

const LIMITS: ExchangeLimits = {
  headersMs: 15_000,
  requestMs: 600_000,
  unreadMs: 300_000,
  restMs: 75_000,
  lookMs: 5_000,
};

/** Listens, with a limit on every phase of an exchange: a slow client may not hold a connection for ever. */
export async function listen(
  app: http.RequestListener,
  at: ListenOptions,
  limits: ExchangeLimits = LIMITS,
): Promise<RunningServer> {
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.restMs,
    connectionsCheckingInterval: limits.lookMs,
  };
  const server =
    at.tls === undefined
      ? http.createServer(options, app)
      : https.createServer({ ...options, cert: readFileSync(at.tls.certFile), key: readFileSync(at.tls.keyFile) }, app);
  server.maxRequestsPerSocket = 0;
  server.prependListener('request', (_req: http.IncomingMessage, res: http.ServerResponse) => {
    res.setTimeout(limits.unreadMs);
    // With this listener Node does not close a silent connection: many are silent while the answer is computed.
    res.on('timeout', (connection: Socket) => {
      if (connection.writableLength > 0) connection.destroy();
    });
  });
  const stop = stopper(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: at.port, host: at.host, backlog: 1024 }, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

/** A connection on which no request has begun may have one on its way when the stop comes: that long. */
const SILENCE_MS = 500;
/**
 * On one response. Node's `pipeline` adds seven, once, and the compression and the service kit theirs; Node takes more
 * than ten for a leak.
 */
const MAX_LISTENERS = 20;

/** Must be called before the first connection arrives. */
function stopper(server: http.Server): () => Promise<void> {
  const connections = new Set<Socket>();
  const running = new Set<http.ServerResponse>();
  let stopping = false;
  let isDraining = true;
  // Node would wait until they time out: for connections opened in advance, as browsers and proxies do, and for those
  // that an answer begun before the stop has promised to keep.
  const endSilent = () => {
    if (!isDraining && running.size === 0) for (const connection of connections) connection.destroy();
  };
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  server.prependListener('request', (_req: http.IncomingMessage, res: http.ServerResponse) => {
    if (stopping) res.shouldKeepAlive = false;
    res.setMaxListeners(MAX_LISTENERS);
    running.add(res);
    res.once('close', () => {
      running.delete(res);
      endSilent();
    });
  });
  return () =>
    new Promise((resolve) => {
      stopping = true;
      // A client that keeps its connection would go on sending requests over it.
      for (const res of running) res.shouldKeepAlive = false;
      const timer = setTimeout(() => {
        isDraining = false;
        endSilent();
      }, SILENCE_MS);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
    });
}
