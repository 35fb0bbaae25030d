import Type from 'typebox';
import { defineOperations, type FailureStyle } from './operation.ts';

/** The operations that every service has: health, metrics and documentation. */
export function serviceOperations<const F extends FailureStyle>(failures: F) {
  // Probes, scrapers and browsers add unknown parameters.
  const page = { tag: 'service', method: 'get', role: 'public', failures, unknownKeys: 'tolerated' } as const;
  return defineOperations({
    readHealth: {
      ...page,
      path: '/healthz',
      summary: 'Checks that the process is running. `commit` is null if it was unknown at the build.',
      reply: Type.Object({
        status: Type.String(),
        version: Type.String(),
        commit: Type.Union([Type.String(), Type.Null()]),
      }),
      statuses: [],
    },
    readReadiness: {
      ...page,
      path: '/readyz',
      summary: 'Checks that the database is reachable and its schema is up to date.',
      reply: Type.Object({ status: Type.String() }),
      statuses: [503],
    },
    readMetrics: {
      ...page,
      path: '/metrics',
      summary: 'Returns metrics as Prometheus text.',
      reply: 'text/plain',
      statuses: [500],
    },
    readOpenApi: {
      ...page,
      path: '/openapi.json',
      summary: 'Returns this document.',
      reply: Type.Record(Type.String(), Type.Unknown()),
      statuses: [],
    },
    readDocs: {
      ...page,
      path: '/docs',
      summary: 'Returns this document as a web page.',
      reply: 'text/html',
      statuses: [],
    },
  });
}
