import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Logger } from '@almagest/service-kit/log';
import type { Backend, BackendPool } from './backend-pool.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

/** On one network a replica that lives takes a connection within milliseconds. */
const CONNECT_MS = 2_000;

export interface ForwardDeps {
  readonly pool: BackendPool;
  readonly silenceMs: number;
  readonly log: Logger;
}

/** Hands requests to replicas and their answers back, as they come; nothing is kept. */
export class Forwarder {
  readonly #deps: ForwardDeps;
  readonly #agent = new http.Agent({ keepAlive: true, maxFreeSockets: 256 });
  /** Ends of answers that have no end of their own. */
  readonly #streams = new Set<() => void>();

  constructor(deps: ForwardDeps) {
    this.#deps = deps;
  }

  readonly answer: RequestListener = (req, res) => {
    const coding = req.headers['transfer-encoding'];
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      return refuse(res, 501, 'transfer codings other than chunked are not understood');
    this.#try(req, res, new Set());
  };

  /** Ends the event streams, whose clients connect again; other answers are left to finish. */
  endStreams(): void {
    for (const end of this.#streams) end();
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Only a request of which nothing was sent is tried with the next replica: of any other nobody knows whether it has
   * been carried out. So its body is not touched before a connection stands.
   */
  #try(req: IncomingMessage, res: ServerResponse, tried: Set<Backend>): void {
    const backend = this.#deps.pool.choose(tried);
    if (backend === undefined) return refuse(res, 503, 'no replica of the service takes a connection; try again soon');
    tried.add(backend);
    backend.running += 1;
    const outgoing = this.#open(backend, req);
    let connected = false;
    let silent = false;
    const overdue = setTimeout(() => outgoing.destroy(new Error('no connection in time')), CONNECT_MS);
    const leave = () => outgoing.destroy();
    res.once('close', leave);
    outgoing.once('socket', (socket) => {
      const send = () => {
        clearTimeout(overdue);
        connected = true;
        req.pipe(outgoing);
      };
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    outgoing.once('timeout', () => {
      silent = true;
      outgoing.destroy();
    });
    outgoing.once('response', (incoming) => this.#pass(incoming, outgoing, res));
    // After the answer has begun, an error is one of the body that the replica did not want to read to its end.
    outgoing.on('error', (error) => this.#deps.log.debug({ err: error, address: backend.address }, 'exchange failed'));
    outgoing.once('close', () => {
      clearTimeout(overdue);
      res.off('close', leave);
      req.unpipe(outgoing);
      backend.running -= 1;
      if (res.headersSent || res.destroyed) return;
      if (connected) return refuse(res, silent ? 504 : 502, fault(silent));
      this.#deps.pool.giveUp(backend);
      this.#deps.log.warn({ address: backend.address, port: backend.port }, 'no connection; trying the next replica');
      this.#try(req, res, tried);
    });
  }

  #open(backend: Backend, req: IncomingMessage): http.ClientRequest {
    return http.request({
      host: backend.address,
      port: backend.port,
      method: req.method,
      path: req.url,
      headers: requestHeaders(req),
      agent: this.#agent,
      timeout: this.#deps.silenceMs,
    });
  }

  #pass(incoming: IncomingMessage, outgoing: http.ClientRequest, res: ServerResponse): void {
    res.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, responseHeaders(incoming.rawHeaders));
    res.flushHeaders();
    incoming.pipe(res);
    incoming.on('error', () => undefined);
    // What breaks off must be seen to break off.
    incoming.once('close', () => {
      if (!incoming.complete && !res.writableEnded) res.destroy();
    });
    if (!incoming.headers['content-type']?.startsWith('text/event-stream')) return;
    const end = () => {
      incoming.unpipe(res);
      res.end();
      outgoing.destroy();
    };
    this.#streams.add(end);
    res.once('close', () => this.#streams.delete(end));
  }
}

function fault(silent: boolean): string {
  return silent
    ? 'the service did not answer in time; whether it carried the request out is not known'
    : 'the service broke off before it answered; whether it carried the request out is not known';
}

function refuse(res: ServerResponse, status: number, message: string): void {
  const text = JSON.stringify({ success: false, message, data: null });
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  });
  res.end(text);
}
