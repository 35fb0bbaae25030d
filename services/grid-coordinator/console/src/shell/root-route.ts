import { ApiError } from '@almagest/ui/api-error';
import { ViewFailed, ViewLoading, ViewMissing } from '@almagest/ui/components/view-states';
import { createRootRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../query-client.ts';
import { sessionQuery } from '../queries/session.ts';
import { isOpen } from './open-pages.ts';
import { Shell } from './shell.tsx';

/** The frame of all views. Redirects users without a session to the sign-in page. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: ViewMissing,
  errorComponent: ViewFailed,
  pendingComponent: ViewLoading,
  beforeLoad: async ({ location }) => {
    if (isOpen(location.pathname)) return;
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      // The view sends its own request and shows any other error.
      if (error instanceof ApiError && error.status === 401)
        throw redirect({
          to: '/login',
          search: location.pathname === '/' ? {} : { next: location.href },
          replace: true,
        });
    }
  },
});
