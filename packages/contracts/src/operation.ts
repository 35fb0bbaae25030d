import type { TObject, TSchema } from 'typebox';
import type { PersonRole } from './roles.ts';

/**
 * The callers that an operation allows. `token-if-configured` and `api-token-if-configured` operations are open until a
 * token is configured: the administrator's at the grid coordinator, the API token at the literature service.
 */
export type Role =
  | 'public'
  | 'node'
  | 'admin'
  | 'admin-if-configured'
  | 'token-if-configured'
  | 'api-token-if-configured';

/** Returns whether an operation changes nothing, so that keys with the scope `read` may call it. */
export function onlyReads({ method, reads }: Pick<Operation, 'method' | 'reads'>): boolean {
  return method === 'get' || reads === true;
}

/**
 * The format of an operation's errors: the envelope of the console, the node protocol's status, plain text, or an error of
 * JSON-RPC.
 */
export type FailureStyle = 'envelope' | 'node' | 'text' | 'rpc';

/** How a service offers accounts: the access of its other operations, its failures and its roles, lowest first. */
export interface AccountStyle<F extends FailureStyle, A extends Role> {
  readonly failures: F;
  readonly access: A;
  readonly roles: readonly [PersonRole, PersonRole, 'administrator'];
}

/** An HTTP operation of a service. Routes, validation, types and the OpenAPI document are derived from it. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Contains `{name}` for a path parameter and `{name...}` for a parameter that spans slashes. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly role: Role;
  /** The least role of a person who may call the operation. Operations for nodes and the public have none. */
  readonly least?: PersonRole;
  /** Whether an operation changes nothing although its method is not GET. */
  readonly reads?: true;
  readonly failures: FailureStyle;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Parts of a multipart/form-data request. With a `body` too, a caller may send either. */
  readonly form?: Readonly<Record<string, FormPart>>;
  /** The media type of a body that the handler reads as a stream, which may be larger than memory. */
  readonly stream?: MediaType;
  /**
   * How to treat unknown query parameters, body keys and form parts. By default they are refused with their names.
   * `tolerated`: they are ignored, because foreign programs and browsers send them.
   */
  readonly unknownKeys?: 'tolerated';
  /** The body of a 200 reply, or its media type if it is not JSON. */
  readonly reply: TSchema | MediaType;
  /** A media type that a caller may request instead. The handler then writes the reply itself. */
  readonly alsoAs?: MediaType;
  /** The operation's own statuses other than 200. `statusesOf` adds the statuses that any request may get. */
  readonly statuses: readonly number[];
}

export interface FormPart {
  readonly kind: 'text' | 'binary';
  readonly required: boolean;
  readonly description: string;
  /** The schema of a part that is JSON text. */
  readonly json?: TSchema;
}

export type MediaType =
  | 'application/atom+xml'
  | 'application/octet-stream'
  | 'application/x-tar'
  | 'application/xml'
  | 'text/plain'
  | 'text/csv'
  | 'text/html'
  | 'text/event-stream';

/** Returns all statuses of an operation other than 200. */
export function statusesOf({ statuses, unknownKeys, body, form, stream }: Operation): readonly number[] {
  const refusesKeys = unknownKeys === 'tolerated' ? [] : [400];
  // Requests are refused while the request bodies in progress exceed the memory limit, and while a dependency is
  // unavailable.
  const readsBody = body !== undefined || form !== undefined || stream !== undefined;
  const away = readsBody || statuses.includes(500) ? [503] : [];
  return [...new Set([...statuses, ...refusesKeys, ...away])].sort((a, b) => a - b);
}

/** Completes operations with their ids, which are their names, and preserves their literal types for the handlers. */
export function defineOperations<const O extends Readonly<Record<string, Omit<Operation, 'operationId'>>>>(
  operations: O,
) {
  const entries = Object.entries(operations).map(([operationId, operation]) => [
    operationId,
    { operationId, ...operation },
  ]);
  return Object.fromEntries(entries) as { readonly [N in keyof O]: O[N] & Pick<Operation, 'operationId'> };
}
