import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readLibraryAddress } from './address.ts';

export const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/library',
  validateSearch: onlyRead(readLibraryAddress),
  component: lazyRouteComponent(async () => await import('./library-view.tsx'), 'LibraryView'),
});
