import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fitSuffixRange } from '@almagest/service-kit/requested-range';
import type { Response } from 'express';

interface StoredFile {
  readonly folder: string;
  readonly name: string;
  /** Creates the error to return if the file no longer exists. */
  readonly missing: () => Error;
}

/** Headers that describe the file and must not be sent with an error. */
const DESCRIBING = ['ETag', 'Last-Modified', 'Content-Disposition'];

/** Sends a file of the library folder and supports ranges. The caller must have set the other headers. */
export async function sendStoredFile(res: Response, { folder, name, missing }: StoredFile): Promise<void> {
  const { size } = await stat(join(folder, name)).catch(() => ({ size: 0 }));
  fitSuffixRange(res.req, size);
  await new Promise<void>((resolve, reject) => {
    const options = { root: folder, dotfiles: 'deny', cacheControl: false } as const;
    res.sendFile(name, options, (error?: Error & { status?: number }) => {
      if (error === undefined || error === null || res.headersSent) return resolve();
      for (const header of DESCRIBING) res.removeHeader(header);
      reject(error.status === 404 || error.status === 403 ? missing() : error);
    });
  });
}
