import { queryOptions } from '@tanstack/react-query';
import type { AccountApi } from './account-api.ts';

/** The ways of signing in that the service offers. */
export const signInQuery = (api: AccountApi) =>
  queryOptions({
    queryKey: ['sign-in'],
    queryFn: async ({ signal }) => await api.get('/api/sign_in', { signal }),
  });
