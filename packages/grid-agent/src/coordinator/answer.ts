/** What a request to the coordinator came to. */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  /** The coordinator, or something before it, said no. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly retryAfterMs: number | undefined;
    }
  /** No answer, or one that breaks the contract: both may be better a moment later. */
  | { readonly kind: 'unavailable'; readonly message: string };

export type Failure = Exclude<Answer<unknown>, { kind: 'answered' }>;

/** How long the coordinator asked us to wait, where it did. */
export function wantedDelayMs(failure: Failure): number {
  return failure.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0;
}
