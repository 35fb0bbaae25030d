import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Imports have no events. Poll often during an import, and rarely otherwise. */
const RUNNING_MS = 1_500;
const RESTING_MS = 60_000;

export const linkedQuery = queryOptions({
  queryKey: ['linked-libraries'],
  queryFn: async ({ signal }) => await api.get('/api/linked-libraries', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ is_running: isRunning }) => isRunning) === true ? RUNNING_MS : RESTING_MS,
});
