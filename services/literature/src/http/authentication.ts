import { AccountPresence, cookieOf, permit, prefixOf, requireSameOrigin, type AccountDeps } from '@almagest/accounts';
import type { Operation } from '@almagest/contracts';
import { apiKey, bearerToken, digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import { isIP } from 'node:net';
import type { Request } from 'express';
import {
  personOfKey,
  personOfSession,
  viewerOf,
  type PeopleDeps,
  type Person,
} from '../application/people/find-viewer.ts';
import { ANYONE, BUILT_IN_CALLER, type Caller } from './caller.ts';

export interface AuthConfig {
  readonly apiToken: string | undefined;
  /** Whether to serve requests without a token to any host name, not only to an IP address or localhost. */
  readonly allowOpen: boolean;
}

export const SESSION_COOKIE = 'literature_session';
const KEY_PREFIX = prefixOf('l', 'key');

/**
 * Requires a credential: the configured token, or a person's session or API key. Without a token and accounts, only
 * checks that the request does not come from another site and is sent to an IP address or localhost. `allowOpen` skips
 * the check of the address that the request is sent to.
 */
export function createAuthentication(
  deps: PeopleDeps & Pick<AccountDeps, 'accounts'>,
  { apiToken, allowOpen }: AuthConfig,
): (operation: Operation, req: Request) => Promise<Caller> {
  const expected = apiToken === undefined ? undefined : digestOf(apiToken);
  const presence = new AccountPresence(deps.db, deps.accounts.signIn.provider !== undefined);
  return async (operation, req) => {
    if (operation.role === 'public') return ANYONE;
    const token = bearerToken(req) ?? apiKey(req);
    if (token?.startsWith(KEY_PREFIX) === true) return callerOf(operation, await personOfKey(deps, token));
    if (expected === undefined && !(await presence.exists())) {
      requireOwnPage(req, allowOpen);
      return BUILT_IN_CALLER;
    }
    if (token === undefined) return callerOf(operation, await requireSession(deps, req));
    if (expected === undefined || !sameDigest(digestOf(token), expected))
      throw new Refusal('unauthenticated', 'the token is not valid');
    return BUILT_IN_CALLER;
  };
}

function callerOf(operation: Operation, person: Person): Caller {
  permit(person, operation);
  return { identity: person, viewer: viewerOf(person) };
}

async function requireSession(deps: PeopleDeps, req: Request): Promise<Person> {
  const person = await findSession(deps, req);
  if (person === undefined)
    throw new Refusal(
      'unauthenticated',
      'this request needs a token or an API key (Authorization: Bearer <token>, or x-api-key), or a session',
    );
  requireSameOrigin(req);
  return person;
}

/** Returns the person who opened the session of a request. */
export async function findSession(deps: PeopleDeps, req: Request): Promise<Person | undefined> {
  const cookie = cookieOf(req, SESSION_COOKIE);
  return cookie === undefined ? undefined : await personOfSession(deps, cookie);
}

/**
 * Refuses cross-origin requests. Otherwise, without a token, any web page in a browser on this machine could use the
 * library. Accepts requests without an origin, because only programs send such requests.
 */
function requireOwnPage({ headers }: Request, allowOpen: boolean): void {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign =
    site === undefined
      ? origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`
      : site !== 'same-origin' && site !== 'none';
  if (isForeign) throw new Refusal('unauthenticated', 'cross-origin requests require API_TOKEN');
  // A foreign host name may resolve to this machine and make a foreign page same-origin (DNS rebinding). An IP address
  // cannot be forged this way.
  if (!allowOpen && !isOwnName(host))
    throw new Refusal(
      'unauthenticated',
      `without API_TOKEN the service answers only to its IP address and to localhost, not to '${host}'. Set API_TOKEN, or ALLOW_OPEN=1`,
    );
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || name.toLowerCase() === 'localhost';
}
