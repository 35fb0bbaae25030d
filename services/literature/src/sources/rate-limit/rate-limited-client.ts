import { RateLimitExceeded, type HostRateLimiter } from '../../domain/host-rate-limit.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../outbound.ts';
import { OutboundFailure } from '../outbound/failure.ts';
import { SourceFailure, type SourceFault } from '../source.ts';
import { systemClock, type Clock } from './clock.ts';
import { retryAfterMs } from './retry-after.ts';
import { hostRateOptions, type RateLimitPolicy } from './rate-limit-policy.ts';

export interface RateLimitedClientOptions extends RateLimitPolicy {
  /** As failures name it. */
  readonly source: string;
  /** As messages name it. */
  readonly name: string;
  readonly outbound: Outbound;
  readonly hosts: HostRateLimiter;
  readonly clock?: Clock;
  /** One connection at a time. */
  readonly alone: boolean;
  /** The pause after 'too many requests' without `Retry-After`. Milliseconds. */
  readonly rateLimitedMs: number;
  /** Reads the pause from such a response, in addition to `Retry-After`. */
  readonly pauseMs?: (answer: TextAnswer, now: number) => number | undefined;
}

export type TextAnswer = Omit<OutboundAnswer, 'body'> & { readonly text: string };

/** Pauses before the second and further attempts; an outage that outlasts them is the caller's to bear. Milliseconds. */
const PAUSES_MS = [500, 1500, 4000] as const;

type Outcome = { readonly answer: TextAnswer } | { readonly failure: OutboundFailure };

/**
 * An HTTP client for one host that keeps to its rate limit, retries transient failures, and waits no longer than the
 * caller allows.
 */
export class RateLimitedClient {
  readonly #options: RateLimitedClientOptions;
  readonly #clock: Clock;

  constructor(options: RateLimitedClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The response, whatever its status, unless it asked for a later retry on every attempt. */
  async send(request: OutboundRequest): Promise<TextAnswer> {
    const { maxWaitMs } = this.#options;
    let waitedMs = 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(request, maxWaitMs - waitedMs);
      const pauseMs = this.#pauseAfter(outcome, attempt);
      if (pauseMs === undefined && 'answer' in outcome) return outcome.answer;
      if (pauseMs === undefined || attempt === PAUSES_MS.length || waitedMs + pauseMs > maxWaitMs)
        throw this.#failure(outcome, pauseMs ?? 0);
      await this.#clock.wait(pauseMs, request.signal);
      waitedMs += pauseMs;
    }
  }

  async #attempt(request: OutboundRequest, maxWaitMs: number): Promise<Outcome> {
    const { hosts, outbound, intervalMs, alone, source } = this.#options;
    const options = hostRateOptions(outbound, { intervalMs, maxWaitMs }, alone, request.signal);
    const { host } = new URL(request.url);
    try {
      return { answer: await hosts.run(host, () => outbound.text(request), options) };
    } catch (error) {
      if (error instanceof OutboundFailure) return { failure: error };
      if (error instanceof RateLimitExceeded) throw new SourceFailure(source, 'rate_limited', error.message);
      throw error;
    }
  }

  /** Undefined when a retry is useless. */
  #pauseAfter(outcome: Outcome, attempt: number): number | undefined {
    const { rateLimitedMs, pauseMs } = this.#options;
    const now = this.#clock.now();
    const usual = PAUSES_MS[attempt] ?? 0;
    if ('failure' in outcome)
      return outcome.failure.fault === 'network' || outcome.failure.fault === 'cut_off' ? usual : undefined;
    const { status, headers } = outcome.answer;
    if (status !== 429 && status !== 499 && status < 500) return undefined;
    const asked = pauseMs?.(outcome.answer, now) ?? retryAfterMs(headers, now);
    return Math.max(usual, asked ?? (status === 429 ? rateLimitedMs : 0));
  }

  #failure(outcome: Outcome, pauseMs: number): SourceFailure {
    const { source, name } = this.#options;
    if ('failure' in outcome)
      return new SourceFailure(
        source,
        FAULTS[outcome.failure.fault] ?? 'unavailable',
        `${name}: ${outcome.failure.message}`,
      );
    const { status } = outcome.answer;
    if (status === 429) {
      const seconds = Math.ceil(pauseMs / 1000);
      const message = `${name} takes no more requests for now (HTTP 429); it can be asked again in ${inWords(seconds)}`;
      return new SourceFailure(source, 'rate_limited', message);
    }
    return new SourceFailure(source, 'unavailable', `${name} is out of order (HTTP ${status}); try again later`);
  }
}

const FAULTS: Readonly<Partial<Record<OutboundFailure['fault'], SourceFault>>> = {
  timeout: 'timeout',
  too_large: 'malformed_answer',
};

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
