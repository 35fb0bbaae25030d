import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export interface SeedsSearch {
  readonly prefix?: string;
  readonly seed?: string;
}

export const seedsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seeds',
  /** `prefix` filters seeds by name, `seed` opens the versions of a seed. */
  validateSearch: onlyRead(({ prefix, seed }): SeedsSearch => ({
    ...(typeof prefix === 'string' && prefix !== '' ? { prefix } : {}),
    ...(typeof seed === 'string' && seed !== '' ? { seed } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./seeds-view.tsx'), 'SeedsView'),
});
