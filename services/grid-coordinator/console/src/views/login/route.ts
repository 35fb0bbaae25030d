import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export interface LoginSearch {
  /** Address to open after the sign-in. */
  readonly next?: string;
  /** Set if the previous session ended. */
  readonly ended?: 'yes';
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: onlyRead(({ next, ended }): LoginSearch => ({
    // The address may come from an untrusted link, so only pages of this console are accepted.
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? { next } : {}),
    ...(ended === 'yes' ? { ended } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./login-view.tsx'), 'LoginView'),
});
