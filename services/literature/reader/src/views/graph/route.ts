import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readLibraryAddress } from '../library/address.ts';

/** Shows the citations between the papers of a list. The address has the filters. */
export const graphRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/graph',
  validateSearch: onlyRead(readLibraryAddress),
  component: lazyRouteComponent(async () => await import('./graph-view.tsx'), 'GraphView'),
});
