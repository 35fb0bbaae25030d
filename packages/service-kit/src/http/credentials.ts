import { hash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

export function bearerToken(req: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

export function apiKey(req: Request): string | undefined {
  const key = req.headers['x-api-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** Hashes a token. Only digests are stored, so that a reader of the database cannot use the tokens. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares digests in constant time, so that timing leaks nothing about the expected token. */
export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
