import { randomBytes } from 'node:crypto';
import { JOIN_KEY_PREFIX } from '@almagest/contracts/grid';

const PREFIXES = { node: 'gn_', secret: 'gs_', session: 'ga_', join: JOIN_KEY_PREFIX } as const;

/** Returns 32 random bytes after a prefix that shows the purpose of the token. */
export function newToken(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomBytes(32).toString('base64url');
}
