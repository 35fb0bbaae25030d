import { tellDone, tellFault } from './notices.ts';
import { useMutation, useQueryClient, type QueryFilters } from '@tanstack/react-query';

/**
 * Does something on the server, and shows the outcome: what it returns is told, what it throws too, and all that is shown
 * is requested anew.
 *
 * @param changed the queries whose data it may change, if not all
 */
export function useChange(changed: QueryFilters = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: () => Promise<string | undefined>) => await change(),
    onSuccess: (told) => {
      if (told !== undefined) tellDone(told);
    },
    onError: tellFault,
    onSettled: async () => await client.invalidateQueries(changed),
  });
}
