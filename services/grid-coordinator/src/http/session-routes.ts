import type { LoginRequest, Requester } from '@almagest/contracts/grid';
import {
  cookieOf,
  cookieOptions,
  requireSameOrigin,
  sendSession,
  signIn,
  signOut,
  streamTags,
} from '@almagest/accounts';
import type { Request, Response } from 'express';
import { findSession, identityOf, SESSION_COOKIE, type Caller } from './authentication.ts';
import type { RoutesDeps } from './routes-deps.ts';

type SessionDeps = Pick<RoutesDeps, 'sessions' | 'accounts'>;

/** Signs in the built-in administrator or a person. */
export async function openSession(
  deps: SessionDeps,
  { username, password }: LoginRequest,
  req: Request,
  res: Response,
) {
  const program = req.headers['user-agent'] ?? '';
  const opened =
    (await deps.sessions.login(username, password)) ??
    (await signIn(deps, { userName: username, password, address: req.ip ?? '', program }));
  const { userName, expiresAt } = opened;
  sendSession(deps, opened, req, res);
  return {
    success: true,
    message: `logged in as ${userName}`,
    data: { username: userName, expires_at: expiresAt.toISOString() },
  };
}

export async function endSession(deps: SessionDeps, req: Request, res: Response) {
  const { sessions, accounts } = deps;
  const id = cookieOf(req, SESSION_COOKIE);
  if (id !== undefined) {
    requireSameOrigin(req);
    const identity = await findSession(deps, req);
    if (identity?.kind === 'person') await signOut(deps, identity);
    else {
      await sessions.logout(id);
      accounts.onEnded([sessions.tagOf(id)]);
    }
  }
  res.clearCookie(SESSION_COOKIE, cookieOptions(req, accounts.secureCookies));
  return { success: true, message: 'logged out', data: null };
}

/** Describes the caller. The administrator token and API keys without an expiry date do not expire. */
export function readSession(caller: Caller): { success: boolean; message: string; data: Requester } {
  const identity = identityOf(caller);
  const expiresAt = identity.kind === 'person' ? identity.credential.expiresAt : identity.expiresAt;
  return {
    success: true,
    message: 'ok',
    data: { username: identity.userName, expires_at: expiresAt?.toISOString() ?? null },
  };
}

/** Returns the tags on which an event stream of this caller depends: of the session or key, and of the person. */
export function tagsOfStream(
  { sessions }: Pick<RoutesDeps, 'sessions'>,
  caller: Caller,
  req: Request,
): readonly string[] {
  const identity = identityOf(caller);
  if (identity.kind === 'person') return streamTags(identity);
  const id = identity.expiresAt === undefined ? undefined : cookieOf(req, SESSION_COOKIE);
  return id === undefined ? [] : [sessions.tagOf(id)];
}
