import type { HttpClient } from '@almagest/http-client';
import type { HostRateOptions } from '../../domain/host-rate-limit.ts';

export interface RateLimitPolicy {
  /** Milliseconds from one request to the next. */
  readonly intervalMs: number;
  /** How long a call may wait in all, for its slot and between attempts, before it fails. Milliseconds. */
  readonly maxWaitMs: number;
}

/** How long after its time-out a process that holds a host's slot counts as dead. Milliseconds. */
const LEASE_MARGIN_MS = 5000;

/** The options of one request to a host. Its slot may last as long as an exchange of this client. */
export function hostRateOptions(
  outbound: HttpClient,
  { intervalMs, maxWaitMs }: RateLimitPolicy,
  alone: boolean,
  signal: AbortSignal | undefined,
): HostRateOptions {
  return { intervalMs, maxWaitMs, alone, leaseMs: outbound.longestMs + LEASE_MARGIN_MS, signal };
}
