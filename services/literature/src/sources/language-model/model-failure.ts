import { Refusal } from '@almagest/service-kit/refusal';

export type ModelFault =
  | 'not_configured'
  | 'rate_limited'
  /** The account has no more to spend: waiting does not help. */
  | 'quota_spent'
  | 'refused_key'
  /** The provider will not answer such a request, and says why. */
  | 'refused'
  | 'content_filter'
  /** More text than the model can read at once. */
  | 'too_long'
  | 'unavailable'
  | 'network'
  | 'timeout'
  /** The answer began and did not come to its end. */
  | 'cut_off'
  | 'malformed_answer';

const PASSING: ReadonlySet<ModelFault> = new Set([
  'rate_limited',
  'unavailable',
  'network',
  'cut_off',
  'malformed_answer',
]);

/** A provider of models that did not answer as it should; the message is for the researcher and holds no key. */
export class ModelFailure extends Refusal {
  readonly fault: ModelFault;
  /** How long the provider asks to be left alone, where it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: ModelFault, message: string, retryAfterMs?: number) {
    super('upstream_failed', message);
    this.name = 'ModelFailure';
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request may well succeed later. */
  get isPassing(): boolean {
    return PASSING.has(this.fault);
  }
}
