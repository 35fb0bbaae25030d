import type { Response } from 'express';
import { findFigure, unknownFigure, type FigureDeps, type FigureName } from '../application/figures/find-figure.ts';

/** Sends a figure, with Range and ETag. A figure from a web page may contain scripts; the headers keep them from running. */
export async function sendFigure(deps: FigureDeps, figure: FigureName, res: Response): Promise<void> {
  const file = await findFigure(deps, figure);
  const { folder, version } = file;
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  // A later parse may replace a figure under the same name, so caches have to revalidate it.
  res.setHeader('Cache-Control', 'private, no-cache');
  if (version !== undefined) res.setHeader('ETag', `"${version}"`);
  await new Promise<void>((resolve, reject) => {
    const options = { root: folder, dotfiles: 'deny', cacheControl: false } as const;
    res.sendFile(figure.name, options, (error?: Error & { status?: number }) => {
      if (error === undefined || error === null || res.headersSent) return resolve();
      // These headers described the figure; they must not be sent with the error.
      for (const header of ['ETag', 'Last-Modified']) res.removeHeader(header);
      reject(error.status === 404 || error.status === 403 ? unknownFigure(file, figure.name) : error);
    });
  });
}
