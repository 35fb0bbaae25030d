/** A reason to end that the operator can act on: its message is printed without a stack. */
export class AgentFailure extends Error {
  /** Starting again without the operator's help would only repeat it. */
  readonly isLasting: boolean;

  constructor(message: string, { isLasting = false } = {}) {
    super(message);
    this.isLasting = isLasting;
  }
}

/** The text of whatever was thrown, with the cause that `fetch` hides behind 'fetch failed'. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return cause && cause !== error.message ? `${error.message}: ${cause}` : error.message;
}
