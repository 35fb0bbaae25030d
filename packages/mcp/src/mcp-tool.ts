import type { Identity } from '@almagest/accounts';
import type { Operation } from '@almagest/contracts';
import type { Static, TObject } from 'typebox';

/** The caller of a tool. Tools pass `caller`, the caller as the service knows it, to the use cases. */
export interface McpCaller<C> {
  readonly caller: C;
  /** Undefined while the service is open because neither a token nor an account exists. */
  readonly identity: Identity | undefined;
  /** Whether the request carried the configured token of the service. */
  readonly hasToken: boolean;
}

export interface McpCall<C> {
  readonly caller: C;
  /** Aborts when the client disconnects or cancels the request. */
  readonly signal: AbortSignal;
}

export interface McpImage {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface McpResult<O> {
  readonly result: O;
  /** The result as text for the model. Defaults to the JSON of `result`. */
  readonly text?: string;
  readonly images?: readonly McpImage[];
  /** Whether texts must not be shortened. A result that is too large is refused. */
  readonly isWhole?: true;
}

/** A tool that calls an operation of the API. The operation decides who may call it and whether it writes. */
export interface McpTool<C, I extends TObject = TObject, O extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: Operation;
  readonly input: I;
  readonly output: O;
  /** A person must agree to this text before each call. Only tools that write have one. */
  readonly confirmation?: string;
  /** Whether a write changes or ends something that exists, instead of adding to it. */
  readonly isDestructive?: true;
  /** Whether the tool queries other services. */
  readonly isOpenWorld?: true;
  readonly run: (args: Static<I>, call: McpCall<C>) => Promise<McpResult<Static<O>>>;
}

/** A tool with any arguments, as the endpoint keeps it. */
export type AnyMcpTool<C> = Omit<McpTool<C>, 'run'> & {
  readonly run: (args: never, call: McpCall<C>) => Promise<McpResult<object>>;
};

/** Infers the types of a tool's arguments and result from its schemas. */
export function defineMcpTool<C, const I extends TObject, const O extends TObject>(
  tool: McpTool<C, I, O>,
): McpTool<C, I, O> {
  return tool;
}

interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** Documents of one kind. The `{name}` in the address is encoded. */
interface McpResourceKind<C> {
  /** The form of its addresses, such as `almagest://papers/{name}`. */
  readonly uriTemplate: `${string}{name}`;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly operation: Operation;
  readonly read: (name: string, call: McpCall<C>) => Promise<string>;
}

export interface McpResources<C> {
  readonly kinds: readonly McpResourceKind<C>[];
  /** The operation that lists documents. */
  readonly operation: Operation;
  readonly list: (
    cursor: string | undefined,
    call: McpCall<C>,
  ) => Promise<{ readonly resources: readonly McpResource[]; readonly nextCursor: string | undefined }>;
}

/** A job that people start by name in their client. */
export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly write: (args: Readonly<Record<string, string>>) => string;
}

export interface McpCatalog<C> {
  /** The name of the service for clients. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Explains to a model how the tools are used. */
  readonly instructions: string;
  readonly tools: readonly AnyMcpTool<C>[];
  readonly resources: McpResources<C>;
  readonly prompts: readonly McpPrompt[];
}
