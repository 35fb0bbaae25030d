import type { Operation } from '@almagest/contracts';
import type { Static, TSchema } from 'typebox';
import { ApiError } from './api-error.ts';
import { noteServerDate } from './server-clock.ts';

type Operations = Readonly<Record<string, Operation>>;
type Method = Operation['method'];

type WithMethod<O extends Operations, M extends Method> = Extract<O[keyof O], { readonly method: M }>;
type PathsOf<O extends Operations, M extends Method> = WithMethod<O, M>['path'];
type At<O extends Operations, M extends Method, P extends string> = Extract<WithMethod<O, M>, { readonly path: P }>;

/** One part of a request. Optional if all of its keys are optional. */
type Part<O, K extends string> = O extends { readonly [N in K]: infer S extends TSchema }
  ? object extends Static<S>
    ? { readonly [N in K]?: Static<S> }
    : { readonly [N in K]: Static<S> }
  : unknown;

interface RequestOptions {
  readonly signal?: AbortSignal;
  /**
   * Raise this limit for slow requests, such as downloads from a publisher. Null for streams, which have no time limit.
   */
  readonly timeoutMs?: number | null;
}

/** JSON or a form, if an operation accepts both. */
type Content<O> = O extends { readonly form: object }
  ? { readonly form: FormData; readonly body?: never } | (Part<O, 'body'> & { readonly form?: never })
  : Part<O, 'body'>;

/** Distributes over a union of operations. Otherwise the parts of different operations would be mixed. */
type Input<O> = O extends Operation ? Part<O, 'params'> & Part<O, 'query'> & Content<O> & RequestOptions : never;
type InputArguments<O> = object extends Input<O> ? [input?: Input<O>] : [input: Input<O>];
type ReplyOf<O> = O extends { readonly reply: infer R }
  ? R extends 'text/plain'
    ? string
    : R extends TSchema
      ? Static<R>
      : never
  : never;

type Call<O extends Operations, M extends Method> = <P extends PathsOf<O, M>>(
  path: P,
  ...input: InputArguments<At<O, M, P>>
) => Promise<ReplyOf<At<O, M, P>>>;

/** The operations of a contract that return JSON or text, by method and path. */
export type Api<O extends Operations> = { readonly [M in Method]: Call<O, M> };

interface AnyInput extends RequestOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly form?: FormData;
}

export interface ClientOptions {
  /** Called with the server's message when it refuses a request without a session. */
  readonly onSignedOut?: (message: string) => void;
  /** Set for services that use tokens instead of sessions. */
  readonly token?: TokenSource;
}

export interface TokenSource {
  /** Returns the token to send, or null before the first token. */
  readonly read: () => string | null;
  /** Gets a new token after the server has refused this token. Throws if that fails. */
  readonly renew: (refused: RefusedRequest) => Promise<void>;
}

export interface RefusedRequest {
  readonly method: Method;
  /** The server's message. */
  readonly message: string;
}

const TIMEOUT_MS = 30_000;

/**
 * Creates a client whose paths, requests and replies are typed by a contract. Uses only the contract's types, so that
 * no schema ends up in the bundle.
 *
 * @throws {ApiError} unless the response has a 2xx status
 */
export function createApi<O extends Operations>({ onSignedOut, token }: ClientOptions): Api<O> {
  const call =
    (method: Method) =>
    async (path: string, input: AnyInput = {}) => {
      try {
        const response = await sendWithToken(method, addressOf(path, input), input, token);
        return await readReply(response);
      } catch (error) {
        // The sign-in form handles a refused password.
        if (error instanceof ApiError && error.status === 401 && path !== '/login') onSignedOut?.(error.message);
        throw error;
      }
    };
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  } as Api<O>;
}

/**
 * Sends a request and retries it with a new token if the server refuses the first token. Requests that are refused
 * while another request renews the token wait for the new token.
 *
 * @throws {ApiError} unless the response has a 2xx status
 */
export async function sendWithToken(
  method: Method,
  address: string,
  input: SentInput = {},
  token?: TokenSource,
): Promise<Response> {
  for (;;) {
    const known = token?.read() ?? null;
    const response = await send(method, address, input, known);
    if (response.ok) return response;
    const refusal = await refusalOf(response);
    if (response.status !== 401 || token === undefined) throw refusal;
    if (token.read() === known) await token.renew({ method, message: refusal.message });
  }
}

/** Returns the address of an operation: replaces each `{name}` by its parameter and appends the query. */
export function addressOf(path: string, { params = {}, query = {} }: Pick<AnyInput, 'params' | 'query'>): string {
  const address = path.replaceAll(/\{(\w+)(\.\.\.)?\}/g, (_, name: string, rest: string | undefined) => {
    const value = String(params[name]);
    return rest === undefined ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return search.size === 0 ? address : `${address}?${search}`;
}

type SentInput = Omit<AnyInput, 'params' | 'query'> & { readonly headers?: Readonly<Record<string, string>> };

async function send(method: Method, address: string, input: SentInput, token: string | null): Promise<Response> {
  const { body, form, signal, timeoutMs = TIMEOUT_MS, headers = {} } = input;
  const timeout = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs + uploadMs(form));
  const signals = [signal, timeout].filter((one) => one !== undefined);
  let response: Response;
  try {
    response = await fetch(address, {
      method: method.toUpperCase(),
      headers: { ...headersOf(body, token), ...headers },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.any(signals),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const isLate = timeout?.aborted === true;
    throw new ApiError(
      0,
      isLate ? `the server did not answer within ${Number(timeoutMs) / 1_000} s` : 'the server does not answer',
    );
  }
  noteServerDate(response.headers.get('Date'));
  return response;
}

/** A line of 64 kbit/s carries this many bytes in a millisecond. */
const SLOWEST_RATE = 8;

/** Returns how long the upload of a form's files may take. The server ends uploads that make no progress. */
function uploadMs(form: FormData | undefined): number {
  const sizes = [...(form?.values() ?? [])].map((part) => (typeof part === 'string' ? part.length : part.size));
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / SLOWEST_RATE);
}

function headersOf(body: unknown, token: string | null): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
}

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  if (isPlainText(response)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // Proxies send their own error pages, usually as HTML.
    throw new ApiError(502, 'the response is not JSON. Check the proxy in front of the service');
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const { status, statusText } = response;
  const message = isPlainText(response) && text !== '' ? text : messageIn(text);
  return new ApiError(status, message ?? `${status} ${statusText}`.trim());
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = (JSON.parse(text) ?? {}) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

function isPlainText({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/plain') === true;
}
