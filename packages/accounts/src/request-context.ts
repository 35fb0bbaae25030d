import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorKind } from './account-tables.ts';
import type { Identity } from './identity.ts';

/** The person or program that requests a change. */
export interface Actor {
  readonly kind: ActorKind;
  readonly name: string;
  readonly accountId?: string | undefined;
  /** The name of the API key. */
  readonly apiKey?: string | undefined;
}

/** The request in which the current code runs. */
export interface RequestContext {
  readonly actor: Actor;
  /** The client's address. */
  readonly address: string;
  readonly requestId: string;
  /** The `operationId` of the contract. */
  readonly operation: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` in the context of a request, so that its changes are recorded under the caller's name. */
export function withinRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Returns the current request. Returns undefined in background jobs. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

export const ANONYMOUS: Actor = { kind: 'anonymous', name: 'anonymous' };

export function actorOf(identity: Identity): Actor {
  if (identity.kind === 'built-in') return { kind: 'built-in', name: identity.userName };
  const { credential } = identity;
  const apiKey = credential.kind === 'key' ? credential.name : undefined;
  return { kind: 'person', name: identity.userName, accountId: identity.id, apiKey };
}
