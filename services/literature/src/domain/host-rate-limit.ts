/** Limits the rate of requests to each host, across all processes and replicas. */
export interface HostRateLimiter {
  /**
   * Waits for a slot of the host and runs `work` in the slot.
   *
   * @throws {RateLimitError} without running `work`, if the slot would begin after more than `maxWaitMs`
   */
  run<T>(host: string, work: () => Promise<T>, options: HostRateOptions): Promise<T>;
}

export interface HostRateOptions {
  /**
   * Milliseconds between the starts of two requests. With `alone`, milliseconds between the end of a request and the
   * start of the next.
   */
  readonly intervalMs: number;
  /** True if the host accepts only one connection at a time. The next slot then also waits until this request ends. */
  readonly alone: boolean;
  /** If a process dies, its slot is released after this time. */
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
