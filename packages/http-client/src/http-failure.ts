/** The causes of a failed exchange. */
export type HttpFault =
  | 'invalid_address'
  | 'refused_address'
  | 'timeout'
  | 'network'
  /** The response was incomplete. */
  | 'cut_off'
  | 'too_large'
  | 'too_many_redirects';

/** An exchange without a complete response. Any complete response, even a 500, is not a failure of this kind. */
export class HttpFailure extends Error {
  readonly fault: HttpFault;
  /** That of the socket, the resolver or the HTTP library; undefined for a fault of none of them. */
  readonly code: string | undefined;

  constructor(fault: HttpFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.fault = fault;
    this.code = codeOf(options?.cause);
  }

  /** Whether the same request may succeed later. A server that let the time pass once would do so again. */
  get isTransient(): boolean {
    return this.fault === 'network' || this.fault === 'cut_off';
  }
}

/** Milliseconds. */
export interface HttpTimeouts {
  readonly connectMs: number;
  /** From the request's last byte to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
  /** The whole exchange, redirects and body included; `Infinity` where silence alone ends it. */
  readonly totalMs: number;
}

export const inSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Converts an error of the HTTP client, the resolver or the socket. */
export function httpFailure(error: unknown, host: string, timeouts: HttpTimeouts, begun: boolean): HttpFailure {
  const known = find(error, (one): one is HttpFailure => one instanceof HttpFailure);
  if (known !== undefined) return known;
  const code = codeOf(error);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new HttpFailure('timeout', `no connection to ${host} within ${inSeconds(timeouts.connectMs)}`, {
        cause: error,
      });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new HttpFailure('timeout', `no answer from ${host} within ${inSeconds(timeouts.headersMs)}`, {
        cause: error,
      });
    case 'UND_ERR_BODY_TIMEOUT':
      return new HttpFailure('timeout', `${host} sent nothing more for ${inSeconds(timeouts.idleMs)}`, {
        cause: error,
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new HttpFailure('network', `the name ${host} could not be resolved (${code})`, { cause: error });
    case 'UND_ERR_INVALID_ARG':
      return new HttpFailure('invalid_address', `${host}: ${messageOf(error)}`, { cause: error });
    default: {
      const reason = code === undefined ? messageOf(error) : `${messageOf(error)} (${code})`;
      return begun
        ? new HttpFailure('cut_off', `the answer of ${host} broke off: ${reason}`, { cause: error })
        : new HttpFailure('network', `no answer from ${host}: ${reason}`, { cause: error });
    }
  }
}

/** The first of an error and what it hides (causes, and the attempts of several addresses) that is as wanted. */
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

/** The code of an error, or of what it hides. */
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
