import type { Operation } from '@almagest/contracts';
import type { Static, TSchema } from 'typebox';
import { ApiError } from './api-error.ts';
import { noteServerDate } from './server-clock.ts';

type Operations = Readonly<Record<string, Operation>>;
type Method = Operation['method'];

type WithMethod<O extends Operations, M extends Method> = Extract<O[keyof O], { readonly method: M }>;
type PathsOf<O extends Operations, M extends Method> = WithMethod<O, M>['path'];
type At<O extends Operations, M extends Method, P extends string> = Extract<WithMethod<O, M>, { readonly path: P }>;

/** One part of a request. If every key of it may be left out, so may the part. */
type Part<O, K extends string> = O extends { readonly [N in K]: infer S extends TSchema }
  ? object extends Static<S>
    ? { readonly [N in K]?: Static<S> }
    : { readonly [N in K]: Static<S> }
  : unknown;

/** What any request may say besides its parts. */
interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Longer for what takes its time, such as a download from a slow publisher; null for a stream, which may go on. */
  readonly timeoutMs?: number | null;
  /** Called with the headers of the answer. */
  readonly onHeaders?: (headers: Headers) => void;
}

/** JSON or a form, where an operation takes both. */
type Content<O> = O extends { readonly form: object }
  ? { readonly form: FormData; readonly body?: never } | (Part<O, 'body'> & { readonly form?: never })
  : Part<O, 'body'>;

/** Of each operation by itself: parts of many operations would be combined with each other. */
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

/** The operations of a contract that answer JSON or a text, by method and path. */
export type Api<O extends Operations> = { readonly [M in Method]: Call<O, M> };

interface AnyInput extends RequestOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly form?: FormData;
}

export interface ClientOptions {
  /** Called when the server refuses a request because nobody is signed in, with the server's sentence. */
  readonly onSignedOut?: (message: string) => void;
  /** For a service that knows callers by a token instead of a session. */
  readonly token?: TokenSource;
}

export interface TokenSource {
  /** The token that requests carry; null until there is one. */
  readonly read: () => string | null;
  /** Gets another one after the server has refused a request with this one. It throws if there is none. */
  readonly renew: (refused: RefusedRequest) => Promise<void>;
}

export interface RefusedRequest {
  readonly method: Method;
  /** The server's sentence. */
  readonly message: string;
}

const TIMEOUT_MS = 30_000;

/**
 * A client whose paths, requests and replies are typed by a contract. Only the contract's types are used, so that no
 * schema becomes a part of the application.
 *
 * @throws {ApiError} for every request that was not answered with a 2xx status
 */
export function createApi<O extends Operations>({ onSignedOut, token }: ClientOptions): Api<O> {
  const call =
    (method: Method) =>
    async (path: string, input: AnyInput = {}) => {
      try {
        const response = await sendWithToken(method, addressOf(path, input), input, token);
        return await readReply(response);
      } catch (error) {
        // A refused password is the business of the form in which it was typed.
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
 * Sends a request, and sends it again with another token if the server refuses the one that it had. A request that was
 * refused while another one got the new token only takes that.
 *
 * @throws {ApiError} for every request that was not answered with a 2xx status
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

/** The address of an operation: `{name}` is replaced by a parameter, and the query is appended. */
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
  const { body, form, signal, timeoutMs = TIMEOUT_MS, headers = {}, onHeaders } = input;
  const timeout = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs);
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
  onHeaders?.(response.headers);
  return response;
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
    // A proxy in between words its own failures, mostly as HTML.
    throw new ApiError(502, 'the answer is not JSON: is there a proxy in between?');
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
