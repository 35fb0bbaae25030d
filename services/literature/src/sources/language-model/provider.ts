import { OpenAI } from 'openai';
import { Agent, fetch, type Dispatcher, type RequestInit, type Response } from 'undici';
import { isServed } from '../outbound.ts';
import { systemClock } from '../rate-limit/clock.ts';
import { explainFailure, nameOf, type ProviderIdentity } from './explain-failure.ts';
import { ModelFailure } from './model-failure.ts';

/** Milliseconds. */
export interface ProviderTimeouts {
  readonly connectMs: number;
  /** How long it may be silent: before the first piece of an answer, and between two pieces. */
  readonly idleMs: number;
  /** The whole of a call, all attempts and the pauses between them included. */
  readonly totalMs: number;
}

export interface ProviderOptions {
  /** With the version, as in `https://host/v1`. */
  readonly baseUrl: string;
  /** Local providers need none. */
  readonly apiKey: string | undefined;
  readonly timeouts: ProviderTimeouts;
  /** Pauses before the second and further attempts, where the provider names none. Milliseconds. */
  readonly pausesMs?: readonly number[];
  /** Hears of each request whether the provider did its part. */
  readonly onExchange?: (served: boolean) => void;
}

const PAUSES_MS = [500, 2_000, 6_000];

/** Two processes that were refused together do not come back together: up to this part of a pause is added by chance. */
const JITTER = 0.25;

/** One OpenAI-compatible provider: connections, limits of time, and what is asked again. */
export class Provider {
  /** Notices a silence of `idleMs`. */
  readonly client: OpenAI;
  /** For answers of those who cannot stream, which may be long in the making. */
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

  /** A call that begins now. `signal` ends it at any moment, and so does its limit of time. */
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
  /** Ended by the caller, or when the time is up. */
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

  /** Throws if the call was ended: the provider's client ends a stream then as if it were whole. */
  throwIfEnded(): void {
    if (this.signal.aborted) throw this.explain(undefined);
  }

  /** What the caller's own signal ended is the caller's to explain. */
  explain(error: unknown): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason;
    if (this.#limit.aborted) {
      const seconds = Math.round(this.#provider.timeouts.totalMs / 100) / 10;
      return new ModelFailure('timeout', `${nameOf(this.#provider)} was not done within ${seconds} s`);
    }
    return explainFailure(error, this.#provider);
  }

  /** Waits until it is worth to ask again after such an error, or throws what it means. */
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

  /** The result of the first attempt that brings one. */
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

/** Tells how a request went. What its caller ended tells nothing of the provider. */
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

/** What the client would read from the environment by itself is switched off: `config.ts` alone reads that. */
function openClient(baseURL: string, apiKey: string | undefined, timeout: number, request: Send): OpenAI {
  // A redirect would carry the text of papers to where nobody configured it.
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
    // Its own do not honour pauses of more than a minute.
    maxRetries: 0,
    defaultHeaders: {
      'User-Agent': 'Almagest-literature/0.1',
      ...(apiKey === undefined ? { Authorization: null } : {}),
    },
    fetch: send as unknown as typeof globalThis.fetch,
  });
}
