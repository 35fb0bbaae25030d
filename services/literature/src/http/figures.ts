import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';
import { requirePaper } from '../application/papers/require-paper.ts';
import type { LibraryStore } from '../files/library-store.ts';
import type { Db } from '../persistence/database.ts';

/** Answers with a figure, with Range and ETag. A picture from elsewhere may hold scripts: it is shown, never run. */
export async function sendFigure(
  { db, files }: { readonly db: Db; readonly files: LibraryStore },
  { bibcode, name }: { readonly bibcode: string; readonly name: string },
  res: Response,
): Promise<void> {
  const paper = await requirePaper(db, bibcode);
  if (name.startsWith('.') || /[/\\\0]/.test(name)) throw new Refusal('malformed', 'illegal figure name');
  const root = files.figuresOf(paper.id);
  const found = await stat(join(root, name)).catch(() => undefined);
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  // A parse may replace a figure under its name: who has it asks whether it is still the same.
  res.setHeader('Cache-Control', 'private, no-cache');
  if (found !== undefined)
    res.setHeader('ETag', `"${found.size.toString(16)}-${Math.round(found.mtimeMs).toString(16)}"`);
  await new Promise<void>((resolve, reject) => {
    res.sendFile(name, { root, dotfiles: 'deny', cacheControl: false }, (error?: Error & { status?: number }) => {
      if (error === undefined || error === null || res.headersSent) return resolve();
      // They told of the figure, not of the failure.
      for (const header of ['ETag', 'Last-Modified']) res.removeHeader(header);
      if (error.status === 404 || error.status === 403)
        reject(new Refusal('unknown', `${paper.bibcode} has no figure ${name}`));
      else reject(error);
    });
  });
}
