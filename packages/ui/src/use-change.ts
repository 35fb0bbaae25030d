import { tellDone, tellFault } from './notices.ts';
import { useMutation, useQueryClient, type QueryFilters } from '@tanstack/react-query';

/**
 * Runs a change on the server and shows its result or error as a notice. Reloads all displayed data.
 *
 * @param changed the queries to reload, if not all
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
