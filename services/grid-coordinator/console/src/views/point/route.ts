import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const pointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/points/$point',
  component: lazyRouteComponent(async () => await import('./point-view.tsx'), 'PointView'),
});
