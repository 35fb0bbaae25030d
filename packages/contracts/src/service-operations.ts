import Type from 'typebox';
import { defineOperation, type FailureStyle } from './operation.ts';

/** What every service answers about itself. */
export function serviceOperations<const F extends FailureStyle>(failures: F) {
  // Probes, scrapers and browsers add parameters of their own.
  const page = { tag: 'service', method: 'get', role: 'public', failures, unknownKeys: 'tolerated' } as const;
  return {
    readHealth: defineOperation({
      ...page,
      operationId: 'readHealth',
      path: '/healthz',
      summary: 'The process answers.',
      reply: Type.Object({ status: Type.String() }),
      statuses: [],
    }),
    readReadiness: defineOperation({
      ...page,
      operationId: 'readReadiness',
      path: '/readyz',
      summary: 'The database answers and its schema is current.',
      reply: Type.Object({ status: Type.String() }),
      statuses: [503],
    }),
    readMetrics: defineOperation({
      ...page,
      operationId: 'readMetrics',
      path: '/metrics',
      summary: 'Metrics as Prometheus text.',
      reply: 'text/plain',
      statuses: [500],
    }),
    readOpenApi: defineOperation({
      ...page,
      operationId: 'readOpenApi',
      path: '/openapi.json',
      summary: 'This document.',
      reply: Type.Record(Type.String(), Type.Unknown()),
      statuses: [],
    }),
    readDocs: defineOperation({
      ...page,
      operationId: 'readDocs',
      path: '/docs',
      summary: 'This document for people.',
      reply: 'text/html',
      statuses: [],
    }),
  };
}
