import type { Clock, HttpClient, HttpRequest, TextResponse } from '@almagest/http-client';
import { RateLimitedClient } from '../rate-limit/rate-limited-client.ts';
import type { RateLimitPolicy } from '../rate-limit/rate-limit-policy.ts';
import { excerptOf } from '../rate-limit/excerpt.ts';
import type { HostRateLimiter } from '../../domain/host-rate-limit.ts';
import { SourceError } from '../source.ts';

export interface CatalogOptions extends RateLimitPolicy {
  /** The base address, including the version, as in `https://…/v1`. */
  readonly baseUrl: string;
  /** The API key. Without a key, the client sends no requests. */
  readonly key: string | undefined;
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
  readonly clock?: Clock;
}

/**
 * This is enough for a page of two thousand records with abstracts and five hundred authors each. Parsing such a page
 * blocks the process for 200 ms.
 */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * The pause after a refused burst, in milliseconds. The catalog refuses bursts even if most of the daily quota is left,
 * but only for a short time.
 */
const BURST_PAUSE_MS = 2000;

/** The proxy in front of the catalog accepts request lines of up to 4094 bytes. */
const MAX_TARGET_BYTES = 4000;

/** The catalog's HTTP interface. Handles authentication, reply formats and errors. */
export class CatalogApi {
  readonly #client: RateLimitedClient;
  readonly #baseUrl: string;
  readonly #key: string | undefined;

  constructor({ baseUrl, key, ...policy }: CatalogOptions) {
    this.#baseUrl = baseUrl.replace(/(?<!\/)\/+$/, '');
    this.#key = key;
    this.#client = new RateLimitedClient({
      ...policy,
      source: 'catalog',
      name: 'the catalog',
      alone: false,
      rateLimitedMs: BURST_PAUSE_MS,
      pauseMs: untilQuotaReturns,
    });
  }

  async get(path: string, params: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<unknown> {
    const url = this.#address(path, params);
    if (url.length - new URL(url).origin.length > MAX_TARGET_BYTES)
      throw failed('query_refused', 'the query is too long for the catalog. Shorten it to about 1000 characters');
    return await this.#json({ url, signal });
  }

  async post(
    path: string,
    params: Readonly<Record<string, string>>,
    body: { readonly type: string; readonly text: string },
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const url = this.#address(path, params);
    // The body is a query or a list to export, so the request can safely be repeated.
    const request = { url, method: 'POST', headers: { 'content-type': body.type }, body: body.text, signal } as const;
    return await this.#json({ ...request, isRepeatable: true });
  }

  #address(path: string, params: Readonly<Record<string, string>>): string {
    const query = new URLSearchParams(params).toString();
    return `${this.#baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  }

  async #json(request: Omit<HttpRequest, 'maxBytes' | 'bearer'>): Promise<unknown> {
    if (this.#key === undefined || this.#key === '')
      throw failed('not_configured', 'the catalog needs an API key, and CATALOG_API_KEY is not set on the server');
    const answer = await this.#client.send({ ...request, bearer: this.#key, maxBytes: MAX_ANSWER_BYTES });
    const value = parsed(answer.text);
    if (answer.status === 200 && value !== undefined) return value;
    throw refusal(answer, value);
  }
}

/** Thrown if the catalog finds no documents. Some callers treat this as a normal result. */
export class NothingFoundError extends SourceError {}

function refusal({ status, text, address }: TextResponse, value: unknown): SourceError {
  const reason = reasonOf(value) ?? excerptOf(text);
  // The catalog's own errors are JSON. An HTML page comes from a proxy in front of the catalog.
  if (status === 401 || (status === 403 && value !== undefined))
    return failed('unauthorized', `the catalog refused the API key (HTTP ${status}): check CATALOG_API_KEY`);
  if (status === 404) {
    const place = address.split('?', 1)[0];
    return new NothingFoundError('catalog', 'unavailable', `the catalog found nothing at ${place}: ${reason}`);
  }
  if (status === 400 || status === 413 || status === 414)
    return failed('query_refused', `the catalog refused the query: ${reason}`);
  if (status === 200) return failed('malformed_answer', `the catalog did not return JSON: ${reason}`);
  return failed('unavailable', `the catalog answered HTTP ${status}: ${reason}`);
}

/**
 * Reads the reason from `{"error": "<text>"}`, or from the search engine's own `{"error": {"msg": "<class>: <text>"}}`.
 */
function reasonOf(value: unknown): string | undefined {
  const error = field(value, 'error');
  const message = field(error, 'msg') ?? error;
  return typeof message === 'string' ? message.replace(/^(?:org\.apache\.[\w.]+: )+/, '').slice(0, 400) : undefined;
}

/**
 * Returns the time until the daily quota resets, in milliseconds. Returns undefined if the quota is not used up. The
 * headers contain the time of the reset, in seconds since 1970.
 */
function untilQuotaReturns({ headers }: TextResponse, now: number): number | undefined {
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] !== '0' || !(reset > 0)) return undefined;
  return Math.max(0, reset * 1000 - now);
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function failed(fault: SourceError['fault'], message: string): SourceError {
  return new SourceError('catalog', fault, message);
}
