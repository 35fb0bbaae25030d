import type { Clock, HttpClient } from '@almagest/http-client';
import type { Resolution } from '../../domain/targets/sky-object.ts';
import { excerptOf } from '../rate-limit/excerpt.ts';
import { RateLimitedClient } from '../rate-limit/rate-limited-client.ts';
import type { RateLimitPolicy } from '../rate-limit/rate-limit-policy.ts';
import type { HostRateLimiter } from '../../domain/host-rate-limit.ts';
import { SourceError } from '../source.ts';
import { readSesame } from './sesame-answer.ts';

export interface NameResolverOptions extends RateLimitPolicy {
  /** The address up to the options, as in `https://…/cgi-bin/nph-sesame`. */
  readonly baseUrl: string;
  readonly outbound: HttpClient;
  readonly hosts: HostRateLimiter;
  readonly clock?: Clock;
}

/** The answer for a galaxy may contain a thousand names. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * The resolver blocks clients for about an hour if they send too many requests. This pause, in milliseconds, prevents
 * such a block.
 */
const RATE_LIMITED_PAUSE_MS = 30_000;

/**
 * Requests XML as plain text with all identifiers and fluxes. The resolver queries Simbad, NED and VizieR in this order
 * until one database knows the name.
 */
const ASKED = '/-oxpIF/SNV?';

/** A client of the CDS name resolver, which resolves names of astronomical objects to positions and basic data. */
export class NameResolver {
  readonly #client: RateLimitedClient;
  readonly #baseUrl: string;
  /** The name shown in messages. */
  readonly #name: string;

  constructor({ baseUrl, ...policy }: NameResolverOptions) {
    this.#baseUrl = baseUrl.replace(/(?<!\/)\/+$/, '');
    this.#name = `the name resolver (${new URL(baseUrl).host})`;
    this.#client = new RateLimitedClient({
      ...policy,
      source: 'names',
      name: this.#name,
      alone: false,
      rateLimitedMs: RATE_LIMITED_PAUSE_MS,
    });
  }

  /**
   * Resolves a name. For an unknown name, the result has no object. Throws if a database failed and no other database
   * knows the name.
   */
  async resolve(name: string, signal?: AbortSignal): Promise<Resolution> {
    const url = `${this.#baseUrl}${ASKED}${encodeURIComponent(name)}`;
    const { status, text } = await this.#client.send({ url, signal, maxBytes: MAX_ANSWER_BYTES });
    if (status !== 200) throw failed('unavailable', `${this.#name} answered HTTP ${status}: ${excerptOf(text)}`);
    const resolution = readSesame(text);
    if (resolution === undefined)
      throw failed('malformed_answer', `${this.#name} did not return XML: ${excerptOf(text)}`);
    if (resolution.object === undefined && !resolution.isFinal)
      throw failed('unavailable', `a database of ${this.#name} is not available. Look up ${name} again later`);
    return resolution;
  }
}

function failed(fault: SourceError['fault'], message: string): SourceError {
  return new SourceError('names', fault, message);
}
