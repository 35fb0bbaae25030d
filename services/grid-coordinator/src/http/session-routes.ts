import type { LoginRequest, Session } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request, Response } from 'express';
import { requireSameOrigin, SESSION_COOKIE, sessionCookie, type Caller } from './authentication.ts';
import type { RoutesDeps } from './routes-deps.ts';

type SessionDeps = Pick<RoutesDeps, 'sessions' | 'secureCookies'>;

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

export async function endSession({ sessions, secureCookies }: SessionDeps, req: Request, res: Response) {
  const id = sessionCookie(req);
  if (id !== undefined) {
    requireSameOrigin(req);
    await sessions.logout(id);
  }
  res.clearCookie(SESSION_COOKIE, {
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies || req.secure,
    path: '/',
  });
  return { success: true, message: 'logged out', data: null };
}

export function readSession(caller: Caller): { success: boolean; message: string; data: Session } {
  if (caller.kind !== 'admin' || caller.expiresAt === undefined)
    throw new Refusal('unauthenticated', 'nobody is logged in; the administrator token needs no session');
  return {
    success: true,
    message: 'ok',
    data: { username: caller.username, expires_at: caller.expiresAt.toISOString() },
  };
}
