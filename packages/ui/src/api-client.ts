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

/** Of each operation by itself: parts of many operations would be combined with each other. */
type Input<O> = O extends Operation
  ? Part<O, 'params'> & Part<O, 'query'> & Part<O, 'body'> & { readonly signal?: AbortSignal }
  : never;
type InputArguments<O> = object extends Input<O> ? [input?: Input<O>] : [input: Input<O>];
type ReplyOf<O> = O extends { readonly reply: infer S extends TSchema } ? Static<S> : never;

type Call<O extends Operations, M extends Method> = <P extends PathsOf<O, M>>(
  path: P,
  ...input: InputArguments<At<O, M, P>>
) => Promise<ReplyOf<At<O, M, P>>>;

/** The operations of a contract that answer JSON, by method and path. */
export type Api<O extends Operations> = { readonly [M in Method]: Call<O, M> };

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface ClientOptions {
  /** Called when the server refuses a request because nobody is signed in, with the server's sentence. */
  readonly onSignedOut: (message: string) => void;
}

const TIMEOUT_MS = 30_000;

/**
 * A client whose paths, requests and replies are typed by a contract. Only the contract's types are used, so that no
 * schema becomes a part of the application.
 *
 * @throws {ApiError} for every request that was not answered with a 2xx status
 */
export function createApi<O extends Operations>({ onSignedOut }: ClientOptions): Api<O> {
  const call =
    (method: Method) =>
    async (path: string, input: AnyInput = {}) => {
      try {
        return await request(method, addressOf(path, input), input);
      } catch (error) {
        // A refused password is the business of the form in which it was typed.
        if (error instanceof ApiError && error.status === 401 && path !== '/login') onSignedOut(error.message);
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

async function request(method: Method, address: string, { body, signal }: AnyInput): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(address, {
      method: method.toUpperCase(),
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(
      0,
      timeout.aborted ? `the server did not answer within ${TIMEOUT_MS / 1_000} s` : 'the server does not answer',
    );
  }
  noteServerDate(response.headers.get('Date'));
  return await readReply(response);
}

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    // A proxy in between words its own failures, mostly as HTML.
    if (response.ok) throw new ApiError(502, 'the answer is not JSON: is there a proxy in between?');
  }
  if (response.ok) return reply;
  const { message } = (reply ?? {}) as { message?: unknown };
  throw new ApiError(
    response.status,
    typeof message === 'string' ? message : `${response.status} ${response.statusText}`.trim(),
  );
}
