import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readSaved } from './bookmarklet.ts';

export const addRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add',
  validateSearch: onlyRead(readSaved),
  component: lazyRouteComponent(async () => await import('./add-view.tsx'), 'AddView'),
});
