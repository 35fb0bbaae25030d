import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => await api.get('/api/groups', { signal }),
});
