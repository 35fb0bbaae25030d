import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Environment } from '../process/environment.ts';
import { SHARED_SETTINGS } from '../process/shared-settings.ts';
import { limitBodies, type BodyRate } from './body-progress.ts';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

export interface RunningServer {
  readonly port: number;
  /** Stops accepting connections, finishes running requests, and closes each connection after its response. */
  stop(): Promise<void>;
}

/** Reads the certificate of a service. Returns undefined for plain HTTP. */
export function readTls(env: Environment): ListenOptions['tls'] {
  const certFile = env.optional(SHARED_SETTINGS.tlsCertFile);
  const keyFile = env.optional(SHARED_SETTINGS.tlsKeyFile);
  if ((certFile === undefined) !== (keyFile === undefined))
    env.refuse('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither for HTTP');
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
}

/** Time limit of each phase of an exchange. Milliseconds. */
export interface ExchangeLimits {
  readonly headersMs: number;
  /** A slower body is refused. There is no limit on the total time of a body. */
  readonly body: BodyRate;
  /** Limit for a client that doesn't read its response. */
  readonly unreadMs: number;
  /**
   * Idle time between two requests on a connection. Must exceed the idle time of proxies. Otherwise a proxy would use a
   * closed connection.
   */
  readonly restMs: number;
  /** How often to look for slow senders. */
  readonly lookMs: number;
}

const LIMITS: ExchangeLimits = {
  headersMs: 15_000,
  body: { bytes: 6_000, perMs: 60_000 },
  unreadMs: 300_000,
  restMs: 75_000,
  lookMs: 5_000,
};

/**
 * Starts listening, with a limit on every phase of an exchange, so that a slow client cannot hold a connection forever.
 */
export async function listen(
  app: http.RequestListener,
  at: ListenOptions,
  limits: ExchangeLimits = LIMITS,
): Promise<RunningServer> {
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: 0,
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
    // With this listener, Node does not close a silent connection. Many connections are silent while the response is
    // computed.
    res.on('timeout', (connection: Socket) => {
      if (connection.writableLength > 0) connection.destroy();
    });
  });
  limitBodies(server, limits.body, limits.lookMs);
  const stop = stopper(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: at.port, host: at.host, backlog: 1024 }, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

/** How long a stop waits for a request that may be on its way on an idle connection. */
const SILENCE_MS = 500;
/**
 * Listeners on one response. Node's `pipeline` adds seven, and the compression and the service kit add more. Node warns
 * of a leak above ten.
 */
const MAX_LISTENERS = 20;

/** Must be called before the first connection arrives. */
function stopper(server: http.Server): () => Promise<void> {
  const connections = new Set<Socket>();
  const running = new Set<http.ServerResponse>();
  let stopping = false;
  let isDraining = true;
  // Closes connections that Node would keep until they time out. Browsers and proxies opened some in advance, and
  // responses begun before the stop promised to keep others.
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
      // A client that keeps its connection would continue to send requests over it.
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
