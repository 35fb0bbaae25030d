import { changedBy, type LiveMeta } from '@almagest/ui/live-queries';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

const STATS_REST_MS = 2_000;
const EXPANSION_EVERY_MS = 1_000;
/** Snapshots are written every 30 s, so refetching after every change would return the same data. */
const PROGRESS_REST_MS = 10_000;
const FAILURES_REST_MS = 5_000;
/** A stalled run doesn't send events, so its age is polled. */
const PROGRESS_EVERY_MS = 30_000;

export function changedWith(name: string, restMs: number): LiveMeta {
  return changedBy((event) => event.kind !== 'node' && event.name === name, restMs);
}

/** Loads the counts by status and wave, and the warnings of a workflow. */
export function statsQuery(name: string) {
  return queryOptions({
    queryKey: ['workflow', name, 'stats'],
    queryFn: async ({ signal }) => (await api.get('/api/workflows/{name}/stats', { params: { name }, signal })).data,
    // Expansion chunks don't send events.
    refetchInterval: ({ state }) => (state.data?.status === 'initializing' ? EXPANSION_EVERY_MS : false),
    meta: changedWith(name, STATS_REST_MS),
  });
}

export function forecastQuery(name: string) {
  return queryOptions({
    queryKey: ['workflow', name, 'forecast'],
    queryFn: async ({ signal }) => (await api.get('/api/workflows/{name}/forecast', { params: { name }, signal })).data,
    meta: changedWith(name, PROGRESS_REST_MS),
  });
}

/** The period that the overview loads for each running workflow. */
export const LAST_DAY_HOURS = 24;

/** Loads the counts of the last hours and the rate of finished points. */
export function progressQuery(name: string, hours: number) {
  return queryOptions({
    queryKey: ['workflow', name, 'progress', hours],
    queryFn: async ({ signal }) =>
      (await api.get('/api/workflows/{name}/progress', { params: { name }, query: { hours }, signal })).data,
    refetchInterval: PROGRESS_EVERY_MS,
    meta: changedWith(name, PROGRESS_REST_MS),
  });
}

/**
 * Loads the models that differ most from what their neighbours predict. The coordinator compares models at most every
 * ten minutes.
 */
export function outliersQuery(name: string, limit: number) {
  return queryOptions({
    queryKey: ['workflow', name, 'outliers', limit],
    queryFn: async ({ signal }) =>
      (await api.get('/api/workflows/{name}/outliers', { params: { name }, query: { limit }, signal })).data,
    refetchInterval: PROGRESS_EVERY_MS,
  });
}

/** Loads failures by stage and cause, most attempts first. */
export function failuresQuery(name: string, limit: number) {
  return queryOptions({
    queryKey: ['workflow', name, 'failures', limit],
    queryFn: async ({ signal }) =>
      (await api.get('/api/workflows/{name}/failures', { params: { name }, query: { limit }, signal })).data,
    meta: changedWith(name, FAILURES_REST_MS),
  });
}
