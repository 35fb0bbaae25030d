import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { Schema } from './schema-completion.ts';

export function workflowItemQuery(name: string) {
  return queryOptions({
    queryKey: ['workflow', name, 'item'],
    queryFn: async ({ signal }) => (await api.get('/api/workflows/{name}', { params: { name }, signal })).data,
    meta: changedBy((event) => event.kind === 'workflow' && event.name === name),
  });
}

/** The JSON Schema of configurations. Changes only with the coordinator's version. */
export const schemaQuery = queryOptions({
  queryKey: ['workflow schema'],
  queryFn: async ({ signal }) => (await api.get('/schemas/workflow.json', { signal })) as Schema,
  staleTime: Infinity,
});
