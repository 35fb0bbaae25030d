import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { FindAddress } from './address.ts';

const PAGE = 20;

export const foundQuery = (q: string, { kind, collection }: FindAddress) =>
  infiniteQueryOptions({
    queryKey: ['found', q, kind, collection],
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        q,
        limit: PAGE,
        offset: pageParam,
        ...(kind === undefined ? {} : { kind }),
        ...(collection === undefined ? {} : { collection: Number(collection) }),
      };
      return await api.get('/api/library/search', { query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, _, start) => (start + PAGE < total ? start + PAGE : undefined),
    staleTime: 60_000,
  });
