import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export interface SeedsSearch {
  readonly prefix?: string;
  readonly seed?: string;
}

export const seedsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seeds',
  /** `prefix`: only seeds whose names begin so; `seed`: the one whose versions are shown. */
  validateSearch: (search: { readonly prefix?: unknown; readonly seed?: unknown }): SeedsSearch => ({
    ...(typeof search.prefix === 'string' && search.prefix !== '' ? { prefix: search.prefix } : {}),
    ...(typeof search.seed === 'string' && search.seed !== '' ? { seed: search.seed } : {}),
  }),
  component: lazyRouteComponent(async () => await import('./seeds-view.tsx'), 'SeedsView'),
});
