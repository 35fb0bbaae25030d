import {
  accountRoutes,
  cookieOf,
  cookieOptions,
  requireSameOrigin,
  sendSession,
  signIn,
  signOut,
  type AccountDeps,
} from '@almagest/accounts';
import type { personOperations, SignedIn, SignInRequest } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { Request, Response } from 'express';
import { exportOwnData } from '../application/people/leave-service.ts';
import type { PeopleDeps } from '../application/people/find-viewer.ts';
import { findSession, SESSION_COOKIE } from './authentication.ts';
import { identityOf, type Caller } from './caller.ts';

export interface AccountRoutesDeps extends AccountDeps, PeopleDeps {}

export function personRoutes(deps: AccountRoutesDeps): Handlers<typeof personOperations, Caller> {
  const { listSessions, ...others } = accountRoutes<Caller>(deps, identityOf);
  return {
    ...others,
    listOwnSessions: listSessions,
    exportOwnData: ({ caller: { viewer } }) => exportOwnData(deps, viewer),
    signIn: ({ body, req, res }) => openSession(deps, body, req, res),
    signOut: ({ req, res }) => endSession(deps, req, res),
  };
}

async function openSession(
  deps: AccountRoutesDeps,
  { username, password }: SignInRequest,
  req: Request,
  res: Response,
): Promise<SignedIn> {
  const program = req.headers['user-agent'] ?? '';
  const opened = await signIn(deps, { userName: username, password, address: req.ip ?? '', program });
  sendSession(deps, opened, req, res);
  return { username: opened.userName, expires_at: opened.expiresAt.toISOString() };
}

async function endSession(deps: AccountRoutesDeps, req: Request, res: Response): Promise<{ done: true }> {
  if (cookieOf(req, SESSION_COOKIE) !== undefined) {
    requireSameOrigin(req);
    const person = await findSession(deps, req);
    if (person !== undefined) await signOut(deps, person);
  }
  res.clearCookie(SESSION_COOKIE, cookieOptions(req, deps.accounts.secureCookies));
  return { done: true };
}
