import type { FailureStyle, Operation } from '@almagest/contracts';
import type { Response } from 'express';
import { adviceOn, outageOf, type Dependency } from '../database/outage.ts';
import { Refusal, type RefusalKind } from './refusal.ts';

const STATUS: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  wrong_method: 405,
  conflict: 409,
  incomplete: 412,
  too_large: 413,
  too_many: 429,
  upstream_failed: 500,
  upstream_refused: 502,
  upstream_silent: 504,
  unavailable: 503,
};

/** The part that caused a failure if the caller did not: this program, a dependency, or another service. */
type FailureCause = 'fault' | 'upstream' | Lowercase<Dependency>;

export interface Failure {
  readonly status: number;
  readonly message: string;
  /** Undefined if the caller has to correct the request. */
  readonly cause?: FailureCause;
}

/** The client has disconnected. nginx logs such requests with this status. */
const HUNG_UP: Failure = { status: 499, message: 'the caller has disconnected' };

/** The value of `Retry-After`, in seconds. */
const RETRY_AFTER_SEC = '5';

/**
 * Sends a failure in the style of its operation, and returns it.
 *
 * Passes faults of this program to `onFault` and hides their details from the response. Passes outages to `onFault`
 * too, and names the dependency in the response.
 */
export function sendFailure(
  error: unknown,
  style: FailureStyle,
  res: Response,
  onFault: (fault: unknown) => void,
): Failure {
  if (hasHungUp(error, res)) {
    res.destroy();
    return HUNG_UP;
  }
  const failure = understand(error);
  const { status, message, cause } = failure;
  if (cause !== undefined && cause !== 'upstream') onFault(error);
  if (res.headersSent) {
    res.destroy();
    return failure;
  }
  res.status(status);
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (status === 503 && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', RETRY_AFTER_SEC);
  if (style === 'text') res.type('text/plain').send(message);
  else if (style === 'rpc') res.json({ jsonrpc: '2.0', id: null, error: { code: rpcCode(status, error), message } });
  else if (style === 'node') res.json({ status: 'error', message });
  else res.json({ success: false, message, data: null });
  return failure;
}

/** The codes that JSON-RPC defines. Other failures get the first code that a server may define. */
function rpcCode(status: number, error: unknown): number {
  if ((error as { type?: unknown }).type === 'entity.parse.failed') return -32_700;
  if (status === 400) return -32_600;
  return status >= 500 ? -32_603 : -32_000;
}

const HANG_UPS: ReadonlySet<unknown> = new Set(
  `ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_DESTROYED ERR_STREAM_UNABLE_TO_PIPE ECONNRESET ECONNABORTED EPIPE
  ABORT_ERR`.split(/\s+/),
);

/** Returns whether the error only says that the client has disconnected. */
function hasHungUp(error: unknown, res: Response): boolean {
  if (res.writableFinished || !(res.destroyed || res.req.socket.destroyed)) return false;
  const { code, type, name } = error as { code?: unknown; type?: unknown; name?: unknown };
  return HANG_UPS.has(code) || type === 'request.aborted' || name === 'AbortError' || error instanceof Refusal;
}

const UPSTREAM: ReadonlySet<RefusalKind> = new Set(['upstream_failed', 'upstream_refused', 'upstream_silent']);

function understand(error: unknown): Failure {
  if (error instanceof Refusal) {
    const status = STATUS[error.kind];
    return { status, message: error.message, ...(UPSTREAM.has(error.kind) ? { cause: 'upstream' } : {}) };
  }
  const outage = outageOf(error);
  if (outage !== undefined) {
    const cause = outage.isAway ? (outage.dependency.toLowerCase() as Lowercase<Dependency>) : 'fault';
    return { status: 503, message: adviceOn(outage), cause };
  }
  return understandExpress(error);
}

function understandExpress(error: unknown): Failure {
  // Express and its body parsers set `expose` on errors that the client may see.
  const { status, expose, type, message, limit } = error as {
    status?: number;
    expose?: boolean;
    type?: string;
    message?: string;
    limit?: number;
  };
  if (error instanceof URIError) return { status: 400, message: 'the path is not valid percent-encoding' };
  if (status !== undefined && status >= 400 && status < 500 && expose !== false) {
    if (type === 'entity.parse.failed') return { status: 400, message: `the body is not valid JSON: ${message ?? ''}` };
    if (type === 'entity.too.large')
      return { status: 413, message: `the body is larger than ${limit ?? 'the allowed number of'} bytes` };
    return { status: status === 415 ? 400 : status, message: message ?? 'malformed request' };
  }
  const unknown = 'internal error. See the service log for this request id';
  return { status: 500, message: unknown, cause: 'fault' };
}

/**
 * Returns the failure style for requests that match no operation: the style of the operations that share the longest
 * prefix with the path. A service with a single style always uses it.
 */
export function failureStyleOf(operations: Readonly<Record<string, Operation>>, path: string): FailureStyle {
  const isRpc = ({ failures }: Operation) => failures === 'rpc';
  if (Object.values(operations).some((known) => isRpc(known) && known.path === path)) return 'rpc';
  const all = Object.values(operations).filter((known) => !isRpc(known));
  const [only, ...others] = new Set(all.map(({ failures }) => failures));
  if (only !== undefined && others.length === 0) return only;
  let best: { length: number; style: FailureStyle } = { length: 0, style: 'envelope' };
  for (const { path: known, failures } of all) {
    const fixed = known.split('{', 1)[0] ?? '';
    if (fixed.length > best.length && fixed !== '/' && path.startsWith(fixed))
      best = { length: fixed.length, style: failures };
  }
  return best.style;
}
