import { plotPng } from '../article/plot-png.ts';
import { plotSvg } from '../article/plot-svg.ts';
import { fullText } from '../content/full-texts.ts';
import type { Entry } from '../content/library.ts';
import { plain, type Reply } from '../server/exchange.ts';

/** Returns the image of a figure in its only format. */
export function figureReply(entry: Entry, number: number, format: string): Reply {
  const figure = fullText(entry).blocks.find((block) => block.kind === 'figure' && block.number === number);
  if (figure?.kind !== 'figure' || figure.isMissing || figure.plot.format !== format) return plain('Not Found', 404);
  const headers = { 'content-type': format === 'png' ? 'image/png' : 'image/svg+xml' };
  return { status: 200, headers, body: format === 'png' ? plotPng(figure.plot) : plotSvg(figure.plot) };
}
