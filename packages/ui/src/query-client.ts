import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const TRIES = 3;

/**
 * Data counts as fresh for a moment, so that components that ask for the same thing share one request; events and
 * intervals of the queries renew it. A refused request would be refused again, so that only those are repeated that may
 * pass.
 *
 * @param refetchOnWindowFocus whether a tab that is looked at again asks anew: for data of which no event tells
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
