import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const askRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ask',
  component: lazyRouteComponent(async () => await import('./ask-view.tsx'), 'AskView'),
});
