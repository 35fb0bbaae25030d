/** How a failed request is repeated. Times in milliseconds. */
export interface RetryPolicy {
  /** Total attempts, including the first. `Infinity` if trying forever costs nothing. */
  readonly attempts: number;
  /** The longest wait between the first and the second attempt. */
  readonly firstMs: number;
  /** Each wait is longer than the previous wait by this factor, up to `maxMs`. */
  readonly factor: number;
  readonly maxMs: number;
  /** The longest `Retry-After` that is respected. */
  readonly maxRetryAfterMs: number;
}

/** A failure that may be temporary. */
export interface Transient {
  /** How long the server asked to wait. Milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the wait after the failed attempt number `attempt`, counted from 1, or undefined after the last attempt.
 *
 * The wait grows exponentially. Its upper half is random, so that clients that failed together don't retry together.
 * The wait is never shorter than the server's `Retry-After`. `random` is in [0, 1).
 */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  { retryAfterMs = 0 }: Transient,
  random: number,
): number | undefined {
  if (attempt >= policy.attempts) return undefined;
  const { firstMs, factor, maxMs, maxRetryAfterMs } = policy;
  const fullMs = Math.min(firstMs * factor ** (attempt - 1), maxMs);
  return Math.max(fullMs * (0.5 + random / 2), Math.min(retryAfterMs, maxRetryAfterMs));
}

/** Returns a regular interval, randomly shortened or extended by up to 20 %. */
export function jitteredMs(intervalMs: number, random: number): number {
  return intervalMs * (0.8 + 0.4 * random);
}

/**
 * Returns whether the next response may have another status: the request was too slow (408), there were too many
 * requests (429), a proxy did not wait (499), or the server failed (5xx).
 */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status === 499 || status >= 500;
}

/** Repeating a request with these methods has the same effect as one request (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Returns whether a request that may have been executed may be sent again. `isRepeatable` means that the caller allows
 * a second request.
 */
export function mayRepeat({ method = 'GET', isRepeatable = false }: RepeatedRequest): boolean {
  return isRepeatable || IDEMPOTENT.has(method);
}

export interface RepeatedRequest {
  readonly method?: string | undefined;
  readonly isRepeatable?: boolean | undefined;
}

/** An HTTP date in one of its three forms (RFC 9110, 5.6.7), which all start with the name of a day. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /;

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3: seconds or a date) to milliseconds. Undefined if it is absent or unreadable.
 */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
