import type { FailureStyle, Operation } from '@almagest/contracts';
import type { Response } from 'express';
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
  unavailable: 503,
};

/** Words a failure in the style of its operation. What is our fault is logged and answered without detail. */
export function answerFailure(
  error: unknown,
  style: FailureStyle,
  res: Response,
  onFault: (fault: unknown) => void,
): void {
  const { status, message } = understand(error);
  if (status === 500) onFault(error);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.status(status);
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (style === 'text') res.type('text/plain').send(message);
  else if (style === 'node') res.json({ status: 'error', message });
  else res.json({ success: false, message, data: null });
}

function understand(error: unknown): { status: number; message: string } {
  if (error instanceof Refusal) return { status: STATUS[error.kind], message: error.message };
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
  return { status: 500, message: 'internal error; the log of the service tells more under this request id' };
}

/** The style of the operations that share the longest part of the path, for requests that reached none of them. */
export function styleOf(operations: Readonly<Record<string, Operation>>, path: string): FailureStyle {
  let best: { length: number; style: FailureStyle } = { length: 0, style: 'envelope' };
  for (const { path: known, failures } of Object.values(operations)) {
    const fixed = known.split('{', 1)[0] ?? '';
    if (fixed.length > best.length && fixed !== '/' && path.startsWith(fixed))
      best = { length: fixed.length, style: failures };
  }
  return best.style;
}
