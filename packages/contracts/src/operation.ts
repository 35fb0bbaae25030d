import type { TObject, TSchema } from 'typebox';

/**
 * Who may call an operation. `token-if-configured` and `api-token-if-configured` operations are open until a token is
 * configured: the administrator's at the grid coordinator, the API token at the literature service.
 */
export type Role =
  | 'public'
  | 'node'
  | 'admin'
  | 'admin-if-configured'
  | 'token-if-configured'
  | 'api-token-if-configured';

/** The format of an operation's errors: the envelope of the console, the node protocol's status, or plain text. */
export type FailureStyle = 'envelope' | 'node' | 'text';

/** An HTTP operation of a service. Routes, validation, types and the OpenAPI document are derived from it. */
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
  /** Parts of a multipart/form-data request. With a `body` too, a caller may send either. */
  readonly form?: Readonly<Record<string, FormPart>>;
  /** The media type of a body that the handler reads as a stream; it may be larger than the memory. */
  readonly stream?: MediaType;
  /**
   * How unknown query parameters, body keys and form parts are treated. By default they are refused by name.
   * `tolerated`: they are ignored, because foreign programs and browsers send them.
   */
  readonly unknownKeys?: 'tolerated';
  /** The body of a 200 reply, or its media type when it is not JSON. */
  readonly reply: TSchema | MediaType;
  /** A media type in which a caller may request the reply instead; the handler then writes it itself. */
  readonly alsoAs?: MediaType;
  /** The statuses other than 200 of the operation itself; `statusesOf` adds those that any request may get. */
  readonly statuses: readonly number[];
}

export interface FormPart {
  readonly kind: 'text' | 'binary';
  readonly required: boolean;
  readonly description: string;
  /** What the text of the part is as JSON. */
  readonly json?: TSchema;
}

export type MediaType =
  | 'application/atom+xml'
  | 'application/octet-stream'
  | 'application/x-tar'
  | 'text/plain'
  | 'text/csv'
  | 'text/html'
  | 'text/event-stream';

/** All statuses other than 200 of an operation. */
export function statusesOf({ statuses, unknownKeys, body, form, stream }: Operation): readonly number[] {
  const refusesKeys = unknownKeys === 'tolerated' ? [] : [400];
  // Requests are refused while the request bodies in progress exceed the memory limit, and while a dependency is
  // unavailable.
  const readsBody = body !== undefined || form !== undefined || stream !== undefined;
  const away = readsBody || statuses.includes(500) ? [503] : [];
  return [...new Set([...statuses, ...refusesKeys, ...away])].sort((a, b) => a - b);
}

/** Preserves the literal types of an operation, so that handlers are typed by its schemas. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}
