import type { Outbound } from '../outbound.ts';
import type { HostRateOptions } from '../source.ts';

export interface RateLimitPolicy {
  /** Milliseconds from one request to the next. */
  readonly intervalMs: number;
  /** How long a call may wait in all, for its turn and between attempts, before it gives up. Milliseconds. */
  readonly maxWaitMs: number;
}

/** What a holder of the host's turn may take beyond its time-out before it counts as dead. Milliseconds. */
const LEASE_MARGIN_MS = 5000;

/** The terms of one turn of a host. A turn may last as long as an exchange of this client. */
export function hostRateOptions(
  outbound: Outbound,
  { intervalMs, maxWaitMs }: RateLimitPolicy,
  alone: boolean,
  signal: AbortSignal | undefined,
): HostRateOptions {
  return { intervalMs, maxWaitMs, alone, leaseMs: outbound.longestMs + LEASE_MARGIN_MS, signal };
}
