import type { FailureStyle, Operation } from '@almagest/contracts';
import type { Response } from 'express';
import { outageOf, type Part } from './outage.ts';
import { Refusal, type RefusalKind } from './refusal.ts';

const STATUS: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  conflict: 409,
  too_large: 413,
  too_many: 429,
  upstream_failed: 500,
  upstream_refused: 502,
  upstream_silent: 504,
  unavailable: 503,
};

/** Whose a failure is that is not the caller's: ours, a part's that the service stands on, or another service's. */
export type FailureCause = 'fault' | 'upstream' | Lowercase<Part>;

export interface Failure {
  readonly status: number;
  readonly message: string;
  /** Undefined where the caller is to mend it. */
  readonly cause?: FailureCause;
}

/** Nobody is there to be answered: the status that nginx gives to it in its log. */
const HUNG_UP: Failure = { status: 499, message: 'the caller has gone' };

/** For clients that wait as long as they are told. Seconds. */
const RETRY_AFTER_SEC = '5';

/**
 * Words a failure in the style of its operation, and returns it. What is our fault is told to `onFault` and answered
 * without detail; a part that is away is told to it as well, and to the caller by its name.
 */
export function answerFailure(
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
  else if (style === 'node') res.json({ status: 'error', message });
  else res.json({ success: false, message, data: null });
  return failure;
}

const HANG_UPS: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ABORT_ERR',
]);

/** Whether the caller has gone, and the error is how that was noticed. */
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
    const cause = outage.isAway ? (outage.part.toLowerCase() as Lowercase<Part>) : 'fault';
    return { status: 503, message: outage.message, cause };
  }
  return understandExpress(error);
}

function understandExpress(error: unknown): Failure {
  // Express and its body parsers mark what the client may know with `expose`.
  const { status, expose, type, message, limit } = error as {
    status?: number;
    expose?: boolean;
    type?: string;
    message?: string;
    limit?: number;
  };
  if (error instanceof URIError) return { status: 400, message: 'the path is no valid percent-encoding' };
  if (status !== undefined && status >= 400 && status < 500 && expose !== false) {
    if (type === 'entity.parse.failed') return { status: 400, message: `the body is no valid JSON: ${message ?? ''}` };
    if (type === 'entity.too.large')
      return { status: 413, message: `the body is larger than ${limit ?? 'allowed'} bytes` };
    return { status: status === 415 ? 400 : status, message: message ?? 'malformed request' };
  }
  const unknown = 'internal error; the log of the service tells more under this request id';
  return { status: 500, message: unknown, cause: 'fault' };
}

/**
 * The style of the operations that share the longest part of the path, for requests that reached none of them; of a service
 * with one style for all, that one.
 */
export function styleOf(operations: Readonly<Record<string, Operation>>, path: string): FailureStyle {
  const all = Object.values(operations);
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
