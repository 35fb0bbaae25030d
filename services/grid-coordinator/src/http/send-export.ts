import type { ExportQuery } from '@almagest/contracts/grid';
import type { Response } from 'express';
import { prepareExport, type ExportDeps } from '../application/archives/prepare-export.ts';
import { sendContent } from './send-content.ts';

/**
 * Sends a workflow's archive. The ETag identifies the exported state. A client that resumes a download sends the ETag
 * in `If-Match`, and is refused if the state has changed.
 *
 * The preparation stops if the client disconnects. If a file doesn't match its row, the connection is cut. Otherwise,
 * clients would take a partial archive for a complete archive.
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
    await sendContent(res, {
      sizeBytes: archive.sizeBytes,
      etag,
      type: 'application/x-tar',
      cacheControl: 'no-store',
      fileName: `${workflow}.tar`,
      bytes: archive.bytes,
    });
  } finally {
    await archive.close();
  }
}

function listsTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === etag);
}

function failure(status: number, message: string): Error {
  return Object.assign(new Error(message), { status, expose: true });
}
