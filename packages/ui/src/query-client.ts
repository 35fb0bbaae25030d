import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const TRIES = 3;

/**
 * Creates the query client. Data stays fresh for a moment, so that components share one request. Events and intervals
 * refresh it. Retries only errors that may pass, because a refused request would be refused again.
 *
 * @param refetchOnWindowFocus reloads data when the user returns to the tab. For data without events.
 */
export function createQueryClient(refetchOnWindowFocus = false): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        retry: (failures, error) => failures < TRIES && error instanceof ApiError && error.mayPass,
        refetchOnWindowFocus,
      },
    },
  });
}
