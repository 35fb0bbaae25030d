import {
  HttpError,
  retry,
  systemClock,
  transientOf,
  type Clock,
  type HttpClient,
  type HttpRequest,
  type Outcome,
  type RetryPolicy,
  type TextResponse,
  type Transient,
} from '@almagest/http-client';
import { RateLimitError, type HostRateLimiter } from '../../domain/host-rate-limit.ts';
import { SourceError, type SourceFault } from '../source.ts';
import { hostRateOptions, type RateLimitPolicy } from './rate-limit-policy.ts';

export interface RateLimitedClientOptions extends RateLimitPolicy {
  /** The name of the source in its errors. */
  readonly source: string;
  /** The name shown in messages. */
  readonly name: string;
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
  readonly clock?: Clock;
  /** Whether to use only one connection at a time. */
  readonly alone: boolean;
  /** The pause, in milliseconds, after the status 'too many requests' without `Retry-After`. */
  readonly rateLimitedMs: number;
  /** Reads the pause from such a response. The result takes precedence over `Retry-After`. */
  readonly pauseMs?: (answer: TextResponse, now: number) => number | undefined;
}

/** The retries cover only short outages. Longer outages are reported to the caller. */
const RETRIES: RetryPolicy = { attempts: 4, firstMs: 500, factor: 3, maxMs: 4500, maxRetryAfterMs: Infinity };

/**
 * An HTTP client for one host. The client respects the rate limit, retries transient failures, and waits no longer than
 * the caller allows.
 */
export class RateLimitedClient {
  readonly #options: RateLimitedClientOptions;
  readonly #clock: Clock;

  constructor(options: RateLimitedClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Returns the response, even with an error status. Throws if the last attempt also failed with a transient failure.
   */
  async send(request: HttpRequest): Promise<TextResponse> {
    const { maxWaitMs } = this.#options;
    const transient = (outcome: Outcome<TextResponse>) => this.#transient(request, outcome);
    try {
      const answer = await retry((waitedMs) => this.#attempt(request, maxWaitMs - waitedMs), {
        policy: RETRIES,
        transient,
        maxWaitMs: (waitedMs) => maxWaitMs - waitedMs,
        signal: request.signal,
        clock: this.#clock,
      });
      const refused = transient({ value: answer });
      if (refused === undefined) return answer;
      throw this.#refusal(answer.status, refused);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async #attempt(request: HttpRequest, maxWaitMs: number): Promise<TextResponse> {
    const { hosts, outbound, intervalMs, alone } = this.#options;
    const options = hostRateOptions(outbound, { intervalMs, maxWaitMs }, alone, request.signal);
    return await hosts.run(new URL(request.url).host, () => outbound.text(request), options);
  }

  #transient(request: HttpRequest, outcome: Outcome<TextResponse>): Transient | undefined {
    const { rateLimitedMs, pauseMs } = this.#options;
    const now = this.#clock.now();
    const transient = transientOf(request, outcome, now);
    if (transient === undefined || 'error' in outcome) return transient;
    const asked = pauseMs?.(outcome.value, now) ?? transient.retryAfterMs;
    return { retryAfterMs: asked ?? (outcome.value.status === 429 ? rateLimitedMs : 0) };
  }

  #failure(error: unknown): unknown {
    const { source, name } = this.#options;
    if (error instanceof RateLimitError) return new SourceError(source, 'rate_limited', error.message);
    if (!(error instanceof HttpError)) return error;
    return new SourceError(source, FAULTS[error.fault] ?? 'unavailable', `${name}: ${error.message}`);
  }

  #refusal(status: number, { retryAfterMs = 0 }: Transient): SourceError {
    const { source, name } = this.#options;
    if (status === 429) {
      const seconds = Math.ceil(retryAfterMs / 1000);
      const message = `${name} is rate limiting requests (HTTP 429). Try again in ${inWords(seconds)}`;
      return new SourceError(source, 'rate_limited', message);
    }
    return new SourceError(source, 'unavailable', `${name} is not available (HTTP ${status}). Try again later`);
  }
}

const FAULTS: Readonly<Partial<Record<HttpError['fault'], SourceFault>>> = {
  timeout: 'timeout',
  too_large: 'malformed_answer',
};

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
