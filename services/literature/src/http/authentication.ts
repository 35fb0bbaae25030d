import type { Operation } from '@almagest/contracts';
import { apiKey, bearerToken, digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import { isIP } from 'node:net';
import type { Request } from 'express';
import { ANYONE, BUILT_IN_CALLER, type Caller } from './caller.ts';

export interface AuthConfig {
  readonly apiToken: string | undefined;
  /** Whether to serve requests without a token under any host name. */
  readonly allowOpen: boolean;
}

/**
 * Requires the token if one is configured. Otherwise accepts only requests that address the service by IP address or as
 * localhost (unless `allowOpen` is set) and do not come from pages of other sites.
 */
export function createAuthentication(authConfig: AuthConfig): (operation: Operation, req: Request) => Caller {
  const expected = authConfig.apiToken === undefined ? undefined : digestOf(authConfig.apiToken);
  return ({ role }, req) => {
    if (role === 'public') return ANYONE;
    if (expected === undefined) {
      requireOwnPage(req, authConfig.allowOpen);
      return BUILT_IN_CALLER;
    }
    const token = bearerToken(req) ?? apiKey(req);
    if (token === undefined)
      throw new Refusal('unauthenticated', 'this request needs a token: Authorization: Bearer <token>, or x-api-key');
    if (!sameDigest(digestOf(token), expected)) throw new Refusal('unauthenticated', 'the token is not valid');
    return BUILT_IN_CALLER;
  };
}

/**
 * Refuses cross-origin requests. Without a token, any web page open in a browser on this machine could use the library.
 * Requests without an origin come from programs and are accepted.
 */
function requireOwnPage({ headers }: Request, allowOpen: boolean): void {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign =
    site === undefined
      ? origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`
      : site !== 'same-origin' && site !== 'none';
  if (isForeign) throw new Refusal('unauthenticated', 'cross-origin requests require API_TOKEN');
  // A foreign host name that resolves to this machine would make a page same-origin (DNS rebinding). An IP address
  // cannot be forged this way.
  if (!allowOpen && !isOwnName(host))
    throw new Refusal(
      'unauthenticated',
      `without API_TOKEN the service answers only to its IP address and to localhost, not to '${host}'; set API_TOKEN, or ALLOW_OPEN=1`,
    );
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || name.toLowerCase() === 'localhost';
}
