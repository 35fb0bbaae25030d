export type HttpFault =
  | 'invalid_address'
  | 'refused_address'
  | 'timeout'
  | 'network'
  /** The response was incomplete. */
  | 'cut_off'
  | 'too_large'
  | 'too_many_redirects';

/** An exchange without a complete response. A complete response, even a 500, is not an `HttpError`. */
export class HttpError extends Error {
  readonly fault: HttpFault;
  /** The code of the socket, the resolver or the HTTP library. Absent for other faults. */
  readonly code: string | undefined;

  constructor(fault: HttpFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpError';
    this.fault = fault;
    this.code = codeOf(options?.cause);
  }

  /**
   * Returns whether the same request may succeed later. False for timeouts, because the server would probably time out
   * again.
   */
  get isTransient(): boolean {
    return this.fault === 'network' || this.fault === 'cut_off';
  }
}

/** Milliseconds. */
export interface HttpTimeouts {
  readonly connectMs: number;
  /** From the request's last byte to the end of the response headers. */
  readonly headersMs: number;
  /** Between two chunks of a body. */
  readonly idleMs: number;
  /** The whole exchange with redirects and body. `Infinity` if only silence ends the exchange. */
  readonly totalMs: number;
}

export const inSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Converts an error of the HTTP client, the resolver or the socket. */
export function httpFailure(error: unknown, host: string, timeouts: HttpTimeouts, begun: boolean): HttpError {
  const known = find(error, (one): one is HttpError => one instanceof HttpError);
  if (known !== undefined) return known;
  const code = codeOf(error);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new HttpError('timeout', `no connection to ${host} within ${inSeconds(timeouts.connectMs)}`, {
        cause: error,
      });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new HttpError('timeout', `no answer from ${host} within ${inSeconds(timeouts.headersMs)}`, {
        cause: error,
      });
    case 'UND_ERR_BODY_TIMEOUT':
      return new HttpError('timeout', `${host} sent no more data for ${inSeconds(timeouts.idleMs)}`, {
        cause: error,
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new HttpError('network', `the name ${host} could not be resolved (${code})`, { cause: error });
    case 'UND_ERR_INVALID_ARG':
      return new HttpError('invalid_address', `${host}: ${messageOf(error)}`, { cause: error });
    default: {
      const reason = code === undefined ? messageOf(error) : `${messageOf(error)} (${code})`;
      return begun
        ? new HttpError('cut_off', `the response of ${host} was cut off: ${reason}`, { cause: error })
        : new HttpError('network', `no answer from ${host}: ${reason}`, { cause: error });
    }
  }
}

/** Returns the first match among an error, its causes and its aggregated errors. */
function find<T>(error: unknown, isWanted: (one: unknown) => one is T & {}): (T & {}) | undefined {
  if (isWanted(error)) return error;
  if (!(error instanceof Error)) return undefined;
  const hidden = error instanceof AggregateError ? [...(error.errors as unknown[]), error.cause] : [error.cause];
  for (const one of hidden) {
    const found = one === undefined ? undefined : find(one, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the code of an error or of an error that it wraps. */
export function codeOf(error: unknown): string | undefined {
  const coded = find(
    error,
    (one): one is Error & { code: string } => one instanceof Error && 'code' in one && typeof one.code === 'string',
  );
  return coded?.code;
}

function messageOf(error: unknown): string {
  const told = find(error, (one): one is Error => one instanceof Error && one.message !== '');
  return told?.message ?? String(error);
}
