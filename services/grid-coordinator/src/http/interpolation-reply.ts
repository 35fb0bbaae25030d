import {
  AXES,
  type GridPointParams,
  type InterpolatedModel,
  type InterpolatedSpectrum,
} from '@almagest/contracts/grid';
import type { Request, Response } from 'express';

/** Returns whether the client wants only the file: `format=file`, or `Accept` if the query has no format. */
export function wantsFile(format: 'json' | 'file' | undefined, req: Request, mediaType: string): boolean {
  return format === undefined ? req.accepts(['json', mediaType]) === mediaType : format === 'file';
}

export function sendModel(res: Response, { params, model }: InterpolatedModel): void {
  res.type('application/octet-stream');
  sendNamed(res, params, '.7', model);
}

export function sendSpectrum(res: Response, { params, spectrum }: InterpolatedSpectrum): void {
  res.type('text/plain; charset=iso-8859-1');
  sendNamed(res, params, '.txt', spectrum);
}

/** Sends a text as a file that is named after its parameters. */
function sendNamed(res: Response, params: GridPointParams, ending: string, text: string): void {
  const name = AXES.map((axis) => `${axis}${params[axis]}`).join('_');
  res.setHeader('Content-Disposition', `attachment; filename="${name}${ending}"`);
  res.setHeader('Cache-Control', 'private, no-store');
  res.send(Buffer.from(text, 'latin1'));
}
