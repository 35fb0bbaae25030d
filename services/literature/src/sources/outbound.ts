import { Agent, request as send, type Dispatcher } from 'undici';
import { guardedConnector } from './outbound/connector.ts';
import { inSeconds, outboundFailure, OutboundFailure, type OutboundTimeouts } from './outbound/failure.ts';
import { readBody, tooLarge } from './outbound/read-body.ts';

export interface OutboundOptions {
  /** Addresses whose origins (scheme, host, port) may lie in private networks, because the operator named them. */
  readonly trusted: readonly string[];
  readonly userAgent: string;
  readonly timeouts: OutboundTimeouts;
  /** Called after each exchange with whether the host served it. */
  readonly onExchange?: (url: string, served: boolean) => void;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent only to the origin of `url`, not to another one after a redirect. */
  readonly bearer?: string | undefined;
  /** Limit of the decompressed body. */
  readonly maxBytes: number;
  /** Requests no compression, so that the size can be compared with the announced one. */
  readonly unpacked?: boolean;
  /** Whether to follow a redirect; otherwise the redirect itself is the response. */
  readonly follows?: (next: URL) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  /** The final address after redirects. */
  readonly address: string;
  /** Names in lower case; several values joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** More redirects than this are taken for a loop. */
const MAX_REDIRECTS = 8;

/** Connections to one host; more wait. The rate limit is enforced elsewhere. */
const CONNECTIONS = 8;

/**
 * The service's only HTTP client. It uses no proxy of the environment, connects to no private network except the
 * configured addresses, and bounds the time and size of every exchange.
 */
export class Outbound {
  readonly #agent: Agent;
  readonly #options: OutboundOptions;

  constructor(options: OutboundOptions) {
    this.#options = options;
    const origins = new Set(options.trusted.map((address) => new URL(address).origin));
    this.#agent = new Agent({
      connect: guardedConnector(origins, options.timeouts.connectMs),
      connections: CONNECTIONS,
      headersTimeout: options.timeouts.headersMs,
      bodyTimeout: options.timeouts.idleMs,
      allowH2: false,
    });
  }

  /** The longest duration of an exchange. Milliseconds. */
  get longestMs(): number {
    return this.#options.timeouts.totalMs;
  }

  /**
   * Sends a request and passes the response to `read`, whatever its status. The connection is released when `read`
   * returns, even if it did not read the whole body.
   */
  async exchange<T>(request: OutboundRequest, read: (answer: OutboundAnswer) => Promise<T>): Promise<T> {
    const limit = AbortSignal.timeout(this.#options.timeouts.totalMs);
    const signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit]);
    const explain = (error: unknown, begun: boolean) => this.#explain(error, request, limit, begun);
    const { answer, body } = await this.#followed(request, signal).catch((error: unknown) => {
      if (request.signal?.aborted !== true) this.#options.onExchange?.(request.url, false);
      throw explain(error, false);
    });
    this.#options.onExchange?.(request.url, isServed(answer.status));
    try {
      return await read({ ...answer, body: explained(answer.body, (error) => explain(error, true)) });
    } finally {
      // Errors of a body that is no longer read are ignored.
      body.on('error', () => undefined).destroy();
    }
  }

  /** The whole answer as text. */
  async text(request: OutboundRequest): Promise<Omit<OutboundAnswer, 'body'> & { readonly text: string }> {
    return await this.exchange(request, async ({ body, ...answer }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return { ...answer, text: Buffer.concat(chunks).toString('utf8') };
    });
  }

  /** Cuts what still runs. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** An abort by the caller's own signal is not a failure of the provider. */
  #explain(error: unknown, { url, signal }: OutboundRequest, limit: AbortSignal, begun: boolean): unknown {
    if (signal?.aborted === true) return signal.reason;
    const { timeouts } = this.#options;
    const { host } = URL.parse(url) ?? { host: url };
    if (limit.aborted)
      return new OutboundFailure('timeout', `${host} was not done within ${inSeconds(timeouts.totalMs)}`);
    return outboundFailure(error, host, timeouts, begun);
  }

  async #followed(request: OutboundRequest, signal: AbortSignal) {
    const first = readAddress(request.url);
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#send(request, url, url.origin === first.origin, signal);
      const headers = plainHeaders(response.headers);
      const next = request.method === 'POST' ? undefined : redirectOf(response.statusCode, headers, url);
      if (next === undefined || request.follows?.(next) === false) {
        return { answer: answerOf(response, headers, next ?? url, request.maxBytes), body: response.body };
      }
      await response.body.dump();
      if (redirects === MAX_REDIRECTS) {
        throw new OutboundFailure('too_many_redirects', `${first.host} redirects more than ${MAX_REDIRECTS} times`);
      }
      url = next;
    }
  }

  async #send(request: OutboundRequest, url: URL, isFirstOrigin: boolean, signal: AbortSignal) {
    const { method = 'GET', headers, body, bearer, unpacked = false } = request;
    return await send(url, {
      dispatcher: this.#agent,
      method,
      signal,
      headers: {
        'user-agent': this.#options.userAgent,
        'accept-encoding': unpacked ? 'identity' : 'gzip, br',
        ...headers,
        ...(bearer !== undefined && isFirstOrigin ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
  }
}

/** 404 and refused queries are normal responses; authentication errors, rate limits and server errors are not. */
export function isServed(status: number): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
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

function answerOf(
  { statusCode: status, body }: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  address: URL,
  maxBytes: number,
): OutboundAnswer {
  const encoding = headers['content-encoding'];
  if (encoding === undefined && Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  return { status, address: address.href, headers, body: readBody(body, encoding, maxBytes) };
}

function redirectOf(status: number, headers: Readonly<Record<string, string>>, from: URL): URL | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  return readAddress(location, from);
}

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new OutboundFailure('invalid_address', `${JSON.stringify(text.slice(0, 200))} is no address`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundFailure('invalid_address', `${url.protocol} addresses are not fetched, only http and https`);
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('invalid_address', `the address on ${url.host} holds credentials, which are not sent`);
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
