import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const nodesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/nodes',
  /** `q`: shows only nodes whose name contains this text. */
  validateSearch: onlyRead(({ q }): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {})),
  component: lazyRouteComponent(async () => await import('./nodes-view.tsx'), 'NodesView'),
});

export const nodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/nodes/$node',
  component: lazyRouteComponent(async () => await import('./node-view.tsx'), 'NodeView'),
});
