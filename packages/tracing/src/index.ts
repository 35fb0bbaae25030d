// The few places that record spans use these functions. They import no library, and do nothing while tracing is off.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Readonly<Record<string, string | number>>;

/** Attributes hold names, numbers and statements without their values: never tokens, addresses of people, or texts. */
export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** The W3C header `traceparent` of another process. Default: the current span. A malformed header begins a trace. */
  readonly remote?: string | undefined;
  /** Spans of other traces that this one also serves. */
  readonly links?: readonly Span[];
  /** How long ago the span started, if it is recorded after its end. */
  readonly startedAgoMs?: number;
}

export interface Span {
  readonly traceId: string;
  /** This span as the header `traceparent`, for other processes. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed with the error's name or code. Its message may quote a text. */
  fail(error: unknown): void;
  end(): void;
}

export interface Tracer {
  start(name: string, options: SpanOptions, parent: Span | undefined): Span;
}

const current = new AsyncLocalStorage<Span>();
let tracer: Tracer | undefined;

export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

export function currentSpan(): Span | undefined {
  return tracer === undefined ? undefined : current.getStore();
}

/** Starts a span, which the caller ends. Returns undefined while tracing is off. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  return tracer?.start(name, options, options.remote === undefined ? current.getStore() : undefined);
}

/** Runs `work` with the span as the current one. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : current.run(span, work);
}

export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  if (span === undefined) return await work();
  try {
    return await current.run(span, work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
