import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { readPaperAddress } from './address.ts';
import { PAPER_PATH } from './paper-page.ts';

/** Shows a paper. Link with `block` to open a block, and with `quote` to highlight words in it. */
export const paperRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAPER_PATH,
  validateSearch: onlyRead(readPaperAddress),
  component: lazyRouteComponent(async () => await import('./paper-view.tsx'), 'PaperView'),
});
