import { randomBytes } from 'node:crypto';
import { startSpan, type Span } from '@almagest/tracing';
import type { Request, RequestHandler, Response } from 'express';
import type { Failure } from './failures.ts';
import type { Logger } from '../process/log.ts';
import type { RequestMetrics } from '../process/metrics.ts';

interface Observing<C> {
  readonly log: Logger;
  readonly requests: RequestMetrics;
  /** Returns the caller's name for the log, for example a node's id. */
  readonly describeCaller: (caller: C) => string;
}

/** Fields collected for a request's log line. */
export interface RequestLogFields<C> {
  id: string;
  operation?: string;
  caller?: { readonly value: C };
  failure?: Failure;
  /** Undefined while tracing is off. */
  readonly span: Span | undefined;
}

export function logFieldsOf<C>(res: Response): RequestLogFields<C> {
  return res.locals['logFields'] as RequestLogFields<C>;
}

const ID_PREFIX = randomBytes(4).toString('hex');
let requestCount = 0;

/** Gives each request an id, and logs one line when the request ends. */
export function observe<C>({ log, requests, describeCaller }: Observing<C>): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const fields: RequestLogFields<C> = { id: idOf(req), span: spanOf(req) };
    res.locals['logFields'] = fields;
    res.setHeader('X-Request-Id', fields.id);
    // Read the address now, because it is unknown after the connection has closed.
    const client = req.ip;
    res.once('close', () => {
      const ms = performance.now() - start;
      const { operation = 'none', caller, failure } = fields;
      // The caller disconnected before the response: 499, as in nginx.
      const status = res.headersSent ? res.statusCode : 499;
      requests.durations.observe({ operation, status }, ms / 1000);
      if (failure?.cause !== undefined) requests.failures.inc({ operation, cause: failure.cause });
      endSpan(fields, status);
      const level = operation === 'readHealth' || operation === 'readMetrics' ? 'debug' : 'info';
      log[level](
        {
          req_id: fields.id,
          ...traceOf(fields),
          method: req.method,
          path: req.path,
          status,
          ms: Math.round(ms * 10) / 10,
          caller: caller === undefined ? 'anonymous' : describeCaller(caller.value),
          client,
          ...(failure?.cause === undefined ? {} : { cause: failure.cause }),
          ...(res.writableFinished ? {} : { cut: true }),
        },
        'request',
      );
    });
    next();
  };
}

/** Returns the field of log lines that names the request's trace. */
export function traceOf({ span }: Pick<RequestLogFields<unknown>, 'span'>): { readonly trace_id?: string } {
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** The path is not recorded, because it may contain a secret or a name. */
function spanOf({ method, headers }: Request): Span | undefined {
  const { traceparent: remote = '' } = headers;
  return startSpan('request', {
    kind: 'server',
    remote: String(remote),
    attributes: { 'http.request.method': method },
  });
}

function endSpan({ span, operation = 'none', failure }: RequestLogFields<unknown>, status: number): void {
  if (span === undefined) return;
  span.rename(operation);
  span.set({ 'http.response.status_code': status });
  if (failure?.cause !== undefined) span.fail({ code: failure.cause });
  span.end();
}

function idOf({ headers }: Request): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : `${ID_PREFIX}-${(requestCount += 1)}`;
}
