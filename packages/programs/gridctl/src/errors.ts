/** The exit codes. Scripts rely on them. The README has the same list. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3, interrupted: 130 } as const;

/** An error that ends the command with one line for the user. Any other error is a bug in the program. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

export class RefusedError extends CommandError {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** The server's message, without location and advice. */
  readonly reason: string;
  /** The value of `Retry-After`. Undefined if the header is missing. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, answer: { status: number; reason: string; retryAfterSeconds?: number | undefined }) {
    super(message, EXIT.refused);
    this.status = answer.status;
    this.reason = answer.reason;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** The server did not answer, or its answer was incomplete. */
export class UnreachableError extends CommandError {
  override readonly name = 'UnreachableError';

  constructor(message: string, cause?: unknown) {
    super(message, EXIT.unreachable, cause);
  }
}

/** The user pressed Ctrl-C or sent SIGTERM, and everything was closed properly. */
export class InterruptedError extends CommandError {
  override readonly name = 'InterruptedError';

  constructor(message = 'interrupted') {
    super(message, EXIT.interrupted);
  }
}

/** Returns the system's code of a file or network error, looking through wrappers. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A host name with several addresses has one error for each address. All errors have the same cause.
  const within = 'errors' in error && Array.isArray(error.errors) ? (error.errors[0] as unknown) : undefined;
  return errorCode(within ?? ('cause' in error ? error.cause : undefined));
}

/** Describes in one line which file could not be read or written, and why. */
export function fileFailure(verb: 'read' | 'write', file: string, error: unknown): CommandError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: verb === 'read' ? 'no such file' : 'its folder does not exist',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  const code = errorCode(error) ?? '';
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  const isUsage = ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(code);
  return new CommandError(`cannot ${verb} ${file}: ${reason}`, isUsage ? EXIT.usage : EXIT.refused, error);
}
