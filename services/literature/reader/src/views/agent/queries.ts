import type { SessionSteps } from '@almagest/contracts/literature';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

const SESSIONS_EVERY_MS = 4_000;
/** Poll interval, because another tab may answer the session's question. */
const WAITING_EVERY_MS = 3_000;

export const FIRST_SESSIONS = 20;

export const sessionsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['agent', 'sessions', limit],
    queryFn: async ({ signal }) => await api.get('/api/chat/sessions', { query: { limit }, signal }),
    refetchInterval: SESSIONS_EVERY_MS,
  });

export const stepsQuery = (id: string) =>
  queryOptions({
    queryKey: ['agent', 'steps', id],
    queryFn: async ({ signal }): Promise<SessionSteps> =>
      await api.get('/api/chat/sessions/{id}/steps', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.session.status === 'waiting' ? WAITING_EVERY_MS : false),
  });

export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: ['agent', 'audit', id],
    queryFn: async ({ signal }) => await api.get('/api/chat/sessions/{id}/audit', { params: { id }, signal }),
  });

export const metricsQuery = queryOptions({
  queryKey: ['agent', 'metrics'],
  queryFn: async ({ signal }) => await api.get('/api/chat/metrics', { signal }),
});
