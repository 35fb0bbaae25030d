import type { LoginRequest, Requester } from '@almagest/contracts/grid';
import type { Request, Response } from 'express';
import { requireSameOrigin, SESSION_COOKIE, sessionCookie, type Caller } from './authentication.ts';
import type { RoutesDeps } from './routes-deps.ts';

type SessionDeps = Pick<RoutesDeps, 'sessions' | 'secureCookies' | 'events' | 'onSessionEnd'>;

export async function openSession(
  { sessions, secureCookies }: SessionDeps,
  { username, password }: LoginRequest,
  req: Request,
  res: Response,
) {
  const { id, expiresAt } = await sessions.login(username, password);
  res.cookie(SESSION_COOKIE, id, {
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies || req.secure,
    expires: expiresAt,
    path: '/',
  });
  return {
    success: true,
    message: `logged in as ${username}`,
    data: { username, expires_at: expiresAt.toISOString() },
  };
}

export async function endSession(deps: SessionDeps, req: Request, res: Response) {
  const { sessions, secureCookies, events, onSessionEnd } = deps;
  const id = sessionCookie(req);
  if (id !== undefined) {
    requireSameOrigin(req);
    await sessions.logout(id);
    const key = sessions.keyOf(id);
    events.closeSession(key);
    onSessionEnd(key);
  }
  res.clearCookie(SESSION_COOKIE, {
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies || req.secure,
    path: '/',
  });
  return { success: true, message: 'logged out', data: null };
}

/** Describes the caller: a login session, or the administrator token, which does not expire. */
export function readSession(caller: Caller): { success: boolean; message: string; data: Requester } {
  if (caller.kind !== 'admin') throw new Error('an administrator operation was called by another kind of caller');
  return {
    success: true,
    message: 'ok',
    data: { username: caller.username, expires_at: caller.expiresAt?.toISOString() ?? null },
  };
}

/** Returns the key of the login session that authenticated a request, or undefined for the administrator token. */
export function sessionKey(
  { sessions }: Pick<RoutesDeps, 'sessions'>,
  caller: Caller,
  req: Request,
): string | undefined {
  const id = caller.kind === 'admin' && caller.expiresAt !== undefined ? sessionCookie(req) : undefined;
  return id === undefined ? undefined : sessions.keyOf(id);
}
