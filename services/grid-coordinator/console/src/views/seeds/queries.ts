import { changedBy } from '@almagest/ui/live-queries';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Every converged point adds a model, so an open list is refreshed at most this often. */
const REST_MS = 10_000;

/** Lists seeds whose names start with `prefix`, page by page. */
export function seedsQuery(prefix: string) {
  return infiniteQueryOptions({
    queryKey: ['seeds', prefix],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...(prefix === '' ? {} : { prefix }), ...(pageParam === '' ? {} : { after: pageParam }) };
      return (await api.get('/api/seeds', { query, signal })).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: changedBy(({ kind }) => kind === 'workflow', REST_MS),
  });
}

export function seedVersionsQuery(name: string) {
  return queryOptions({
    queryKey: ['seeds', 'versions of', name],
    queryFn: async ({ signal }) => (await api.get('/api/seeds/{point}', { params: { point: name }, signal })).data,
  });
}
