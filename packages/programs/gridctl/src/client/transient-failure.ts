import { isTransientStatus, type RetryPolicy, type Transient } from '@almagest/http-client';
import { Refused, Unreachable } from '../failures.ts';

/** `tries`: in all. A server that says when to come back is believed, up to five minutes. */
export function retryPolicy(tries: number): RetryPolicy {
  return { attempts: tries, firstMs: 500, factor: 2, maxMs: 30_000, maxRetryAfterMs: 300_000 };
}

/** What another try may cure: a broken line, a busy or restarting coordinator. A refusal stays a refusal. */
export function transientFailure(error: unknown): Transient | undefined {
  if (error instanceof Unreachable) return {};
  if (!(error instanceof Refused) || !isTransientStatus(error.status)) return undefined;
  return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
}
