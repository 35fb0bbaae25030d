/** How long to wait between attempts: `firstMs`, doubled each time, never more than `capMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly capMs: number;
}

/**
 * The wait after the failed attempt number `attempt`, counted from 0. The upper half is random, so that a fleet that
 * lost its coordinator at one moment does not come back at one moment. `random` lies in [0, 1).
 */
export function backoffMs(attempt: number, { firstMs, capMs }: Backoff, random: number): number {
  const fullMs = Math.min(firstMs * 2 ** Math.min(attempt, 40), capMs);
  return fullMs * (0.5 + random / 2);
}

/** A regular interval, 20 % shorter to 20 % longer. */
export function jitteredMs(intervalMs: number, random: number): number {
  return intervalMs * (0.8 + 0.4 * random);
}

const MAX_RETRY_AFTER_MS = 3_600_000;

/** Reads `Retry-After` (RFC 9110, 10.2.3: seconds or a date), at most one hour of it. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_MS) : undefined;
}
