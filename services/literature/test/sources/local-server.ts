import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import { Outbound } from '../../src/sources/outbound.ts';
import type { OutboundTimeouts } from '../../src/sources/outbound/failure.ts';
import type { HostRateLimiter } from '../../src/domain/host-rate-limit.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface LocalServer {
  readonly origin: string;
  readonly received: Received[];
}

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A server on loopback that plays someone of the outside world until the test ends. */
export async function serve(answer: (request: Received, response: ServerResponse) => void): Promise<LocalServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
      const one: Received = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(one);
      answer(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A client that trusts these addresses and is closed with the test. */
export function openOutbound(trusted: readonly string[], timeouts: Partial<OutboundTimeouts> = {}): Outbound {
  const outbound = new Outbound({
    trusted,
    userAgent: 'Almagest/test (mailto:nobody@example.org)',
    timeouts: { connectMs: 5000, headersMs: 5000, idleMs: 5000, totalMs: 10_000, ...timeouts },
  });
  closers.push(() => outbound.close());
  return outbound;
}

/** Limits nothing, and records the requests. */
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
