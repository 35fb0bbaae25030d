import type { TObject, TSchema } from 'typebox';

/**
 * Who may call. Of the grid coordinator, by section 5 of its contract: `token-if-configured` is open until an
 * administrator token is set. Of the literature service: `api-token-if-configured`, likewise with its one token.
 */
export type Role =
  | 'public'
  | 'node'
  | 'admin'
  | 'admin-if-configured'
  | 'token-if-configured'
  | 'api-token-if-configured';

/** How an operation words its failures: the envelope of the console, the node protocol's status, or plain text. */
export type FailureStyle = 'envelope' | 'node' | 'text';

/** One HTTP operation of a service. Routes, validation, types and the OpenAPI document all come from it. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for a path parameter and `{name...}` for one that spans slashes. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly role: Role;
  readonly failures: FailureStyle;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Parts of a multipart/form-data request. */
  readonly form?: Readonly<Record<string, FormPart>>;
  /**
   * What becomes of query parameters, keys of the body and parts of the form that the contract does not name: by default
   * they are refused by name. `tolerated`: other people's programs and browsers send them, and they are passed over.
   */
  readonly unknownKeys?: 'tolerated';
  /** The body of a 200; a media type where it is no JSON. */
  readonly reply: TSchema | MediaType;
  /** The statuses but 200 that the operation itself may answer; `statusesOf` adds what any request may meet. */
  readonly statuses: readonly number[];
}

export interface FormPart {
  readonly kind: 'text' | 'binary';
  readonly required: boolean;
  readonly description: string;
}

export type MediaType = 'application/octet-stream' | 'text/plain' | 'text/csv' | 'text/html' | 'text/event-stream';

/** Every status but 200 that an operation may answer. */
export function statusesOf({ statuses, unknownKeys, body, form }: Operation): readonly number[] {
  const refusesKeys = unknownKeys === 'tolerated' ? [] : [400];
  // The bodies under way may hold more than a process keeps in memory, and what can fail can also be away for a while.
  const readsBody = body !== undefined || form !== undefined;
  const away = readsBody || statuses.includes(500) ? [503] : [];
  return [...new Set([...statuses, ...refusesKeys, ...away])].sort((a, b) => a - b);
}

/** Keeps the literal types of an operation, so that handlers are typed by its schemas. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}
