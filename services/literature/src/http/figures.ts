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
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  await new Promise<void>((resolve, reject) => {
    res.sendFile(name, { root: files.figuresOf(paper.id), dotfiles: 'deny' }, (error?: Error & { status?: number }) => {
      if (error === undefined || error === null || res.headersSent) resolve();
      else if (error.status === 404 || error.status === 403)
        reject(new Refusal('unknown', `${paper.bibcode} has no figure ${name}`));
      else reject(error);
    });
  });
}
