import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { wholeBody, type Delivery } from '../faults/apply.ts';
import type { Reply } from './exchange.ts';

/** Sends a delivery. Ends early if the caller disconnects. */
export async function deliver(delivery: Delivery, response: ServerResponse, headOnly: boolean): Promise<void> {
  if (response.destroyed) return;
  if (delivery.kind === 'reset') {
    response.destroy();
    return;
  }
  if (delivery.kind === 'silence') {
    await once(response, 'close');
    return;
  }
  const { reply, drip, hold, cutAfterBytes, cutAfterPieces } = delivery;
  if (headOnly) {
    response.writeHead(reply.status, { ...reply.headers, 'content-length': wholeBody(reply).byteLength });
    response.end();
  } else if (drip !== undefined) {
    writeHead(response, reply);
    await writePieces(response, sliced(wholeBody(reply), drip.bytes), drip.everyMs);
    response.end();
  } else if (hold !== undefined) {
    writeHead(response, reply);
    response.flushHeaders();
    const body = wholeBody(reply);
    await writePieces(response, [body.subarray(0, hold.bytes)], 0);
    await first((signal) => [hold.released, once(response, 'close', { signal })]);
    if (!response.destroyed) response.end(body.subarray(hold.bytes));
  } else if (cutAfterBytes !== undefined) {
    writeHead(response, reply);
    await cut(response, [wholeBody(reply).subarray(0, cutAfterBytes)]);
  } else if (cutAfterPieces !== undefined) {
    const pieces = typeof reply.body === 'object' && Array.isArray(reply.body) ? reply.body : [wholeBody(reply)];
    response.writeHead(reply.status, reply.headers);
    await cut(response, pieces.slice(0, cutAfterPieces));
  } else {
    await writeWhole(response, reply);
  }
}

/** Waits, but stops when the caller disconnects. The timer does not keep the program running. */
export async function waitOrClose(delayMs: number, response: ServerResponse): Promise<void> {
  await first((signal) => [wait(delayMs, undefined, { ref: false, signal }), once(response, 'close', { signal })]);
}

/**
 * Waits for the first of several promises and cancels the other promises. Otherwise each of thousands of pieces would
 * leave a listener.
 */
async function first(start: (signal: AbortSignal) => readonly Promise<unknown>[]): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race(start(over.signal));
  } finally {
    over.abort();
  }
}

async function writeWhole(response: ServerResponse, reply: Reply): Promise<void> {
  if (typeof reply.body === 'string' || reply.body instanceof Uint8Array) {
    writeHead(response, reply);
    response.end(reply.body);
    return;
  }
  response.writeHead(reply.status, reply.headers);
  await writePieces(response, reply.body, 0);
  response.end();
}

function writeHead(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': wholeBody(reply).byteLength });
}

async function writePieces(
  response: ServerResponse,
  pieces: Iterable<string | Uint8Array>,
  everyMs: number,
): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece))
      await first((signal) => [once(response, 'drain', { signal }), once(response, 'close', { signal })]);
    if (everyMs > 0) await waitOrClose(everyMs, response);
  }
}

/**
 * Waits until the last piece has been sent, so that the caller receives exactly these pieces, and then cuts the
 * connection.
 */
async function cut(response: ServerResponse, pieces: readonly (string | Uint8Array)[]): Promise<void> {
  await writePieces(response, pieces, 0);
  await new Promise<void>((resolve) => {
    response.write('', () => resolve());
    response.once('close', resolve);
  });
  response.socket?.end();
  response.destroy();
}

function* sliced(body: Uint8Array, bytes: number): Generator<Uint8Array> {
  for (let at = 0; at < body.byteLength; at += bytes) yield body.subarray(at, at + bytes);
}
