import type { Request, Response } from 'express';
import { Refusal } from './refusal.ts';

/** Limit for all request bodies of a process: about a thousand reports, or 64 large forms. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Memory used by one request body. */
export interface HeldBody {
  add(bytes: number): void;
}

interface Body {
  bytes: number;
  giveWay: () => void;
}

/**
 * Bounds the memory of all request bodies in progress, regardless of the client or its speed.
 *
 * Above the limit, the request with the largest body is refused, not the newest request. A few clients that never
 * finish their large bodies therefore cannot block all others.
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #bodies = new Set<Body>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts the body of a request until its response ends.
   *
   * Calls `refuse`, at most once, if this body must be dropped. The connection is closed after the response, which
   * frees the parser's memory.
   */
  hold(req: Request, res: Response, refuse: (refusal: Refusal) => void): HeldBody {
    const body: Body = {
      bytes: 0,
      giveWay: () => {
        this.#release(body);
        // The response has begun, so it is too late to refuse the request. Closing the connection frees the memory.
        if (res.headersSent) {
          req.destroy();
          return;
        }
        res.setHeader('Retry-After', '1');
        res.setHeader('Connection', 'close');
        res.once('finish', () => req.destroy());
        refuse(
          new Refusal('unavailable', 'the service holds too many request bodies at once. Send this request again'),
        );
      },
    };
    this.#bodies.add(body);
    res.once('close', () => this.#release(body));
    return {
      add: (bytes) => {
        if (!this.#bodies.has(body)) return;
        body.bytes += bytes;
        this.#bytes += bytes;
        while (this.#bytes > this.#maxBytes) this.#largest(body).giveWay();
      },
    };
  }

  #largest(first: Body): Body {
    let largest = first;
    for (const body of this.#bodies) if (body.bytes > largest.bytes) largest = body;
    return largest;
  }

  #release(body: Body): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.bytes;
  }
}

/** The limit shared by all services of this process. */
export const bodyMemory = new BodyMemory();
