import type { Operation } from '@almagest/contracts';
import { apiKey, bearerToken, digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import { isIP } from 'node:net';
import type { Request } from 'express';

export interface AuthConfig {
  readonly apiToken: string | undefined;
  /** Whether requests under any host name are served without a token. */
  readonly allowOpen: boolean;
}

/**
 * Every request needs the token when one is configured. Without one, the service is open, but only to requests that
 * name it by its address or as localhost (unless `allowOpen`), and not to pages of other sites.
 */
export function createAuthentication(authConfig: AuthConfig): (operation: Operation, req: Request) => undefined {
  const expected = authConfig.apiToken === undefined ? undefined : digestOf(authConfig.apiToken);
  return ({ role }, req) => {
    if (role === 'public') return;
    if (expected === undefined) return requireOwnPage(req, authConfig.allowOpen);
    const token = bearerToken(req) ?? apiKey(req);
    if (token === undefined)
      throw new Refusal('unauthenticated', 'a token is needed: Authorization: Bearer <token>, or x-api-key');
    if (!sameDigest(digestOf(token), expected)) throw new Refusal('unauthenticated', 'the token is not valid');
  };
}

/**
 * Without a token, any web page open in a browser on this machine could use the library. Browsers name the origin of
 * such requests, which are refused; requests without an origin come from programs and are accepted.
 */
function requireOwnPage({ headers }: Request, allowOpen: boolean): undefined {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign =
    site === undefined
      ? origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`
      : site !== 'same-origin' && site !== 'none';
  if (isForeign)
    throw new Refusal('unauthenticated', 'a page of another site asks, and no API_TOKEN is set that it could know');
  // A foreign host name that resolves to this machine would make a page same-origin (DNS rebinding); an IP address
  // cannot be forged so.
  if (!allowOpen && !isOwnName(host))
    throw new Refusal(
      'unauthenticated',
      `without API_TOKEN the service answers to its address and to localhost, not to '${host}'; set it, or ALLOW_OPEN=1`,
    );
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || name.toLowerCase() === 'localhost';
}
