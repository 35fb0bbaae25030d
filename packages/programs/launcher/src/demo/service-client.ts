import { HttpClient, HttpError, retry, transientOf, type RetryPolicy } from '@almagest/http-client';

/** A killed service is restarted within a few seconds. A service that needs longer than this is broken. */
const MAX_WAIT_MS = 60_000;
const RETRIES: RetryPolicy = { attempts: Infinity, firstMs: 250, factor: 1, maxMs: 250, maxRetryAfterMs: 5_000 };
const ANSWER_WITHIN_MS = 15_000;

/** An error response. Repeating the request would not help. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A client of one service that uses only its public interface.
 *
 * Repeats a request until it is answered, because the launcher restarts a dead service. The service may have executed
 * an operation although its answer was lost. Callers of `post` must therefore expect that the second request is
 * refused.
 */
class ServiceClient {
  readonly #address: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;
  readonly #http = new HttpClient({
    timeouts: {
      connectMs: ANSWER_WITHIN_MS,
      headersMs: ANSWER_WITHIN_MS,
      idleMs: ANSWER_WITHIN_MS,
      totalMs: ANSWER_WITHIN_MS,
    },
  });

  constructor(address: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    this.#address = address;
    this.#headers = headers;
    this.#signal = signal;
  }

  async ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const until = Date.now() + MAX_WAIT_MS;
    const request = {
      url: this.#address + path,
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      isRepeatable: true,
      signal: this.#signal,
    };
    const { status, headers, text } = await retry(() => this.#http.text(request), {
      policy: RETRIES,
      // Retries after a timeout too, because the launcher kills a service that does not answer.
      transient: (outcome) =>
        'error' in outcome && outcome.error instanceof HttpError ? {} : transientOf(request, outcome, Date.now()),
      maxWaitMs: () => until - Date.now(),
      signal: this.#signal,
    });
    const answer: unknown = headers['content-type']?.startsWith('application/json') === true ? JSON.parse(text) : text;
    if (status < 200 || status >= 300) throw new RefusedError(status, messageOf(answer) ?? `status ${status}`);
    return answer;
  }
}

function messageOf(answer: unknown): string | undefined {
  return typeof answer === 'string' ? answer : (answer as { readonly message?: string }).message;
}

export class CoordinatorClient {
  readonly #client: ServiceClient;

  constructor(address: string, token: string, signal: AbortSignal) {
    this.#client = new ServiceClient(address, { 'x-api-key': token }, signal);
  }

  async get<T>(path: string): Promise<T> {
    return ((await this.#client.ask('GET', path)) as { readonly data: T }).data;
  }

  async post(path: string, body?: unknown): Promise<void> {
    await this.#client.ask('POST', path, body);
  }
}

export class LiteratureClient {
  readonly #client: ServiceClient;

  /** `token` is required if the service requires a token. */
  constructor(address: string, token: string | undefined, signal: AbortSignal) {
    this.#client = new ServiceClient(address, token === undefined ? {} : { 'x-api-key': token }, signal);
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#client.ask('GET', path)) as T;
  }

  async post(path: string, body: unknown): Promise<void> {
    await this.#client.ask('POST', path, body);
  }
}
