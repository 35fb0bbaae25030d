import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export interface LoginSearch {
  /** Where to go afterwards. */
  readonly next?: string;
  /** A session was there, and has ended. */
  readonly ended?: 'yes';
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: onlyRead(({ next, ended }): LoginSearch => ({
    // The address may be from a link by somebody else: only pages of this console are accepted.
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? { next } : {}),
    ...(ended === 'yes' ? { ended } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./login-view.tsx'), 'LoginView'),
});
