import type { Request } from 'express';

/** Returns the address under which the caller reached this service. */
export function addressOf(req: Request): string {
  return `${req.protocol}://${req.get('host') ?? 'localhost'}`;
}
