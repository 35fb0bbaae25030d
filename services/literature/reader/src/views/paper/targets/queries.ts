import { queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../../api.ts';

export const linkedTargetsQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['targets', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/target/list', { query: { bibcode }, signal }),
  });

/** Loads an object by name. Results of the name resolver don't change during a session. */
export const objectQuery = (name: string) =>
  queryOptions({
    queryKey: ['object', name],
    queryFn: async ({ signal }) => await api.get('/api/target/query', { query: { name }, signal, ...SLOW }),
    staleTime: Infinity,
    retry: false,
  });

/** Loads the object names in a text. A new revision has its own names. */
export const namesQuery = (bibcode: string, revision: string) =>
  queryOptions({
    queryKey: ['names', bibcode, revision],
    queryFn: async ({ signal }) =>
      (await api.post('/api/target/extract', { body: { bibcode }, signal, ...SLOW })).targets,
    staleTime: Infinity,
    retry: false,
  });
