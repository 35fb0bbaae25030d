import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Operation } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import { cleanUp } from './world.ts';

type OperationName = keyof typeof gridOperations;

export interface ReceivedRequest {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly response: ServerResponse;
}

/** Returns the JSON reply, or undefined if the handler has already answered. */
type Handler = (call: ReceivedRequest) => unknown;

export interface StandIn {
  readonly url: string;
  readonly calls: ReceivedRequest[];
  readonly close: () => Promise<void>;
}

export const envelope = (data: unknown, message = 'ok') => ({ success: true, message, data });

export class HttpReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const refusal = (status: number, message: string, headers = {}) =>
  new HttpReply(status, { success: false, message, data: null }, headers);

/** Implements the parts of the HTTP API that a test needs. An operation without a handler answers 404. */
export async function standIn(handlers: Partial<Record<OperationName, Handler>>): Promise<StandIn> {
  const calls: ReceivedRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const found = findOperation(request.method ?? '', url.pathname);
    const body = await buffer(request);
    if (!found) return send(response, refusal(404, `no operation at ${url.pathname}`));
    const call = { ...found, query: url.searchParams, headers: request.headers, body, response };
    calls.push(call);
    const handler = handlers[found.operation] ?? (() => refusal(404, `${found.operation} has no handler`));
    const result = await handler(call);
    if (result !== undefined) send(response, result);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  cleanUp(close);
  return { url: `http://127.0.0.1:${port}`, calls, close };
}

function findOperation(method: string, path: string) {
  for (const [name, operation] of Object.entries<Operation>(gridOperations)) {
    const pattern = operation.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = operation.method.toUpperCase() === method && new RegExp(`^${pattern}$`).exec(path);
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    return { operation: name as OperationName, params: Object.fromEntries(params) as Record<string, string> };
  }
  return undefined;
}

function send(response: ServerResponse, result: unknown): void {
  const { status, body, headers } = result instanceof HttpReply ? result : new HttpReply(200, result);
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
