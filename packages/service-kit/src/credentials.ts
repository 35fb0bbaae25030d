import { hash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

/** The token in `Authorization: Bearer <token>`. */
export function bearerToken(req: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/** The token in `x-api-key: <token>`. */
export function apiKey(req: Request): string | undefined {
  const key = req.headers['x-api-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** Only digests are stored, so that a reader of the database cannot use the tokens. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares digests in constant time, so that neither content nor length of the expected token leaks. */
export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
