import { constants } from 'node:zlib';
import type { Operation } from '@almagest/contracts';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/** A shorter response fits in one packet anyway. */
const FROM_BYTES = 1_000;

/** Fast levels: a megabyte takes about 25 ms. The best levels would save only 10 % more. */
const GZIP_LEVEL = 4;
const BROTLI_LEVEL = 4;

/**
 * Compresses text for clients that accept it.
 *
 * Skips files that support range requests, because a range refers to uncompressed bytes. Skips event streams
 * (`no-transform`), because an event would be buffered until the next one.
 */
export const compress: RequestHandler = compression({
  threshold: FROM_BYTES,
  level: GZIP_LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } },
  filter: (req, res) => !res.hasHeader('accept-ranges') && (compression.filter(req, res) || isText(res)),
});

/** A response with a charset is text, even if the middleware doesn't know its type, such as BibTeX. */
function isText(res: Response): boolean {
  return String(res.getHeader('content-type')).includes('charset=');
}

/**
 * Returns whether responses of this operation may be compressed. False for responses to nodes, which are short, and for
 * stored files that support range requests.
 *
 * The middleware attaches closures to each response. V8 keeps these objects until the next full collection, so on the
 * busiest paths they used more memory than everything else (decision 61).
 */
export function isCompressed({ role, reply }: Operation): boolean {
  if (reply === 'application/octet-stream') return role === 'public';
  return role !== 'node' && reply !== 'application/x-tar' && reply !== 'text/event-stream';
}
