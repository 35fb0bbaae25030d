import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readPointsSearch } from './filters.ts';

export const pointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/points',
  validateSearch: onlyRead(readPointsSearch),
  component: lazyRouteComponent(async () => await import('./points-view.tsx'), 'PointsView'),
});
