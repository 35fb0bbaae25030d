import { Refusal } from '@almagest/service-kit/refusal';
import type { CookieOptions, Request, Response } from 'express';
import type { AccountDeps } from './account-deps.ts';
import type { OpenedSession } from './sign-in.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function cookieOf(req: Request, name: string): string | undefined {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}

/** The options of a cookie that scripts and other sites cannot use. `isSecure`: only sent over HTTPS. */
export function cookieOptions(req: Request, isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure: isSecure || req.secure, path: '/' };
}

export function sendSession(
  { accounts: { cookieName, secureCookies } }: Pick<AccountDeps, 'accounts'>,
  { token, expiresAt }: OpenedSession,
  req: Request,
  res: Response,
): void {
  res.cookie(cookieName, token, { ...cookieOptions(req, secureCookies), expires: expiresAt });
}

/**
 * Rejects changes that another site requested. Browsers send the cookie with such requests too, but with a different
 * Origin.
 */
export function requireSameOrigin({ method, headers: { origin, host } }: Request): void {
  if (SAFE_METHODS.has(method)) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new Refusal('forbidden', 'changes in a login session need an Origin header with the address of this server');
}
