import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { HOURS, type Hours } from './hours.ts';

export interface WorkflowSearch {
  /** The period of the history. */
  readonly hours?: Hours;
}

export const workflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name',
  validateSearch: onlyRead((search): WorkflowSearch => {
    const hours = HOURS.find((value) => value === search['hours']);
    return hours === undefined ? {} : { hours };
  }),
  component: lazyRouteComponent(async () => await import('./workflow-view.tsx'), 'WorkflowView'),
});
