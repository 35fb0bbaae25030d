import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => await api.get('/api/account', { signal }),
});
