import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** Heartbeats and used slots change without an event. */
const STATUS_EVERY_MS = 10_000;

/** Nodes, slots and counts over all workflows. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => await api.get('/api/status', { signal }),
  refetchInterval: STATUS_EVERY_MS,
  meta: changedBy(() => true),
});

/** Tasks that run far longer than others like them. */
export const overrunsQuery = queryOptions({
  queryKey: ['overruns'],
  queryFn: async ({ signal }) => (await api.get('/api/tasks', { query: { overrun: true }, signal })).data.tasks,
  refetchInterval: STATUS_EVERY_MS,
});

/** All workflows with their counts. */
export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: async ({ signal }) => (await api.get('/api/workflows', { signal })).data,
  meta: changedBy(({ kind }) => kind !== 'node'),
});
