import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, type Registry };

export interface RequestMetrics {
  readonly durations: Histogram<'operation' | 'status'>;
  readonly failures: Counter<'operation' | 'cause'>;
}

/** The metrics registry of a process, with the metrics that every process has. */
export function openMetrics(): { registry: Registry; requests: RequestMetrics } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_failures_total',
    help: 'Requests that failed for no fault of the caller: fault (our own), database, redis, disk, upstream.',
    labelNames: ['operation', 'cause'] as const,
    registers: [registry],
  });
  return { registry, requests: { durations, failures } };
}

/** The registry of a process that answers no requests but works off jobs. */
export function openWorkerMetrics(): { registry: Registry; durations: Histogram<'kind' | 'outcome'> } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time of an attempt of a background job.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
    registers: [registry],
  });
  return { registry, durations };
}
