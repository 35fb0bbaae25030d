import type { ServerResponse } from 'node:http';
import { openLocalServer, type LocalServer, type Received } from '@almagest/test-kit/local-server';

export class Receivers {
  readonly #open: LocalServer[] = [];

  async open(answer: (request: Received, response: ServerResponse) => void = accept): Promise<LocalServer> {
    const server = await openLocalServer(answer);
    this.#open.push(server);
    return server;
  }

  async close(): Promise<void> {
    for (const server of this.#open.splice(0)) await server.close();
  }
}

const accept = (_request: Received, response: ServerResponse) => void response.end('ok');

export const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (_request: Received, response: ServerResponse): void =>
    void response.writeHead(status, headers).end('x'.repeat(100_000));

export const idsAt = ({ received }: LocalServer) => received.map(({ headers }) => headers['webhook-id']);
