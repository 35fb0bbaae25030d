export type RequestResult<T> =
  | { readonly kind: 'answered'; readonly value: T }
  /** Rejected by the coordinator or by a proxy in front of it. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly retryAfterMs: number | undefined;
    }
  /** No response, or a response that violates the contract. Both may be temporary. */
  | {
      readonly kind: 'unavailable';
      readonly message: string;
      /** The answer came from another server, such as a proxy, or a download has unexpected content. */
      readonly isWrong?: true;
    };

export type Failure = Exclude<RequestResult<unknown>, { kind: 'answered' }>;

/** Returns how long the coordinator asks the node to wait. */
export function retryAfterOf(failure: Failure): number | undefined {
  return failure.kind === 'refused' ? failure.retryAfterMs : undefined;
}
