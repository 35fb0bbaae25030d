import { randomBytes } from 'node:crypto';

const PREFIXES = { node: 'gn_', secret: 'gs_', session: 'ga_' } as const;

/** 32 random bytes behind a prefix that tells what the token is for, should one ever be found in a log. */
export function newToken(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url');
}
