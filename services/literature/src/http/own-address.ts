import type { Request } from 'express';

/** Returns the address at which the caller reached this service. */
export function addressOf(req: Request): string {
  return `${req.protocol}://${req.get('host') ?? 'localhost'}`;
}
