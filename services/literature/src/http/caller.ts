import {
  ANONYMOUS,
  actorOf,
  describeIdentity,
  type Actor,
  type BuiltInIdentity,
  type Identity,
  type PersonIdentity,
} from '@almagest/accounts';
import { BUILT_IN_NAME } from '../application/people/find-viewer.ts';
import { BUILT_IN, type Viewer } from '../domain/people/access.ts';

export interface Caller {
  /** The caller's identity, undefined for public operations. */
  readonly identity: Identity | undefined;
  readonly viewer: Viewer;
}

const BUILT_IN_IDENTITY: BuiltInIdentity = {
  kind: 'built-in',
  userName: BUILT_IN_NAME,
  role: 'administrator',
  scope: 'full',
  expiresAt: undefined,
};

/** The caller of a public operation. This caller sees no personal data. */
export const ANYONE: Caller = {
  identity: undefined,
  viewer: { ownerId: null, isAdministrator: false, groups: new Map() },
};

/** The caller with the configured token. Also represents every caller if there are neither a token nor accounts. */
export const BUILT_IN_CALLER: Caller = { identity: BUILT_IN_IDENTITY, viewer: BUILT_IN };

/** Returns the identity of the caller of an operation that is not public. */
export function identityOf({ identity }: Caller): Identity {
  if (identity === undefined) throw new Error('a public operation has no identity');
  return identity;
}

export function personOf({ identity }: Caller): PersonIdentity | undefined {
  return identity?.kind === 'person' ? identity : undefined;
}

/** Returns the caller in the form that the audit log uses. */
export function actorOfCaller({ identity }: Caller): Actor {
  return identity === undefined ? ANONYMOUS : actorOf(identity);
}

/**
 * Returns the name that the log uses for the caller. Without a configured token, the built-in account is called
 * `local`.
 */
export function describeCaller(caller: Caller, hasToken: boolean): string {
  const person = personOf(caller);
  if (person !== undefined) return describeIdentity(person);
  return hasToken ? 'token' : 'local';
}
