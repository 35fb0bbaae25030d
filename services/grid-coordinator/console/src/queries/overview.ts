import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** Heartbeats and used slots don't send events. */
const STATUS_EVERY_MS = 10_000;

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => await api.get('/api/status', { signal }),
  refetchInterval: STATUS_EVERY_MS,
  meta: changedBy(() => true),
});

/** Lists tasks that run much longer than similar tasks. */
export const overrunsQuery = queryOptions({
  queryKey: ['overruns'],
  queryFn: async ({ signal }) => (await api.get('/api/tasks', { query: { overrun: true }, signal })).data.tasks,
  refetchInterval: STATUS_EVERY_MS,
});

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: async ({ signal }) => (await api.get('/api/workflows', { signal })).data,
  meta: changedBy(({ kind }) => kind !== 'node'),
});
