/** Limits the rate of requests to each host, over all processes of all replicas. */
export interface HostRateLimiter {
  /**
   * Waits for a slot of the host and runs `work` in it. Fails with `RateLimitExceeded`, without running it, when the slot
   * would come later than `maxWaitMs`.
   */
  run<T>(host: string, work: () => Promise<T>, options: HostRateOptions): Promise<T>;
}

export interface HostRateOptions {
  /** Milliseconds from the start of one request to the start of the next; where `alone`, from the end of the one. */
  readonly intervalMs: number;
  /** True where the host accepts one connection at a time: the next slot also waits for the end of this one. */
  readonly alone: boolean;
  /** The slot of a process that died is free after this. */
  readonly leaseMs: number;
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export class RateLimitExceeded extends Error {
  constructor(host: string) {
    super(`too many requests wait for ${host}; try again later`);
    this.name = 'RateLimitExceeded';
  }
}
