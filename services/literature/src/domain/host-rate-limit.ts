/** Limits the rate of requests to each host, across all processes and replicas. */
export interface HostRateLimiter {
  /**
   * Waits for a slot of the host and runs `work` in it.
   *
   * @throws {RateLimitError} without running it, if the slot would begin later than `maxWaitMs`
   */
  run<T>(host: string, work: () => Promise<T>, options: HostRateOptions): Promise<T>;
}

export interface HostRateOptions {
  /**
   * Milliseconds between the starts of two requests, or with `alone`, between the end of one and the start of the next.
   */
  readonly intervalMs: number;
  /** True if the host accepts one connection at a time. The next slot then also waits for the end of this request. */
  readonly alone: boolean;
  /** The slot of a process that died is released after this time. */
  readonly leaseMs: number;
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export class RateLimitError extends Error {
  constructor(host: string) {
    super(`too many requests wait for ${host}. Try again later`);
    this.name = 'RateLimitError';
  }
}
