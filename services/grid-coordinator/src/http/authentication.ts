import type { Operation } from '@almagest/contracts';
import {
  AccountPresence,
  ANONYMOUS,
  actorOf,
  cookieOf,
  describeIdentity,
  findByKey,
  findBySession,
  permit,
  prefixOf,
  requireSameOrigin,
  type AccountDeps,
  type Actor,
  type Identity,
} from '@almagest/accounts';
import { apiKey, bearerToken, digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Request } from 'express';
import type { NodeAuthCache, NodeIdentity } from '../application/nodes/node-auth-cache.ts';
import type { Sessions } from '../application/service/sessions.ts';

export type Caller =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'node'; readonly node: NodeIdentity; readonly tokenHash: Buffer }
  | Identity;

/** Returns the name of the caller in the log. */
export function describeCaller(caller: Caller): string {
  switch (caller.kind) {
    case 'node':
      return `node ${caller.node.nodeId}`;
    case 'anyone':
      return 'anonymous';
    default:
      return describeIdentity(caller);
  }
}

/** Returns the name of the caller in the audit log. */
export function actorOfCaller(caller: Caller): Actor {
  switch (caller.kind) {
    case 'node':
      return { kind: 'node', name: caller.node.nodeId };
    case 'anyone':
      return ANONYMOUS;
    default:
      return actorOf(caller);
  }
}

/** Returns the identity of the caller of an operation for people. */
export function identityOf(caller: Caller): Identity {
  if (caller.kind === 'person' || caller.kind === 'built-in') return caller;
  throw new Error(`the caller of an operation for people is ${caller.kind}`);
}

export interface AuthenticationDeps extends Pick<AccountDeps, 'accounts'> {
  readonly nodeAuth: NodeAuthCache;
  readonly sessions: Sessions;
  readonly adminToken: string | undefined;
  readonly adminUser: string;
}

const ANYONE: Caller = { kind: 'anyone' };
const KEY_PREFIX = prefixOf('g', 'key');
const PERSON_PREFIX = prefixOf('g', 'session');
export const SESSION_COOKIE = 'grid_session';

/** Creates the check that each request carries the credential that its operation needs. */
export function createAuthentication(
  deps: AuthenticationDeps,
): (operation: Operation, req: Request) => Promise<Caller> {
  const adminDigest = deps.adminToken === undefined ? undefined : digestOf(deps.adminToken);
  const presence = new AccountPresence(deps.accounts.db, deps.accounts.signIn.provider !== undefined);
  return async (operation, req) => {
    const { role } = operation;
    if (role === 'public') return ANYONE;
    if (adminDigest === undefined && role !== 'node' && !(await presence.exists())) return withoutToken(role);
    const token = bearerToken(req) ?? apiKey(req);
    const tokenHash = token === undefined ? undefined : digestOf(token);
    const isAdminToken = tokenHash !== undefined && adminDigest !== undefined && sameDigest(tokenHash, adminDigest);
    if (role === 'node') return await requireNode(deps, tokenHash, isAdminToken);
    if (isAdminToken) return builtIn(deps.adminUser, undefined);
    if (token === undefined) return permitted(await requireSession(deps, req), operation);
    if (token.startsWith(KEY_PREFIX)) return permitted(await findByKey(deps.accounts.db, token), operation);
    return await admitNode(deps, digestOf(token), role === 'token-if-configured');
  };
}

/** Returns the caller of requests while no token is configured and no account exists. */
function withoutToken(role: Operation['role']): Caller {
  if (role !== 'admin') return ANYONE;
  throw new Refusal('unauthenticated', 'no administrator token is configured: start the service with ADMIN_TOKEN');
}

function permitted(identity: Identity, operation: Operation): Identity {
  permit(identity, operation);
  return identity;
}

function builtIn(userName: string, expiresAt: Date | undefined): Identity {
  return { kind: 'built-in', userName, role: 'administrator', scope: 'full', expiresAt };
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
  if (!mayRead)
    throw new Refusal('forbidden', 'this operation needs a person or the administrator token, not a node token');
  return { kind: 'node', node, tokenHash };
}

async function requireSession(deps: AuthenticationDeps, req: Request): Promise<Identity> {
  const identity = await findSession(deps, req);
  if (identity === undefined) {
    throw new Refusal(
      'unauthenticated',
      'this request needs the administrator token or an API key (Authorization: Bearer <token> or x-api-key), or a login session',
    );
  }
  requireSameOrigin(req);
  return identity;
}

/** Returns who opened the session of a request: a person, or the built-in administrator. */
export async function findSession(
  { sessions, accounts }: Pick<AuthenticationDeps, 'sessions' | 'accounts'>,
  req: Request,
): Promise<Identity | undefined> {
  const id = cookieOf(req, SESSION_COOKIE);
  if (id === undefined) return undefined;
  if (id.startsWith(PERSON_PREFIX)) return await findBySession(accounts.db, id);
  const session = await sessions.find(id);
  return session && builtIn(session.username, session.expiresAt);
}
