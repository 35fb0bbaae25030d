import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const configurationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/config',
  component: lazyRouteComponent(async () => await import('./configuration-view.tsx'), 'ConfigurationView'),
});

export const newWorkflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new',
  /** `from`: the workflow whose configuration is copied. */
  validateSearch: onlyRead(({ from }): { from?: string } => (typeof from === 'string' && from !== '' ? { from } : {})),
  component: lazyRouteComponent(async () => await import('./new-workflow-view.tsx'), 'NewWorkflowView'),
});
