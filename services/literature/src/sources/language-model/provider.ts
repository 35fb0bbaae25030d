import { OpenAI } from 'openai';
import { Agent, fetch, type Dispatcher, type RequestInit, type Response } from 'undici';
import { isServed } from '../outbound.ts';
import { systemClock } from '../rate-limit/clock.ts';
import { explainFailure, nameOf, type ProviderIdentity } from './explain-failure.ts';
import { ModelFailure } from './model-failure.ts';

/** Milliseconds. */
export interface ProviderTimeouts {
  readonly connectMs: number;
  /** How long the provider may be silent, before the first piece of a response and between two pieces. */
  readonly idleMs: number;
  /** Time limit of a whole call, including all attempts and pauses. */
  readonly totalMs: number;
}

export interface ProviderOptions {
  /** With the version, as in `https://host/v1`. */
  readonly baseUrl: string;
  /** Not needed by local providers. */
  readonly apiKey: string | undefined;
  readonly timeouts: ProviderTimeouts;
  /** Pauses before retries when the provider names none. Milliseconds. */
  readonly pausesMs?: readonly number[];
  /** Called after each request with whether the provider served it. */
  readonly onExchange?: (served: boolean) => void;
}

const PAUSES_MS = [500, 2_000, 6_000];

/**
 * Jitter: up to this share of a pause is added at random, so that processes that were refused together do not retry
 * together.
 */
const JITTER = 0.25;

/** A client of an OpenAI-compatible provider: connections, time limits and retries. */
export class Provider {
  /** For streams: times out after `idleMs` without data. */
  readonly client: OpenAI;
  /** For unstreamed answers, which may take long. */
  readonly retrying: OpenAI;
  readonly #agent: Agent;
  readonly #identity: ProviderIdentity;
  readonly #pausesMs: readonly number[];

  constructor({ baseUrl, apiKey, timeouts, pausesMs = PAUSES_MS, onExchange }: ProviderOptions) {
    const { connectMs, idleMs, totalMs } = timeouts;
    this.#identity = {
      host: new URL(baseUrl).host,
      apiKey,
      timeouts: { connectMs, headersMs: idleMs, idleMs, totalMs },
    };
    this.#pausesMs = pausesMs;
    this.#agent = new Agent({
      connect: { timeout: connectMs },
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      allowH2: false,
    });
    const retrying = this.#agent.compose(
      (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0 }, handler),
    );
    const open = (dispatcher: Dispatcher) =>
      openClient(baseUrl, apiKey, totalMs, (url, init) => heard(fetch(url, { ...init, dispatcher }), init, onExchange));
    this.client = open(this.#agent);
    this.retrying = open(retrying);
  }

  /** Starts a call, which `signal` or its time limit ends. */
  begin(signal: AbortSignal | undefined): ProviderCall {
    return new ProviderCall(this.#identity, this.#pausesMs, signal);
  }

  /** Cuts what still runs. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** All attempts of one call. */
export class ProviderCall {
  /** Aborted by the caller or at the time limit. */
  readonly signal: AbortSignal;
  readonly #provider: ProviderIdentity;
  readonly #pausesMs: readonly number[];
  readonly #caller: AbortSignal | undefined;
  readonly #limit: AbortSignal;
  readonly #endsAt: number;
  #attempt = 0;

  constructor(provider: ProviderIdentity, pausesMs: readonly number[], caller: AbortSignal | undefined) {
    this.#provider = provider;
    this.#pausesMs = pausesMs;
    this.#caller = caller;
    this.#limit = AbortSignal.timeout(provider.timeouts.totalMs);
    this.#endsAt = performance.now() + provider.timeouts.totalMs;
    this.signal = caller === undefined ? this.#limit : AbortSignal.any([caller, this.#limit]);
  }

  /** Throws if the call was aborted: the provider's client would end a stream as if it were complete. */
  throwIfEnded(): void {
    if (this.signal.aborted) throw this.explain(undefined);
  }

  /** An abort by the caller's own signal is not a failure of the provider. */
  explain(error: unknown): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason;
    if (this.#limit.aborted) {
      const seconds = Math.round(this.#provider.timeouts.totalMs / 100) / 10;
      return new ModelFailure('timeout', `${nameOf(this.#provider)} was not done within ${seconds} s`);
    }
    return explainFailure(error, this.#provider);
  }

  /** Waits for the next attempt after a transient error, or throws the failure. */
  async recover(problem: unknown): Promise<void> {
    const failure = this.explain(problem);
    if (!(failure instanceof ModelFailure) || !failure.isPassing) throw failure;
    const usual = this.#pausesMs[this.#attempt];
    if (usual === undefined) throw failure;
    this.#attempt += 1;
    const pauseMs = failure.retryAfterMs ?? usual * (1 + JITTER * Math.random());
    if (performance.now() + pauseMs > this.#endsAt) throw failure;
    try {
      await systemClock.wait(pauseMs, this.signal);
    } catch (stopped) {
      throw this.explain(stopped);
    }
  }

  /** The result of the first successful attempt. */
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

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Reports the outcome of a request. An abort by the caller says nothing about the provider. */
function heard(
  answer: Promise<Response>,
  { signal }: RequestInit,
  tell?: (served: boolean) => void,
): Promise<Response> {
  if (tell !== undefined)
    answer.then(
      ({ status }) => tell(isServed(status)),
      () => signal?.aborted !== true && tell(false),
    );
  return answer;
}

/** Disables what the client reads from the environment by itself: only `config.ts` reads it. */
function openClient(baseURL: string, apiKey: string | undefined, timeout: number, request: Send): OpenAI {
  // A redirect would send the text of papers to a host that nobody configured.
  const send = (url: string, init: RequestInit) => request(url, { ...init, redirect: 'error' });
  return new OpenAI({
    baseURL,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    timeout,
    // The client's own retries ignore pauses of more than a minute.
    maxRetries: 0,
    defaultHeaders: {
      'User-Agent': 'Almagest-literature/0.1',
      ...(apiKey === undefined ? { Authorization: null } : {}),
    },
    fetch: send as unknown as typeof globalThis.fetch,
  });
}
