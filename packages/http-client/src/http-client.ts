import { currentSpan, inSpan } from '@almagest/tracing';
import {
  Agent,
  EnvHttpProxyAgent,
  fetch,
  Headers,
  request as send,
  type buildConnector,
  type Dispatcher,
  type RequestInit,
  type Response,
} from 'undici';
import { httpFailure, HttpError, inSeconds, type HttpTimeouts } from './http-error.ts';
import { readBody, tooLarge } from './read-body.ts';
import type { RepeatedRequest } from './retry-policy.ts';
import { uploadMs, type RequestBody } from './upload-time.ts';

export interface HttpClientOptions {
  readonly timeouts: HttpTimeouts;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opens connections, unless they are forbidden. */
  readonly connect?: buildConnector.connector;
  /** Requests to these addresses ignore `connect` and share no connection with other requests. */
  readonly isExempt?: (url: URL) => boolean;
  /** Maximum connections per host. Further requests wait. Default: no limit. */
  readonly connections?: number;
  /** Whether to use the proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name. By default they are ignored. */
  readonly usesProxies?: boolean;
  /** How long an unused connection stays open. Milliseconds. */
  readonly keepAliveMs?: number;
  /**
   * By default a redirect is the response. Following it could turn a POST into a GET and send a token to another host.
   */
  readonly followsRedirects?: boolean;
  /** Called after each exchange. `served` says whether the host served the request. */
  readonly onExchange?: (url: string, served: boolean) => void;
}

export interface HttpRequest extends RepeatedRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** The headers must include the length of a stream. */
  readonly body?: RequestBody | undefined;
  /** Sent only to the origin of `url`, not to other origins after a redirect. */
  readonly bearer?: string | undefined;
  /** Limit of the decompressed body. */
  readonly maxBytes?: number;
  /** Requests no compression, so that the size can be compared with the announced size. */
  readonly unpacked?: boolean;
  /** Decides whether a client that follows redirects follows this redirect. Otherwise the redirect is the response. */
  readonly follows?: (next: URL) => boolean;
  /** Overrides the client's limit. Milliseconds. */
  readonly totalMs?: number;
  /** Overrides the client's limit. Adds the time that a slow connection takes for the body. Milliseconds. */
  readonly headersMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface HttpHead {
  readonly status: number;
  /** The final address after redirects. */
  readonly address: string;
  /** Names are in lower case. Several values are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`, which cannot be joined by commas. */
  readonly cookies: readonly string[];
}

/** Read the body to its end, or call `discard`. */
export interface HttpResponse extends HttpHead {
  readonly body: AsyncIterable<Uint8Array>;
  readonly discard: () => void;
}

export interface TextResponse extends HttpHead {
  readonly text: string;
}

/** More redirects than this count as a loop. */
const MAX_REDIRECTS = 8;

/** An HTTP client that bounds the time and size of every exchange. */
export class HttpClient {
  readonly #agent: Dispatcher;
  readonly #exemptAgent: Dispatcher;
  readonly #options: HttpClientOptions;

  constructor(options: HttpClientOptions) {
    const { connect, ...exempt } = options;
    this.#options = options;
    this.#exemptAgent = openAgent(exempt);
    this.#agent = connect === undefined ? this.#exemptAgent : openAgent(options);
  }

  /** The longest duration of an exchange. Milliseconds. */
  get longestMs(): number {
    return this.#options.timeouts.totalMs;
  }

  /**
   * Sends a request. Resolves for any response, whatever its status. Rejects with `HttpError` if the response is
   * missing or incomplete.
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const { timeouts } = this.#options;
    const { totalMs = timeouts.totalMs } = request;
    const first = readAddress(request.url);
    const { host } = first;
    const headersMs = (request.headersMs ?? timeouts.headersMs) + uploadMs(request);
    const limit = totalMs === Infinity ? undefined : AbortSignal.timeout(totalMs);
    const signals = [request.signal, limit].filter((signal) => signal !== undefined);
    const explain = (error: unknown, begun: boolean): unknown => {
      // An abort by the caller's own signal is not a failure of the host.
      if (request.signal?.aborted === true) return request.signal.reason;
      if (limit?.aborted === true)
        return new HttpError('timeout', `${host} did not finish within ${inSeconds(totalMs)}`, { cause: error });
      return httpFailure(error, host, { ...timeouts, headersMs }, begun);
    };
    const { response, url } = await this.#traced({ ...request, headersMs }, first, AbortSignal.any(signals)).catch(
      (error: unknown) => {
        if (request.signal?.aborted !== true) this.#options.onExchange?.(request.url, false);
        throw explain(error, false);
      },
    );
    this.#options.onExchange?.(request.url, isServed(response.statusCode));
    return responseOf(response, { url, explain, maxBytes: request.maxBytes ?? Infinity });
  }

  /** Like `send`, but releases the connection when `read` returns, even if it did not read the whole body. */
  async exchange<T>(request: HttpRequest, read: (response: HttpResponse) => Promise<T>): Promise<T> {
    const response = await this.send(request);
    try {
      return await read(response);
    } finally {
      response.discard();
    }
  }

  /** Like `send`, but returns the whole body as text. */
  async text(request: HttpRequest): Promise<TextResponse> {
    return await this.exchange(request, async ({ status, address, headers, cookies, body }) => ({
      status,
      address,
      headers,
      cookies,
      text: await textOf(body),
    }));
  }

