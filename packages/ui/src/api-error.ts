/** A request that was refused or not answered. The message comes from the server if there is one. */
export class ApiError extends Error {
  /** The HTTP status, or 0 without a response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }

  /** Returns whether a retry may succeed, because the server was unreachable or failed. */
  get mayPass(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
