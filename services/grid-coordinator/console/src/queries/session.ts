import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** Who is signed in. It changes only with a sign-in or sign-out of this page. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await api.get('/api/session', { signal })).data,
  staleTime: Infinity,
});
