import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportQuery } from '@almagest/contracts/grid';
import { fitSuffixRange } from '@almagest/service-kit/requested-range';
import type { Response } from 'express';
import { prepareExport, type ExportDeps } from '../application/archives/prepare-export.ts';
import type { ByteRange } from '../application/archives/archive-stream.ts';

/**
 * Sends a workflow's archive. The ETag identifies the exported state. A client that resumes a download sends it in
 * `If-Match` and is refused if the state has changed.
 *
 * The preparation stops if the client disconnects. If a file doesn't match its row, the connection is cut, so that
 * clients don't take a partial archive for a complete one.
 */
export async function sendExport(
  deps: ExportDeps,
  workflow: string,
  { spectra, ...selection }: ExportQuery,
  res: Response,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once('close', leave);
  const archive = await prepareExport(deps, workflow, { selection, spectra, signal: gone.signal });
  res.off('close', leave);
  try {
    const etag = `"${archive.digest}"`;
    const { headers } = res.req;
    const expected = headers['if-match'];
    if (expected !== undefined && expected !== '*' && !listsTag(expected, etag))
      throw failure(412, `workflow ${workflow} has changed since the download began: start the export again`);
    res.setHeader('ETag', etag);
    if (res.req.fresh) {
      res.status(304).end();
      return;
    }
    const range = rangeOf(res, archive.sizeBytes, etag);
    res.setHeader('Content-Type', 'application/x-tar');
    res.setHeader('Accept-Ranges', 'bytes');
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Disposition', `attachment; filename="${workflow}.tar"`);
    const { first, last } = range ?? { first: 0, last: archive.sizeBytes - 1 };
    res.setHeader('Content-Length', last - first + 1);
    if (range !== undefined) {
      res.status(206);
      res.setHeader('Content-Range', `bytes ${first}-${last}/${archive.sizeBytes}`);
    }
    if (res.req.method === 'HEAD') res.end();
    else await pipeline(Readable.from(archive.bytes({ first, last }), { objectMode: false }), res);
  } finally {
    await archive.close();
  }
}

function listsTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === etag);
}

/**
 * Returns the requested range, or undefined for the whole file. Requests for several ranges get the whole file.
 */
export function rangeOf(res: Response, size: number, etag: string): ByteRange | undefined {
  const condition = res.req.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  fitSuffixRange(res.req, size);
  const ranges = res.req.range(size, { combine: true });
  if (ranges === -1) {
    res.setHeader('Content-Range', `bytes */${size}`);
    throw failure(416, `the requested range is outside the file of ${size} bytes`);
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { first: range.start, last: range.end };
}

function failure(status: number, message: string): Error {
  return Object.assign(new Error(message), { status, expose: true });
}
