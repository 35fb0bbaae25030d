import { queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../api.ts';
import type { Chunk } from './chunks.ts';

export const outlineQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['papers', 'outline', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/paper/outline', { query: { bibcode }, signal }),
  });

/** Blocks never change within a revision. */
export const blocksQuery = (bibcode: string, revision: string, { from, count }: Pick<Chunk, 'from' | 'count'>) =>
  queryOptions({
    queryKey: ['blocks', bibcode, revision, from, count],
    queryFn: async ({ signal }) =>
      await api.get('/api/paper/blocks', { query: { bibcode, from, count }, signal, ...SLOW }),
    staleTime: Infinity,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  });
