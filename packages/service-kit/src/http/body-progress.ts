import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The minimum growth of a request's body. */
export interface BodyRate {
  readonly bytes: number;
  /** Milliseconds. */
  readonly perMs: number;
}

/** A body that is being received, with its size and the time at the last step of progress. */
interface Body {
  readonly res: ServerResponse;
  bytes: number;
  at: number;
}

const REFUSAL = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Disconnects clients whose bodies make no progress. The total time of a body is not limited. A model sent over a slow
 * line takes longer than any limit that stops idle clients.
 */
export class BodyProgress {
  readonly #rate: BodyRate;
  readonly #bodies = new Map<IncomingMessage, Body>();

  constructor(rate: BodyRate) {
    this.#rate = rate;
  }

  watch(req: IncomingMessage, res: ServerResponse, nowMs: number): void {
    if (req.complete) return;
    this.#bodies.set(req, { res, bytes: req.socket.bytesRead, at: nowMs });
    req.once('close', () => this.#bodies.delete(req));
  }

  /** Disconnects the clients that have sent too little since their last step of progress. */
  look(nowMs: number): void {
    for (const [req, body] of this.#bodies) {
      const { bytesRead } = req.socket;
      if (req.complete) {
        this.#bodies.delete(req);
      } else if (bytesRead - body.bytes >= this.#rate.bytes || req.readableLength > 0) {
        // Bytes that wait here show that the service is slow, not the client.
        body.bytes = bytesRead;
        body.at = nowMs;
      } else if (nowMs - body.at >= this.#rate.perMs) {
        this.#bodies.delete(req);
        refuse(req, body.res);
      }
    }
  }
}

/** Checks all requests of a server until the server is closed. */
export function limitBodies(server: Server, rate: BodyRate, everyMs: number): void {
  const progress = new BodyProgress(rate);
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    progress.watch(req, res, performance.now());
  });
  const timer = setInterval(() => progress.look(performance.now()), everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Sends the response that Node sends when its own time limits are exceeded. */
function refuse({ socket }: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent && socket.writable) socket.write(REFUSAL);
  socket.destroy();
}
