import { changedBy } from '@almagest/ui/live-queries';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Heartbeats and used slots don't send events. */
const HEARTBEATS_EVERY_MS = 10_000;

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }) => (await api.get('/api/admin/nodes', { signal })).data,
  refetchInterval: HEARTBEATS_EVERY_MS,
  meta: changedBy(({ kind }) => kind === 'node'),
});

/** Samples are written every five minutes. */
const HISTORY_EVERY_MS = 60_000;

/** Loads slots, tasks and load over time, of all nodes or of one. */
export function fleetHistoryQuery(hours: number, node: string | undefined) {
  return queryOptions({
    queryKey: ['fleet', node ?? null, hours],
    queryFn: async ({ signal }) => {
      const query = { hours, ...(node === undefined ? {} : { node }) };
      return (await api.get('/api/admin/fleet/history', { query, signal })).data;
    },
    refetchInterval: HISTORY_EVERY_MS,
  });
}

/** Loads a node with its running tasks, history and registrations. */
export function nodeQuery(nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/admin/nodes/{node_id}', { params: { node_id: nodeId }, signal })).data,
    refetchInterval: HEARTBEATS_EVERY_MS,
    meta: changedBy((event) => event.kind === 'node' && event.name === nodeId),
  });
}
