import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fitSuffixRange } from '@almagest/service-kit/requested-range';
import type { Response } from 'express';
import type { ByteRange } from '../application/archives/archive-stream.ts';

/** Content that is generated while it is sent, or that is a part of a file. */
interface Content {
  readonly sizeBytes: number;
  readonly etag: string;
  readonly type: string;
  readonly cacheControl: string;
  readonly fileName: string;
  readonly bytes: (range: ByteRange) => AsyncIterable<Buffer>;
}

/** Sends content as an attachment. Supports Range, If-Range and If-None-Match. */
export async function sendContent(res: Response, content: Content): Promise<void> {
  const { sizeBytes, etag, type, cacheControl, fileName, bytes } = content;
  res.setHeader('ETag', etag);
  if (res.req.fresh) {
    res.setHeader('Cache-Control', cacheControl);
    res.status(304).end();
    return;
  }
  const range = rangeOf(res, sizeBytes, etag);
  res.setHeader('Content-Type', type);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Cache-Control', cacheControl);
  res.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
  res.setHeader('Content-Length', last - first + 1);
  if (range !== undefined) {
    res.status(206);
    res.setHeader('Content-Range', `bytes ${first}-${last}/${sizeBytes}`);
  }
  if (res.req.method === 'HEAD') res.end();
  else await pipeline(Readable.from(bytes({ first, last }), { objectMode: false }), res);
}

/**
 * Returns the requested range, or undefined for the whole file. Requests for several ranges get the whole file.
 */
function rangeOf(res: Response, size: number, etag: string): ByteRange | undefined {
  const condition = res.req.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  fitSuffixRange(res.req, size);
  const ranges = res.req.range(size, { combine: true });
  if (ranges === -1) {
    res.setHeader('Content-Range', `bytes */${size}`);
    throw Object.assign(new Error(`the requested range is outside the file of ${size} bytes`), {
      status: 416,
      expose: true,
    });
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { first: range.start, last: range.end };
}
