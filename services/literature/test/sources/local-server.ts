import type { ServerResponse } from 'node:http';
import type { HttpClient, HttpTimeouts } from '@almagest/http-client';
import { openLocalServer, type LocalServer, type Received } from '@almagest/test-kit/local-server';
import { afterEach } from '@jest/globals';
import { openOutbound as open } from '../../src/sources/outbound.ts';
import type { HostRateLimiter } from '../../src/domain/host-rate-limit.ts';

export type { LocalServer, Received } from '@almagest/test-kit/local-server';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Starts a server on loopback that replaces an external server until the test ends. */
export async function serve(answer: (request: Received, response: ServerResponse) => void): Promise<LocalServer> {
  const server = await openLocalServer(answer);
  closers.push(() => server.close());
  return server;
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Opens a client that trusts these addresses and is closed with the test. */
export function openOutbound(trusted: readonly string[], timeouts: Partial<HttpTimeouts> = {}): HttpClient {
  const outbound = open({
    trusted,
    userAgent: 'Almagest/test (mailto:nobody@example.org)',
    timeouts: { connectMs: 5000, headersMs: 5000, idleMs: 5000, totalMs: 10_000, ...timeouts },
  });
  closers.push(() => outbound.close());
  return outbound;
}

/** Returns a rate limiter that limits nothing and records the requests. */
export function unlimitedHosts(): HostRateLimiter & {
  readonly requests: { host: string; intervalMs: number; alone: boolean }[];
} {
  const requests: { host: string; intervalMs: number; alone: boolean }[] = [];
  return {
    requests,
    run: async (host, work, { intervalMs, alone }) => {
      requests.push({ host, intervalMs, alone });
      return await work();
    },
  };
}
