import { randomBytes } from 'node:crypto';

/** The first letter of all tokens of a service: the grid coordinator's or the literature service's. */
export type ServiceLetter = 'g' | 'l';

const LETTERS = { key: 'k', session: 'p', link: 'i' } as const;

/** Returns the prefix that shows the service and the purpose of a token, such as `gk_` for an API key of the grid. */
export function prefixOf(service: ServiceLetter, kind: keyof typeof LETTERS): string {
  return `${service}${LETTERS[kind]}_`;
}

/** Returns 32 random bytes after the prefix. Only digests of tokens are stored. */
export function newToken(service: ServiceLetter, kind: keyof typeof LETTERS): string {
  return prefixOf(service, kind) + randomBytes(32).toString('base64url');
}
