import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readBuild } from './build.ts';

export { Counter, Gauge, Histogram, type Registry };

export interface RequestMetrics {
  readonly durations: Histogram<'operation' | 'status'>;
  readonly failures: Counter<'operation' | 'cause'>;
}

let nodeMetrics: Registry | undefined;

/**
 * Returns a registry with the metrics of the Node process. All registries share these metrics, because the event loop
 * and garbage collector observers cannot be stopped and would run once per registry.
 */
function newRegistry(): Registry {
  if (nodeMetrics === undefined) {
    nodeMetrics = new Registry();
    collectDefaultMetrics({ register: nodeMetrics });
    const { version, commit } = readBuild();
    nodeMetrics.registerMetric(
      new Gauge({
        name: 'almagest_build_info',
        help: 'Always 1. The labels show the running version and commit.',
        labelNames: ['version', 'commit'],
        registers: [],
        collect() {
          this.set({ version, commit: commit ?? '' }, 1);
        },
      }),
    );
  }
  return Registry.merge([nodeMetrics]);
}

/** Opens the metrics registry of a process, with the metrics that every process has. */
export function openMetrics(): { registry: Registry; requests: RequestMetrics } {
  const registry = newRegistry();
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_failures_total',
    help: 'Requests that failed through no fault of the caller: fault (our own), database, redis, disk, upstream.',
    labelNames: ['operation', 'cause'] as const,
    registers: [registry],
  });
  return { registry, requests: { durations, failures } };
}

/** Opens the registry of a process that runs jobs and answers no requests. */
export function openWorkerMetrics(): { registry: Registry; durations: Histogram<'kind' | 'outcome'> } {
  const registry = newRegistry();
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of an attempt of a background job.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
    registers: [registry],
  });
  return { registry, durations };
}
