import { queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../../api.ts';

export const linkedTargetsQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['targets', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/target/list', { query: { bibcode }, signal }),
  });

/** What the name resolver knows does not change while somebody reads. */
export const objectQuery = (name: string) =>
  queryOptions({
    queryKey: ['object', name],
    queryFn: async ({ signal }) => await api.get('/api/target/query', { query: { name }, signal, ...SLOW }),
    staleTime: Infinity,
    retry: false,
  });

/** The designations in a text, which is another one when its revision is. */
export const namesQuery = (bibcode: string, revision: string) =>
  queryOptions({
    queryKey: ['names', bibcode, revision],
    queryFn: async ({ signal }) =>
      (await api.post('/api/target/extract', { body: { bibcode }, signal, ...SLOW })).targets,
    staleTime: Infinity,
    retry: false,
  });
