/** Why a request is refused. The HTTP edge maps each kind to a status, so use cases are independent of HTTP. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown'
  | 'wrong_method'
  | 'conflict'
  /** A prerequisite of the request is missing. The caller has to send it first. */
  | 'incomplete'
  | 'too_large'
  | 'too_many'
  /** Another service failed, and the message names it. The contracts give such failures the status 500. */
  | 'upstream_failed'
  /** Like `upstream_failed`, where no contract covers the case: 502, or 504 after a timeout. */
  | 'upstream_refused'
  | 'upstream_silent'
  | 'unavailable';

/** An error in the request. The message says what is wrong and what to do. Any other error is a fault. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
  }
}
