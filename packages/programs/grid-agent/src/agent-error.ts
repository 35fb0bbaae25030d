/** An error that the operator can fix. Its message is printed without a stack trace. */
export class AgentError extends Error {
  /** Whether a restart would fail again unless the operator does something. */
  readonly isLasting: boolean;

  constructor(message: string, { isLasting = false } = {}) {
    super(message);
    this.isLasting = isLasting;
  }
}

/** Returns the message of an error and of its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return cause && !error.message.includes(cause) ? `${error.message}: ${cause}` : error.message;
}
