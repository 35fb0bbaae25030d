import { HttpClient, Retries, type RetryPolicy } from '@almagest/http-client';
import { OpenAI } from 'openai';
import { boundedAnswer } from './bounded-answer.ts';
import { explainFailure, nameOf, type ProviderIdentity } from './explain-failure.ts';
import { ModelError } from './model-error.ts';

/** Time limits in milliseconds. */
export interface ProviderTimeouts {
  readonly connectMs: number;
  /** How long the provider may be silent, before the first piece of a response and between two pieces. */
  readonly idleMs: number;
  /** Time limit for a whole call, including all attempts and pauses. */
  readonly totalMs: number;
}

export interface ProviderOptions {
  /** The base address, including the version, as in `https://host/v1`. */
  readonly baseUrl: string;
  /** The API key. Local providers need no key. */
  readonly apiKey: string | undefined;
  readonly timeouts: ProviderTimeouts;
  readonly retries?: RetryPolicy;
  /** Called after each request. `served` says whether the provider answered the request. */
  readonly onExchange?: (served: boolean) => void;
}

const RETRIES: RetryPolicy = { attempts: 4, firstMs: 500, factor: 3.5, maxMs: 6_000, maxRetryAfterMs: Infinity };

/** A client of an OpenAI-compatible provider. Manages connections, time limits and retries. */
export class Provider {
  /** The client for streams. It times out after `idleMs` without data. */
  readonly client: OpenAI;
  /** The client for unstreamed answers, which may take long. */
  readonly retrying: OpenAI;
  readonly #http: HttpClient;
  readonly #identity: ProviderIdentity;
  readonly #retries: RetryPolicy;

  constructor({ baseUrl, apiKey, timeouts, retries = RETRIES, onExchange }: ProviderOptions) {
    const { connectMs, idleMs, totalMs } = timeouts;
    this.#identity = {
      host: new URL(baseUrl).host,
      apiKey,
      timeouts: { connectMs, headersMs: idleMs, idleMs, totalMs },
    };
    this.#retries = retries;
    this.#http = new HttpClient({
      timeouts: this.#identity.timeouts,
      ...(onExchange === undefined ? {} : { onExchange: (_, served) => onExchange(served) }),
    });
    const open = (how: { readonly whole: boolean }) =>
      openClient(baseUrl, apiKey, totalMs, async (url, init) => boundedAnswer(await this.#http.fetch(url, init, how)));
    this.client = open({ whole: false });
    this.retrying = open({ whole: true });
  }

  /** Starts a call that ends when `signal` aborts or its time limit is reached. */
  begin(signal: AbortSignal | undefined): ProviderCall {
    return new ProviderCall(this.#identity, this.#retries, signal);
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    await this.#http.close();
  }
}

export class ProviderCall {
  /** Aborts when the caller aborts or the time limit is reached. */
  readonly signal: AbortSignal;
  readonly #provider: ProviderIdentity;
  readonly #caller: AbortSignal | undefined;
  readonly #limit: AbortSignal;
  readonly #retries: Retries;

  constructor(provider: ProviderIdentity, policy: RetryPolicy, caller: AbortSignal | undefined) {
    this.#provider = provider;
    this.#caller = caller;
    this.#limit = AbortSignal.timeout(provider.timeouts.totalMs);
    this.signal = caller === undefined ? this.#limit : AbortSignal.any([caller, this.#limit]);
    const endsAt = performance.now() + provider.timeouts.totalMs;
    this.#retries = new Retries({ policy, maxWaitMs: () => endsAt - performance.now(), signal: this.signal });
  }

  /**
   * Throws if the call was aborted. Without this check, the OpenAI client would end the stream as if it were complete.
   */
  throwIfEnded(): void {
    if (this.signal.aborted) throw this.explain(undefined);
  }

  /**
   * Converts an error of the OpenAI client to a failure with a message for users. If the caller aborted the call,
   * returns the caller's reason.
   */
  explain(error: unknown): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason;
    if (this.#limit.aborted) {
      const seconds = Math.round(this.#provider.timeouts.totalMs / 100) / 10;
      return new ModelError('timeout', `${nameOf(this.#provider)} did not finish within ${seconds} s`);
    }
    return explainFailure(error, this.#provider);
  }

  /** Waits for the next attempt after a transient error, or throws the failure. */
  async recover(problem: unknown): Promise<void> {
    const failure = this.explain(problem);
    if (!(failure instanceof ModelError) || !failure.isPassing) throw failure;
    const next = this.#retries.next(failure).catch((stopped: unknown) => {
      throw this.explain(stopped);
    });
    if (!(await next)) throw failure;
  }

  /** Returns the result of the first successful attempt. */
  async persist<T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt(this.signal);
      } catch (error) {
        await this.recover(error);
      }
    }
  }
}

type Send = (...args: Parameters<HttpClient['fetch']>) => Promise<Response>;

/** Creates a client that ignores environment variables, because only `config.ts` may read them. */
function openClient(baseURL: string, apiKey: string | undefined, timeout: number, send: Send): OpenAI {
  return new OpenAI({
    baseURL,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    timeout,
    // The client's own retries would ignore requested pauses of more than a minute.
    maxRetries: 0,
    defaultHeaders: {
      'User-Agent': 'Almagest-literature/0.1',
      ...(apiKey === undefined ? { Authorization: null } : {}),
    },
    fetch: send as unknown as typeof globalThis.fetch,
  });
}
