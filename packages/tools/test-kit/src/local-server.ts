import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  /** Cuts all connections. */
  close(): Promise<void>;
}

/** Opens a server on loopback as a stand-in for an outside service. */
export async function openLocalServer(
  answer: (request: Received, response: ServerResponse) => void,
): Promise<LocalServer> {
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
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
