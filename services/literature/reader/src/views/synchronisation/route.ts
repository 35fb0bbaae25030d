import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const synchronisationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/synchronisation',
  component: lazyRouteComponent(async () => await import('./synchronisation-view.tsx'), 'SynchronisationView'),
});
