import Type from 'typebox';
import { defineOperation, type FailureStyle } from './operation.ts';

/** The operations that every service has: health, metrics and documentation. */
export function serviceOperations<const F extends FailureStyle>(failures: F) {
  // Probes, scrapers and browsers add unknown parameters.
  const page = { tag: 'service', method: 'get', role: 'public', failures, unknownKeys: 'tolerated' } as const;
  return {
    readHealth: defineOperation({
      ...page,
      operationId: 'readHealth',
      path: '/healthz',
      summary: 'Checks that the process is running. `commit` is null if the build does not know it.',
      reply: Type.Object({
        status: Type.String(),
        version: Type.String(),
        commit: Type.Union([Type.String(), Type.Null()]),
      }),
      statuses: [],
    }),
    readReadiness: defineOperation({
      ...page,
      operationId: 'readReadiness',
      path: '/readyz',
      summary: 'Checks that the database is reachable and its schema is up to date.',
      reply: Type.Object({ status: Type.String() }),
      statuses: [503],
    }),
    readMetrics: defineOperation({
      ...page,
      operationId: 'readMetrics',
      path: '/metrics',
      summary: 'Returns metrics as Prometheus text.',
      reply: 'text/plain',
      statuses: [500],
    }),
    readOpenApi: defineOperation({
      ...page,
      operationId: 'readOpenApi',
      path: '/openapi.json',
      summary: 'Returns this document.',
      reply: Type.Record(Type.String(), Type.Unknown()),
      statuses: [],
    }),
    readDocs: defineOperation({
      ...page,
      operationId: 'readDocs',
      path: '/docs',
      summary: 'Returns this document as a web page.',
      reply: 'text/html',
      statuses: [],
    }),
  };
}
