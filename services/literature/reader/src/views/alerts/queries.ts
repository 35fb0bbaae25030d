import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

const PAGE = 25;
/** Alerts have no events. Poll often during a check, and rarely otherwise. */
const CHECKING_MS = 1_500;
const RESTING_MS = 60_000;

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal }) => await api.get('/api/alerts', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ is_checking: isChecking }) => isChecking) === true ? CHECKING_MS : RESTING_MS,
});

export const alertMailQuery = queryOptions({
  queryKey: ['alerts', 'mail'],
  queryFn: async ({ signal }) => await api.get('/api/alert-mail', { signal }),
  refetchInterval: RESTING_MS,
});

export const alertPapersQuery = (id: number, onlyNew: boolean) =>
  infiniteQueryOptions({
    queryKey: ['alerts', 'papers', id, onlyNew],
    queryFn: async ({ signal, pageParam }) =>
      await api.get('/api/alerts/{id}/papers', {
        params: { id: String(id) },
        query: { only_new: onlyNew, start: pageParam, rows: PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _, start) => (start + PAGE < total ? start + PAGE : undefined),
  });
