import type { Operation } from '@almagest/contracts';
import { apiKey, bearerToken, digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request } from 'express';
import type { NodeAuthCache, NodeIdentity } from '../application/nodes/node-auth-cache.ts';
import type { Sessions } from '../application/service/sessions.ts';

/** The caller of an operation. */
export type Caller =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'node'; readonly node: NodeIdentity; readonly tokenHash: Buffer }
  | { readonly kind: 'admin'; readonly username: string; readonly expiresAt: Date | undefined };

/** Returns the name that the log uses for the caller. */
export function describeCaller(caller: Caller): string {
  switch (caller.kind) {
    case 'node':
      return `node ${caller.node.nodeId}`;
    case 'admin':
      return caller.expiresAt === undefined ? 'admin' : `session ${caller.username}`;
    case 'anyone':
      return 'anonymous';
  }
}

export interface AuthenticationDeps {
  readonly nodeAuth: NodeAuthCache;
  readonly sessions: Sessions;
  readonly adminToken: string | undefined;
  readonly adminUser: string;
}

const ANYONE: Caller = { kind: 'anyone' };
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Creates the check that each request carries the credential its operation needs. */
export function createAuthentication(
  deps: AuthenticationDeps,
): (operation: Operation, req: Request) => Promise<Caller> {
  const adminDigest = deps.adminToken === undefined ? undefined : digestOf(deps.adminToken);
  return async ({ role }, req) => {
    if (role === 'public') return ANYONE;
    if (adminDigest === undefined && role !== 'node') {
      if (role !== 'admin') return ANYONE;
      throw new Refusal('unauthenticated', 'no administrator token is configured: start the service with ADMIN_TOKEN');
    }
    const token = bearerToken(req) ?? apiKey(req);
    const tokenHash = token === undefined ? undefined : digestOf(token);
    const isAdminToken = tokenHash !== undefined && adminDigest !== undefined && sameDigest(tokenHash, adminDigest);
    if (role === 'node') return await requireNode(deps, tokenHash, isAdminToken);
    if (isAdminToken) return { kind: 'admin', username: deps.adminUser, expiresAt: undefined };
    if (tokenHash !== undefined) return await admitNode(deps, tokenHash, role === 'token-if-configured');
    return await requireSession(deps, req);
  };
}

async function requireNode(
  { nodeAuth }: AuthenticationDeps,
  tokenHash: Buffer | undefined,
  isAdminToken: boolean,
): Promise<Caller> {
  if (tokenHash === undefined)
    throw new Refusal('unauthenticated', 'this request needs a node token: Authorization: Bearer <token>');
  if (isAdminToken) throw new Refusal('forbidden', 'the administrator token cannot be used for node requests');
  const node = await nodeAuth.find(tokenHash);
  if (node === undefined)
    throw new Refusal('unauthenticated', 'the node token is not valid: it may have been reissued');
  return { kind: 'node', node, tokenHash };
}

async function admitNode({ nodeAuth }: AuthenticationDeps, tokenHash: Buffer, mayRead: boolean): Promise<Caller> {
  const node = await nodeAuth.find(tokenHash);
  if (node === undefined) throw new Refusal('unauthenticated', 'the token is not valid');
  if (!mayRead) throw new Refusal('forbidden', 'this operation needs the administrator token, not a node token');
  return { kind: 'node', node, tokenHash };
}

async function requireSession({ sessions }: AuthenticationDeps, req: Request): Promise<Caller> {
  const id = sessionCookie(req);
  const session = id === undefined ? undefined : await sessions.find(id);
  if (session === undefined) {
    throw new Refusal(
      'unauthenticated',
      'this request needs the administrator token (Authorization: Bearer <token> or x-api-key) or a login session',
    );
  }
  if (!SAFE_METHODS.has(req.method)) requireSameOrigin(req);
  return { kind: 'admin', username: session.username, expiresAt: session.expiresAt };
}

export const SESSION_COOKIE = 'grid_session';

export function sessionCookie(req: Request): string | undefined {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === SESSION_COOKIE) return value?.trim();
  }
  return undefined;
}

/** Rejects cross-site requests. Browsers send the cookie with them too, but with a different Origin. */
export function requireSameOrigin({ headers: { origin, host } }: Request): void {
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new Refusal('forbidden', 'requests that change data from a login session need an Origin header of this server');
}
