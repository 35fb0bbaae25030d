import { constants } from 'node:zlib';
import type { Operation } from '@almagest/contracts';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/** A shorter response fits into one packet anyway. */
const FROM_BYTES = 1_000;

/** Fast ones: a megabyte takes some 25 ms, and the best ones would save a tenth of what is sent. */
const GZIP_LEVEL = 4;
const BROTLI_LEVEL = 4;

/**
 * Compresses text for clients that ask for it.
 *
 * Not files of which a part can be asked for: a part is one of the very bytes. Not streams of events, which say
 * `no-transform`: an event would wait for the next one.
 */
export const compress: RequestHandler = compression({
  threshold: FROM_BYTES,
  level: GZIP_LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } },
  filter: (req, res) => !res.hasHeader('accept-ranges') && (compression.filter(req, res) || isText(res)),
});

/** What names its letters is text, also of a type that the middleware does not know, such as BibTeX. */
function isText(res: Response): boolean {
  return String(res.getHeader('content-type')).includes('charset=');
}

/**
 * Whether the answers of an operation are compressed where a client can read it. Not those to nodes, which are short, and
 * not stored files, of which parts can be asked for.
 *
 * The middleware gives each response functions of its own that refer to it. V8 keeps such objects until the next full
 * collection, so on the busiest paths it cost more memory than all else (decision 61).
 */
export function isCompressed({ role, reply }: Operation): boolean {
  if (reply === 'application/octet-stream') return role === 'public';
  return role !== 'node' && reply !== 'application/x-tar' && reply !== 'text/event-stream';
}
