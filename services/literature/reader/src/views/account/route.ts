import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

/** Invitations and reset links lead here. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  validateSearch: onlyRead(({ token }): { readonly token?: string } => (typeof token === 'string' ? { token } : {})),
  component: lazyRouteComponent(async () => await import('./link-view.tsx'), 'LinkView'),
});
