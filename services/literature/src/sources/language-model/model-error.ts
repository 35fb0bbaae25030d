import { Refusal } from '@almagest/service-kit/refusal';

export type ModelFault =
  | 'not_configured'
  | 'rate_limited'
  /** The account at the provider has no credit left, so waiting does not help. */
  | 'quota_spent'
  | 'refused_key'
  /** The provider refused the request, with a reason. */
  | 'refused'
  | 'content_filter'
  /** The text is longer than the model's context. */
  | 'too_long'
  | 'unavailable'
  | 'network'
  | 'timeout'
  /** The response was incomplete. */
  | 'cut_off'
  | 'malformed_answer';

const PASSING: ReadonlySet<ModelFault> = new Set([
  'rate_limited',
  'unavailable',
  'network',
  'cut_off',
  'malformed_answer',
]);

/** A failure of a model provider. The message is shown to the user and never contains the key. */
export class ModelError extends Refusal {
  readonly fault: ModelFault;
  /** The wait that the provider requested with `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: ModelFault, message: string, retryAfterMs?: number) {
    super('upstream_failed', message);
    this.name = 'ModelError';
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }

  /** Returns whether the same request may succeed later. */
  get isPassing(): boolean {
    return PASSING.has(this.fault);
  }
}
