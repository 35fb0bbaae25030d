import type { Request } from 'express';

/** The address of this service as the caller has it. */
export function addressOf(req: Request): string {
  return `${req.protocol}://${req.get('host') ?? 'localhost'}`;
}
