/** How a failed request is repeated. Times in milliseconds. */
export interface RetryPolicy {
  /** In all, the first one included; `Infinity` where nothing is lost by trying on. */
  readonly attempts: number;
  /** The longest wait after the first attempt. */
  readonly firstMs: number;
  /** Each further wait is so many times as long as the one before it, up to `maxMs`. */
  readonly factor: number;
  readonly maxMs: number;
  /** What a server asks for with `Retry-After` is kept to, but never beyond this. */
  readonly maxRetryAfterMs: number;
}

/** A failure that may pass by itself. */
export interface Transient {
  /** How long the server asked to wait. Milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The wait after the failed attempt number `attempt`, counted from 1; undefined if it was the last one.
 *
 * Grows exponentially. The upper half is random, so that clients that failed at one moment do not come back at one
 * moment. It is never shorter than what the server asked for. `random` lies in [0, 1).
 */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  { retryAfterMs = 0 }: Transient,
  random: number,
): number | undefined {
  if (attempt >= policy.attempts) return undefined;
  const { firstMs, factor, maxMs, maxRetryAfterMs } = policy;
  const fullMs = Math.min(firstMs * factor ** Math.min(attempt - 1, MAX_EXPONENT), maxMs);
  return Math.max(fullMs * (0.5 + random / 2), Math.min(retryAfterMs, maxRetryAfterMs));
}

/** Beyond this every wait has reached its limit, and a power would overflow. */
const MAX_EXPONENT = 40;

/** A regular interval, 20 % shorter to 20 % longer. */
export function jitteredMs(intervalMs: number, random: number): number {
  return intervalMs * (0.8 + 0.4 * random);
}

/**
 * Whether a response with this status may be another one the next time: too slow a request (408), too many (429), a proxy
 * that did not wait (499), any fault of the server (5xx).
 */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status === 499 || status >= 500;
}

/** Methods whose repetition has the effect of one request (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Whether a request that may have been executed may be sent again. `isRepeatable`: the caller knows that it may. */
export function mayRepeat({ method = 'GET', isRepeatable = false }: RepeatedRequest): boolean {
  return isRepeatable || IDEMPOTENT.has(method);
}

export interface RepeatedRequest {
  readonly method?: string | undefined;
  readonly isRepeatable?: boolean | undefined;
}

/** An HTTP date in one of its three forms (RFC 9110, 5.6.7): all begin with the name of a day. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /;

/** Reads `Retry-After` (RFC 9110, 10.2.3: seconds or a date) as milliseconds; undefined if it is absent or unreadable. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
