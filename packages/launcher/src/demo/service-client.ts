import { setTimeout as sleep } from 'node:timers/promises';

/** A killed service is restarted within a few seconds. One that needs longer than this is broken. */
const MAX_WAIT_MS = 60_000;
const RETRY_MS = 250;
const ANSWER_WITHIN_MS = 15_000;

/** A refusal: repeating the request would not change it. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A client of one service, which uses only its public interface.
 *
 * Repeats a request while there is no answer, because the launcher restarts a service that died. An operation may have
 * been executed although its answer was lost: callers of `post` must expect that the second request is refused.
 */
class ServiceClient {
  readonly #address: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;

  constructor(address: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    this.#address = address;
    this.#headers = headers;
    this.#signal = signal;
  }

  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const until = Date.now() + MAX_WAIT_MS;
    for (;;) {
      this.#signal.throwIfAborted();
      try {
        return await this.#askOnce(method, path, body);
      } catch (error) {
        const isFinal = error instanceof Refused && error.status < 500;
        if (isFinal || this.#signal.aborted || Date.now() > until) throw error;
      }
      await sleep(RETRY_MS, undefined, { signal: this.#signal });
    }
  }

  async #askOnce(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await fetch(this.#address + path, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const answer: unknown = isJson ? JSON.parse(text) : text;
    if (!response.ok) throw new Refused(response.status, messageOf(answer) ?? `status ${response.status}`);
    return answer;
  }
}

function messageOf(answer: unknown): string | undefined {
  return typeof answer === 'string' ? answer : (answer as { readonly message?: string }).message;
}

/** A client of the grid coordinator, as an administrator. */
export class CoordinatorClient {
  readonly #client: ServiceClient;

  constructor(address: string, token: string, signal: AbortSignal) {
    this.#client = new ServiceClient(address, { 'x-api-key': token }, signal);
  }

  /** The `data` of the answer's envelope. */
  async get<T>(path: string): Promise<T> {
    return ((await this.#client.ask('GET', path)) as { readonly data: T }).data;
  }

  async post(path: string, body?: unknown): Promise<void> {
    await this.#client.ask('POST', path, body);
  }
}

/** A client of the literature service, as a researcher. */
export class LiteratureClient {
  readonly #client: ServiceClient;

  /** `token`: where the service asks for one. */
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
