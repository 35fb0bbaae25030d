import { retry, systemClock, type Clock, type HttpClient, type RetryPolicy } from '@almagest/http-client';
import { RateLimitedClient } from '../rate-limit/rate-limited-client.ts';
import type { RateLimitPolicy } from '../rate-limit/rate-limit-policy.ts';
import { excerptOf } from '../rate-limit/excerpt.ts';
import type { HostRateLimiter } from '../../domain/host-rate-limit.ts';
import { SourceError } from '../source.ts';
import { readFeed, type AtomFeed } from './atom-feed.ts';

export interface PreprintOptions extends RateLimitPolicy {
  /** The address of the query interface, including the path, as in `https://…/api/query`. */
  readonly queryUrl: string;
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
  readonly clock?: Clock;
}

export interface FeedQuery {
  readonly searchQuery: string;
  readonly ids: readonly string[];
  readonly start: number;
  /** The number of rows. 0 requests only the total. */
  readonly rows: number;
  readonly sortBy?: 'relevance' | 'submittedDate';
  readonly sortOrder?: 'ascending' | 'descending';
}

/** This is enough for two thousand abstracts. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The pause after 'Rate exceeded', in milliseconds. The error also occurs below the limit and lasts half a minute. */
const RATE_LIMITED_PAUSE_MS = 30_000;

/** The server sometimes returns an empty page by mistake, so empty pages are requested again. */
const EMPTY_PAGE_RETRIES: RetryPolicy = { attempts: 4, firstMs: 1000, factor: 2, maxMs: 4000, maxRetryAfterMs: 0 };

/**
 * A client of the preprint server's query interface. The client uses one connection at a time and recognises the
 * server's error formats.
 */
export class PreprintApi {
  readonly #client: RateLimitedClient;
  readonly #clock: Clock;
  readonly #queryUrl: string;
  /** The name of the server in messages. */
  readonly #name: string;

  constructor({ queryUrl, ...policy }: PreprintOptions) {
    this.#queryUrl = queryUrl;
    this.#name = `the preprint server (${new URL(queryUrl).host})`;
    this.#clock = policy.clock ?? systemClock;
    this.#client = new RateLimitedClient({
      ...policy,
      source: 'preprint',
      name: this.#name,
      alone: true,
      rateLimitedMs: RATE_LIMITED_PAUSE_MS,
    });
  }

  /** Requests a feed. Repeats the request if the feed has no entries although its total is above zero. */
  async ask(query: FeedQuery, signal: AbortSignal | undefined): Promise<AtomFeed> {
    const isWhole = (feed: AtomFeed) => query.rows === 0 || feed.entries.length > 0 || query.start >= feed.total;
    const feed = await retry(() => this.#askOnce(query, signal), {
      policy: EMPTY_PAGE_RETRIES,
      transient: (outcome) => ('value' in outcome && !isWhole(outcome.value) ? {} : undefined),
      signal,
      clock: this.#clock,
    });
    if (isWhole(feed)) return feed;
    throw failed('unavailable', `${this.#name} reports ${feed.total} papers but lists none. Try again later`);
  }

  async #askOnce(query: FeedQuery, signal: AbortSignal | undefined): Promise<AtomFeed> {
    const url = new URL(this.#queryUrl);
    for (const [name, value] of Object.entries(paramsOf(query))) url.searchParams.set(name, value);
    const { status, text } = await this.#client.send({ url: url.href, signal, maxBytes: MAX_ANSWER_BYTES });
    const feed = readFeed(text);
    if (feed?.error !== undefined)
      throw failed('query_refused', `the preprint server refused the query: ${feed.error}`);
    if (status === 200 && feed !== undefined) return feed;
    if (status === 200) throw failed('malformed_answer', `${this.#name} did not return a complete feed`);
    if (status === 400 || status === 414)
      throw failed('query_refused', `the preprint server refused the query (HTTP ${status}): ${excerptOf(text)}`);
    throw failed('unavailable', `${this.#name} answered HTTP ${status}: ${excerptOf(text)}`);
  }
}

function paramsOf({ searchQuery, ids, start, rows, sortBy, sortOrder }: FeedQuery): Record<string, string> {
  return {
    ...(searchQuery === '' ? {} : { search_query: searchQuery }),
    ...(ids.length === 0 ? {} : { id_list: ids.join(',') }),
    start: String(start),
    max_results: String(rows),
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
  };
}

function failed(fault: SourceError['fault'], message: string): SourceError {
  return new SourceError('preprint', fault, message);
}
