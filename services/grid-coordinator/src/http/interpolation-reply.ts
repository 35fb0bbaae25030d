import { AXES, type InterpolatedModel } from '@almagest/contracts/grid';
import type { Request, Response } from 'express';

/** Whether the model alone is requested: by `format=file`, or by `Accept` if the query says nothing. */
export function wantsFile(format: 'json' | 'file' | undefined, req: Request): boolean {
  return format === undefined
    ? req.accepts(['json', 'application/octet-stream']) === 'application/octet-stream'
    : format === 'file';
}

/** Sends an interpolated model as a file whose name tells its parameters. */
export function sendModel(res: Response, { params, model }: InterpolatedModel): void {
  const name = AXES.map((axis) => `${axis}${params[axis]}`).join('_');
  res.type('application/octet-stream');
  res.setHeader('Content-Disposition', `attachment; filename="${name}.7"`);
  res.send(Buffer.from(model, 'latin1'));
}
