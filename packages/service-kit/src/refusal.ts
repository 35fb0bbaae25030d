/** Why a request is refused. The HTTP edge gives each kind its status; a use case knows nothing of HTTP. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown'
  | 'conflict'
  /** What the request builds on is missing; the caller has to bring it first. */
  | 'incomplete'
  | 'too_large'
  | 'too_many'
  /** Another service failed; the message names it. The contracts give such failures the status 500. */
  | 'upstream_failed'
  /** Likewise where no contract names the case: 502, or 504 where it took too long. */
  | 'upstream_refused'
  | 'upstream_silent'
  | 'unavailable';

/** An error in the request. The message tells the caller what is wrong and what to do. Any other error is a fault. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
  }
}
