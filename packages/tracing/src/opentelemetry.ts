import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Attributes, Span, Tracer } from './index.ts';

/** How long the last spans may take, so that an unreachable endpoint does not delay the end of the process. */
const LAST_SPANS_MS = 2_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Opens a tracer that sends its spans every second. While the endpoint does not answer, it drops spans. */
export function openTracer(service: string, endpoint: string): { tracer: Tracer; stop: () => Promise<void> } {
  const url = `${endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000, exportTimeoutMillis: LAST_SPANS_MS }),
    ],
  });
  const otel = provider.getTracer('almagest');
  const tracer: Tracer = {
    start: (name, { kind, attributes, remote, links = [], startedAgoMs }, parent) => {
      const options = {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        links: links.map((span) => ({ context: contextOf(span) })),
        ...(attributes === undefined ? {} : { attributes }),
        ...(startedAgoMs === undefined ? {} : { startTime: Date.now() - startedAgoMs }),
      };
      return new RecordedSpan(otel.startSpan(name, options, parentContext(remote, parent)));
    },
  };
  const stop = async () => {
    await provider.shutdown().catch(() => undefined);
  };
  return { tracer, stop };
}

function parentContext(remote: string | undefined, parent: Span | undefined): Context {
  const context = remote === undefined ? parent && contextOf(parent) : readTraceparent(remote);
  return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

function contextOf(span: Span): SpanContext {
  const [, traceId = '', spanId = ''] = span.traceparent.split('-');
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** Reads the W3C header. Records the span even if the sender did not, because the endpoint of this process is set. */
function readTraceparent(header: string): SpanContext | undefined {
  const [, traceId = '', spanId = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/.exec(header) ?? [];
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.isSpanContextValid(context) ? context : undefined;
}

class RecordedSpan implements Span {
  readonly #span: OtelSpan;
  readonly traceId: string;
  readonly traceparent: string;

  constructor(span: OtelSpan) {
    this.#span = span;
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-01`;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(error: unknown): void {
    const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown };
    const type = [code, name].find((text) => typeof text === 'string') ?? 'unknown';
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}
