import { isTransientStatus, type RetryPolicy, type Transient } from '@almagest/http-client';
import { RefusedError, UnreachableError } from '../errors.ts';

/** Returns the policy for `tries` attempts in total. Follows `Retry-After` up to five minutes. */
export function retryPolicy(tries: number): RetryPolicy {
  return { attempts: tries, firstMs: 500, factor: 2, maxMs: 30_000, maxRetryAfterMs: 300_000 };
}

/**
 * Returns whether a retry may help: after a broken connection or from a busy or restarting coordinator. Other errors
 * are final.
 */
export function transientFailure(error: unknown): Transient | undefined {
  if (error instanceof UnreachableError) return {};
  if (!(error instanceof RefusedError) || !isTransientStatus(error.status)) return undefined;
  return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
}
