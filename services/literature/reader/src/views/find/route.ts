import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readFindAddress } from './address.ts';

export const findRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/find',
  validateSearch: onlyRead(readFindAddress),
  component: lazyRouteComponent(async () => await import('./find-view.tsx'), 'FindView'),
});
