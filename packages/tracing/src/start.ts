import { useTracer } from './index.ts';

/**
 * Starts sending spans to an OTLP/HTTP endpoint. Without an endpoint it does nothing and loads no library. The returned
 * function sends the last spans.
 */
export async function startTracing(service: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { openTracer } = await import('./opentelemetry.ts');
  const { tracer, stop } = openTracer(service, endpoint);
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    await stop();
  };
}
