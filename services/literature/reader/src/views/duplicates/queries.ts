import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

const PAGE = 25;

export const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['papers', 'duplicates'],
  queryFn: async ({ signal, pageParam }) =>
    await api.get('/api/library/duplicates', { query: { start: pageParam, rows: PAGE }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total }, _, start) => (start + PAGE < total ? start + PAGE : undefined),
});

/** Loads the merges that can be undone. */
export const mergesQuery = queryOptions({
  queryKey: ['papers', 'merges'],
  queryFn: async ({ signal }) => await api.get('/api/library/merges', { signal }),
});
