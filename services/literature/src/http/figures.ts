import type { Response } from 'express';
import { findFigure, unknownFigure, type FigureDeps, type FigureName } from '../application/figures/find-figure.ts';
import { sendStoredFile } from './send-stored-file.ts';

/**
 * Sends a figure, with Range and ETag. A figure from a web page may contain scripts. The headers keep them from
 * running.
 */
export async function sendFigure(deps: FigureDeps, figure: FigureName, res: Response): Promise<void> {
  const file = await findFigure(deps, figure);
  const { folder, version } = file;
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  // A later parse may replace a figure under the same name, so caches have to revalidate it.
  res.setHeader('Cache-Control', 'private, no-cache');
  if (version !== undefined) res.setHeader('ETag', `"${version}"`);
  await sendStoredFile(res, { folder, name: figure.name, missing: () => unknownFigure(file, figure.name) });
}
