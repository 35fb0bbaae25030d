/** The causes of a failed exchange. */
export type OutboundFault =
  | 'invalid_address'
  | 'refused_address'
  | 'timeout'
  | 'network'
  /** The response was incomplete. */
  | 'cut_off'
  | 'too_large'
  | 'too_many_redirects';

/** An exchange without a complete response. Any complete response, even a 500, is not a failure of this kind. */
export class OutboundFailure extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundFailure';
    this.fault = fault;
  }
}

/** Milliseconds. */
export interface OutboundTimeouts {
  readonly connectMs: number;
  /** From the request's last byte to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
  /** The whole exchange, redirects and body included. */
  readonly totalMs: number;
}

export const inSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** Converts an error of the HTTP client, the resolver or the socket. */
export function outboundFailure(
  error: unknown,
  host: string,
  timeouts: OutboundTimeouts,
  begun: boolean,
): OutboundFailure {
  const known = find(error, (one): one is OutboundFailure => one instanceof OutboundFailure);
  if (known !== undefined) return known;
  const code = codeOf(error);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new OutboundFailure('timeout', `no connection to ${host} within ${inSeconds(timeouts.connectMs)}`);
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new OutboundFailure('timeout', `no answer from ${host} within ${inSeconds(timeouts.headersMs)}`);
    case 'UND_ERR_BODY_TIMEOUT':
      return new OutboundFailure('timeout', `${host} sent nothing more for ${inSeconds(timeouts.idleMs)}`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OutboundFailure('network', `the name ${host} could not be resolved (${code})`);
    case 'UND_ERR_INVALID_ARG':
      return new OutboundFailure('invalid_address', `${host}: ${messageOf(error)}`, { cause: error });
    default: {
      const reason = code === undefined ? messageOf(error) : `${messageOf(error)} (${code})`;
      return begun
        ? new OutboundFailure('cut_off', `the answer of ${host} broke off: ${reason}`, { cause: error })
        : new OutboundFailure('network', `no answer from ${host}: ${reason}`, { cause: error });
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

function codeOf(error: unknown): string | undefined {
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
