import type { AccountOperations } from '@almagest/contracts';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { CookieOptions, Request, Response } from 'express';
import type { AccountDeps } from '../account-deps.ts';
import { findBySession } from '../find-identity.ts';
import { cookieOf, cookieOptions, requireSameOrigin, sendSession } from '../session-cookie.ts';
import { signOut } from '../sign-in.ts';
import { ATTEMPT_MINUTES } from './oidc-attempt.ts';
import { beginOidc, finishOidc, requireProvider } from './oidc-sign-in.ts';

type OidcOperations = Pick<AccountOperations, 'startOidc' | 'finishOidc' | 'endOidc'>;

/** Returns the handlers of sign-in with OpenID Connect. */
export function oidcRoutes<C>(deps: AccountDeps): Handlers<OidcOperations, C> {
  const { cookieName, secureCookies } = deps.accounts;
  const attemptCookie = `${cookieName}_oidc`;
  /** `lax`, because the provider's page sends the browser to the callback. */
  const options = (req: Request): CookieOptions => ({
    ...cookieOptions(req, secureCookies),
    sameSite: 'lax',
    path: '/api/oidc',
  });
  return {
    startOidc: async ({ body, req, res }) => {
      const { cookie, url } = await beginOidc(deps, body);
      res.cookie(attemptCookie, cookie, { ...options(req), maxAge: ATTEMPT_MINUTES * 60_000 });
      return { url };
    },
    finishOidc: async ({ req, res }) => {
      const end = await finishOidc(deps, {
        cookie: cookieOf(req, attemptCookie),
        query: /\?[^#]*/.exec(req.originalUrl)?.[0] ?? '',
        address: req.ip ?? '',
        program: req.headers['user-agent'] ?? '',
      });
      res.clearCookie(attemptCookie, options(req));
      res.setHeader('Cache-Control', 'no-store');
      if ('session' in end) sendSession(deps, end.session, req, res);
      res.redirect(302, 'session' in end ? end.next : `/?sign_in=${end.failure}${end.next.slice(1)}`);
    },
    endOidc: async ({ req, res }) => ({ url: (await endSession(deps, req, res)) ?? null }),
  };
}

/** Ends the session here. Returns the provider's page that ends it there. */
async function endSession(deps: AccountDeps, req: Request, res: Response): Promise<string | undefined> {
  const { db, cookieName, secureCookies } = deps.accounts;
  const provider = requireProvider(deps);
  const cookie = cookieOf(req, cookieName);
  if (cookie === undefined) return undefined;
  requireSameOrigin(req);
  res.clearCookie(cookieName, cookieOptions(req, secureCookies));
  const person = await findBySession(db, cookie);
  if (person === undefined) return undefined;
  const session = await db
    .selectFrom('account_session')
    .select('id_token')
    .where('id', '=', person.credential.id)
    .executeTakeFirst();
  await signOut(deps, person);
  return typeof session?.id_token === 'string' ? await provider.signOutUrl(session.id_token) : undefined;
}
