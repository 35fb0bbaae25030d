import { randomBytes } from 'node:crypto';

const PREFIXES = { node: 'gn_', secret: 'gs_', session: 'ga_' } as const;

/** Returns 32 random bytes after a prefix that shows the purpose of the token. */
export function newToken(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url');
}
