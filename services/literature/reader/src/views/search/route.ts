import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readPaperSearch } from './address.ts';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: onlyRead(readPaperSearch),
  component: lazyRouteComponent(async () => await import('./search-view.tsx'), 'SearchView'),
});
