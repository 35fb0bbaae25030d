/** The receiver did not accept a notification. The message omits the target's path, user and query. */
export class DeliveryError extends Error {
  /** How long the receiver asked to wait, in seconds. */
  readonly retryAfterSec: number;
  /** Whether the receiver wants no more notifications (410). */
  readonly isGone: boolean;

  constructor(message: string, { retryAfterSec = 0, isGone = false } = {}) {
    super(message);
    this.name = 'DeliveryError';
    this.retryAfterSec = retryAfterSec;
    this.isGone = isGone;
  }
}
