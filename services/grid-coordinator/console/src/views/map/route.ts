import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { validateMapSearch } from './address.ts';

export const mapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/map',
  validateSearch: validateMapSearch,
  component: lazyRouteComponent(async () => await import('./map-view.tsx'), 'MapView'),
});
