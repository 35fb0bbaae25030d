import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { deliverWithFault, type Delivery, type FaultContext } from '../faults/apply.ts';
import type { Fault } from '../faults/fault.ts';
import type { FaultRegistry } from '../faults/fault-registry.ts';
import { deliver, waitOrClose } from './deliver.ts';
import { plain, type Exchange, type HostName, type Reply, type Route } from './exchange.ts';
import type { RequestLog } from './request-log.ts';

export interface HostDeps {
  readonly log: RequestLog;
  readonly faults: FaultRegistry;
  /** Returns the delay of every answer of a host, in milliseconds. */
  readonly latencyMs: (host: HostName) => number;
  readonly faultUrls: (target: string) => Pick<FaultContext, 'abstractUrl' | 'privateUrl'>;
}

/** Serves one outside service on its own port. */
export class UpstreamHost {
  readonly name: HostName;
  readonly #routes: readonly Route[];
  readonly #deps: HostDeps;
  readonly #server: Server;

  constructor(name: HostName, routes: readonly Route[], deps: HostDeps) {
    this.name = name;
    this.#routes = routes.filter(({ host }) => host === name);
    this.#deps = deps;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(address: string, port: number): Promise<number> {
    this.#server.listen(port, address);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts open connections, because answers that never end would keep the server running forever. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    if (body === undefined) return;
    const target = request.url ?? '/';
    const method = request.method ?? 'GET';
    const { route, captured } = this.#find(method, target);
    const seen = this.#deps.log.arrive({
      host: this.name,
      route: route?.name ?? 'unknown',
      method,
      target,
      headers: request.headers,
      body,
    });
    response.once('close', () => this.#deps.log.leave(seen));
    const latencyMs = this.#deps.latencyMs(this.name);
    if (latencyMs > 0) await waitOrClose(latencyMs, response);
    const fault = route && this.#deps.faults.take(route.name, `${target}\n${body}`);
    seen.fault = fault?.kind;
    const url = new URL(target, 'http://laboratory');
    const exchange = { method, url, captured, headers: request.headers, body, fault };
    const delivery = await this.#decide(route, exchange, fault);
    if (delivery.kind === 'reply') seen.status = delivery.reply.status;
    await deliver(delivery, response, method === 'HEAD');
  }

  #find(method: string, target: string): { route: Route | undefined; captured: string[] } {
    const path = target.split('?', 1)[0] ?? '';
    const wanted = method === 'HEAD' ? 'GET' : method;
    for (const route of this.#routes) {
      const match = route.methods.includes(wanted) ? route.path.exec(path) : null;
      if (match !== null) return { route, captured: match.slice(1).map((part) => decode(part ?? '')) };
    }
    return { route: undefined, captured: [] };
  }

  async #decide(route: Route | undefined, exchange: Exchange, fault: Fault | undefined): Promise<Delivery> {
    if (route === undefined) return { kind: 'reply', reply: plain('Not Found', 404) };
    const answer = async (): Promise<Reply> => {
      try {
        return await route.answer(exchange);
      } catch (error) {
        // An error of the laboratory itself must be distinguishable from a requested fault.
        return plain(`upstream-lab: ${error instanceof Error ? error.stack : String(error)}`, 599);
      }
    };
    if (fault === undefined) return { kind: 'reply', reply: await answer() };
    const target = `${exchange.url.pathname}${exchange.url.search}`;
    const released = this.#deps.faults.released(route.name);
    const context = { host: this.name, target, released, ...this.#deps.faultUrls(target) };
    return deliverWithFault(fault, context, answer);
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads the body as text. Returns undefined if the caller disconnected. */
async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}
