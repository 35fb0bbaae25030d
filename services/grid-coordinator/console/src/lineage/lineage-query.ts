import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

const REST_MS = 2_000;

/** Loads the ancestors of a point's model and the attempts that descend from it. */
export function lineageQuery(workflow: string, point: string) {
  return queryOptions({
    queryKey: ['workflow', workflow, 'lineage', point],
    queryFn: async ({ signal }) =>
      (await api.get('/api/workflows/{name}/points/{point}/lineage', { params: { name: workflow, point }, signal }))
        .data,
    meta: changedBy(({ kind, name }) => kind === 'points' && name === workflow, REST_MS),
  });
}
