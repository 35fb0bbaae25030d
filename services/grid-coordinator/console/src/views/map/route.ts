import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readMapSearch } from './address.ts';

export const mapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/map',
  validateSearch: onlyRead(readMapSearch),
  component: lazyRouteComponent(async () => await import('./map-view.tsx'), 'MapView'),
});
