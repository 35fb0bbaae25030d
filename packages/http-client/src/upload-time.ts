import type { Readable } from 'node:stream';
import type { FormData } from 'undici';

export type RequestBody = string | Uint8Array | FormData | Readable;

interface Upload {
  readonly body?: RequestBody | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The slowest connection that a proxy is expected to have: 64 kbit/s, in bytes per millisecond. */
const SLOWEST_RATE = 8;

/**
 * Returns how long the body of a request may still be on its way after it was sent. A proxy may take a whole body at
 * once and then send it over a slow connection, and the kernel's buffer acts the same way. Milliseconds.
 */
export function uploadMs({ body, headers = {} }: Upload): number {
  return Math.ceil(bytesOf(body, headers) / SLOWEST_RATE);
}

function bytesOf(body: RequestBody | undefined, headers: Readonly<Record<string, string>>): number {
  if (body === undefined) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.byteLength;
  if (!('entries' in body)) return Number(headers['content-length'] ?? 0);
  const sizes = [...body.values()].map((part) => (typeof part === 'string' ? Buffer.byteLength(part) : part.size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
