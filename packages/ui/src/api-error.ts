/** A request that was refused or not answered. Its message is the server's own sentence where there is one. */
export class ApiError extends Error {
  /** The HTTP status; 0 if no answer came. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }

  /** Whether the same request may succeed later: the server did not answer, or could not. */
  get mayPass(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