  /**
   * Returns a `fetch` for libraries. Does not follow redirects.
   *
   * With `whole`, the host may be silent until its response is complete, so `headersMs` does not apply.
   */
  fetch(url: string, init: RequestInit, { whole = false } = {}): Promise<Response> {
    const dispatcher = whole
      ? this.#agent.compose((dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0 }, handler))
      : this.#agent;
    const headers = { ...this.#options.headers, ...Object.fromEntries(new Headers(init.headers)) };
    const response = fetch(url, { ...init, headers, dispatcher, redirect: 'error' });
    response.then(
      ({ status }) => this.#options.onExchange?.(url, isServed(status)),
      () => init.signal?.aborted !== true && this.#options.onExchange?.(url, false),
    );
    return response;
  }

  /** Aborts running exchanges and closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...new Set([this.#agent, this.#exemptAgent])].map((agent) => agent.destroy()));
  }

  /** The trace names only the host, because an address may contain a secret. */
  async #traced(request: HttpRequest, first: URL, signal: AbortSignal) {
    const { method = 'GET' } = request;
    const attributes = { 'http.request.method': method, 'server.address': first.host };
    return await inSpan(method, { kind: 'client', attributes }, async () => {
      const answer = await this.#followed(request, first, signal);
      currentSpan()?.set({ 'http.response.status_code': answer.response.statusCode });
      return answer;
    });
  }

  async #followed(request: HttpRequest, first: URL, signal: AbortSignal) {
    const follows = this.#options.followsRedirects === true && (request.method ?? 'GET') === 'GET';
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#request(request, url, url.origin === first.origin, signal);
      const next = follows ? redirectOf(response, url) : undefined;
      if (next === undefined || request.follows?.(next) === false) return { response, url: next ?? url };
      await response.body.dump();
      if (redirects === MAX_REDIRECTS) {
        throw new HttpError('too_many_redirects', `${first.host} redirects more than ${MAX_REDIRECTS} times`);
      }
      url = next;
    }
  }

  async #request(request: HttpRequest, url: URL, isFirstOrigin: boolean, signal: AbortSignal) {
    const { method = 'GET', headers, body, bearer, unpacked = false, headersMs } = request;
    return await send(url, {
      dispatcher: this.#options.isExempt?.(url) === true ? this.#exemptAgent : this.#agent,
      method,
      signal,
      headers: {
        'accept-encoding': unpacked ? 'identity' : 'gzip, br',
        ...this.#options.headers,
        ...headers,
        ...(bearer !== undefined && isFirstOrigin ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body }),
      ...(headersMs === undefined ? {} : { headersTimeout: headersMs }),
    });
  }
}

function openAgent({ timeouts, connect, connections, keepAliveMs, usesProxies = false }: HttpClientOptions) {
  return new (usesProxies ? EnvHttpProxyAgent : Agent)({
    ...(usesProxies ? proxies(process.env) : {}),
    connect: connect ?? { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.idleMs,
    allowH2: false,
    ...(connections === undefined ? {} : { connections }),
    ...(keepAliveMs === undefined ? {} : { keepAliveTimeout: keepAliveMs }),
  });
}

/** Reads the addresses of proxies. Like curl, accepts addresses without a scheme. */
function proxies(env: NodeJS.ProcessEnv): { httpProxy: string; httpsProxy: string } {
  const addressOf = (name: string) => {
    const text = env[name.toLowerCase()] ?? env[name] ?? '';
    const address = text === '' || text.includes('://') ? text : `http://${text}`;
    if (address !== '' && !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
      throw new Error(`${name} is not the address of an HTTP proxy. Expected, for example, http://proxy.example:3128`);
    return address;
  };
  const httpProxy = addressOf('HTTP_PROXY');
  return { httpProxy, httpsProxy: addressOf('HTTPS_PROXY') || httpProxy };
}

/** 404 and refused queries are normal responses. Authentication errors, rate limits and server errors are not. */
function isServed(status: number): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
}

interface Reading {
  readonly url: URL;
  readonly explain: (error: unknown, begun: boolean) => unknown;
  readonly maxBytes: number;
}

function responseOf(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  { url, explain, maxBytes }: Reading,
): HttpResponse {
  const headers = plainHeaders(raw);
  // Ignore errors of a body that is no longer read.
  const discard = () => void body.on('error', () => undefined).destroy();
  const encoding = headers['content-encoding'];
  if (encoding === undefined && Number(headers['content-length']) > maxBytes) {
    discard();
    throw tooLarge(maxBytes);
  }
  const cookies = [raw['set-cookie'] ?? []].flat();
  const read = explained(readBody(body, encoding, maxBytes), (error) => explain(error, true));
  return { status, address: url.href, headers, cookies, body: read, discard };
}

async function* explained(
  body: AsyncIterable<Uint8Array>,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw explain(error);
  }
}

export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const { location } = plainHeaders(headers);
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  return readAddress(location, from);
}

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new HttpError('invalid_address', `${JSON.stringify(text.slice(0, 200))} is not an address`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new HttpError('invalid_address', `${url.protocol} addresses are not fetched, only http and https`);
  if (url.username !== '' || url.password !== '')
    throw new HttpError(
      'invalid_address',
      `the address on ${url.host} contains credentials, which are not allowed. Remove them`,
    );
  url.hash = '';
  return url;
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
