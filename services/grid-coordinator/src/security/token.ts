import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIXES = { node: 'gn_', secret: 'gs_', session: 'ga_' } as const;

/** 32 random bytes behind a prefix that tells what the token is for, should one ever be found in a log. */
export function newToken(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url');
}

/** Only digests are stored: whoever reads the database cannot act as a node. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares digests in constant time, so that neither content nor length of the expected token leaks. */
export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
