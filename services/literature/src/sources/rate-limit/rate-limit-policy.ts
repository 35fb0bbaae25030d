import type { HttpClient } from '@almagest/http-client';
import type { HostRateOptions } from '../../domain/host-rate-limit.ts';

export interface RateLimitPolicy {
  /** Milliseconds between requests. */
  readonly intervalMs: number;
  /** The total time, in milliseconds, that a call may wait for its slot and between attempts. */
  readonly maxWaitMs: number;
}

/** A process that holds a host's slot counts as dead this many milliseconds after its timeout. */
const LEASE_MARGIN_MS = 5000;

/**
 * Returns the options of one request to a host. The lease of the slot is as long as one exchange of this client may
 * take.
 */
export function hostRateOptions(
  outbound: HttpClient,
  { intervalMs, maxWaitMs }: RateLimitPolicy,
  alone: boolean,
  signal: AbortSignal | undefined,
): HostRateOptions {
  return { intervalMs, maxWaitMs, alone, leaseMs: outbound.longestMs + LEASE_MARGIN_MS, signal };
}
