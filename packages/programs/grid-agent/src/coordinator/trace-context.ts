import { randomBytes } from 'node:crypto';

/** A trace that a request of this agent begins. The coordinator continues the trace if tracing is on there. */
export interface TraceContext {
  readonly traceId: string;
  /** The W3C header. */
  readonly traceparent: string;
}

export function newTrace(): TraceContext {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
}
