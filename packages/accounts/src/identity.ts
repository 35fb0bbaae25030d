import { covers, onlyReads, type KeyScope, type Operation, type PersonRole } from '@almagest/contracts';
import { Refusal } from '@almagest/service-kit/refusal';

/** How a person was authenticated. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string; readonly expiresAt: Date }
  | { readonly kind: 'key'; readonly id: string; readonly name: string; readonly expiresAt: Date | null };

/** A person who has signed in, or whose API key was used. */
export interface PersonIdentity {
  readonly kind: 'person';
  readonly id: string;
  readonly userName: string;
  readonly displayName: string;
  readonly role: PersonRole;
  readonly scope: KeyScope;
  readonly credential: Credential;
}

/** The built-in administrator: the service's token, or a session that was opened with its password. */
export interface BuiltInIdentity {
  readonly kind: 'built-in';
  readonly userName: string;
  readonly role: 'administrator';
  readonly scope: 'full';
  /** When the session expires. The token does not expire and has `undefined`. */
  readonly expiresAt: Date | undefined;
}

export type Identity = PersonIdentity | BuiltInIdentity;

/** Returns the name that the log uses for the caller. */
export function describeIdentity(identity: Identity): string {
  const { userName } = identity;
  if (identity.kind === 'built-in') return identity.expiresAt === undefined ? 'admin' : `session ${userName}`;
  return identity.credential.kind === 'key' ? `key of ${userName}` : `person ${userName}`;
}

/** Throws unless the caller's role and scope permit the operation. An operation without `least` is closed to people. */
export function permit(identity: Identity, operation: Operation): void {
  if (identity.kind === 'built-in') return;
  if (identity.scope === 'read' && !onlyReads(operation))
    throw new Refusal('forbidden', 'this API key has the scope read and cannot change anything');
  const { least } = operation;
  if (least === undefined) throw new Refusal('forbidden', 'people cannot call this operation');
  if (!covers(identity.role, least))
    throw new Refusal(
      'forbidden',
      `this needs the role ${least}, but ${identity.userName} has the role ${identity.role}`,
    );
}

/**
 * Returns the tags of the session or key, and of the person, on which an event stream depends. The stream must end when
 * one of these tags ends. A revoked session ends its streams. A disabled person loses the streams of all sessions and
 * keys. The built-in administrator has no tags.
 */
export function streamTags(identity: Identity): readonly string[] {
  if (identity.kind === 'built-in') return [];
  return [`${identity.credential.kind}:${identity.credential.id}`, personTag(identity.id)];
}

export function personTag(accountId: string): string {
  return `person:${accountId}`;
}
