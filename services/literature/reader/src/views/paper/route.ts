import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readPaperAddress } from './address.ts';

/** A paper. To lead to a place of it, link to this route with `block`, and with `quote` to light some words of it. */
export const paperRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers/$bibcode',
  validateSearch: onlyRead(readPaperAddress),
  component: lazyRouteComponent(async () => await import('./paper-view.tsx'), 'PaperView'),
});
