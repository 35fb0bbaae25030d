/** Why a request is refused. The HTTP edge gives each kind its status; a use case knows nothing of HTTP. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown'
  | 'conflict'
  | 'too_large'
  | 'too_many'
  /** A service that this one asks did not answer as it should; the message tells the caller which. As contracts say, 500. */
  | 'upstream_failed'
  /** Likewise where no contract names the case: 502, or 504 where it took too long. */
  | 'upstream_refused'
  | 'upstream_silent'
  | 'unavailable';

/** A refusal is the caller's to mend: its message says what was wrong and what to do. Any other error is our fault. */
export class Refusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
  }
}
