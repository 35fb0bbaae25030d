import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** The signed-in user. Changes only when this page signs in or out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => await api.get('/api/account', { signal }),
  staleTime: Infinity,
});
