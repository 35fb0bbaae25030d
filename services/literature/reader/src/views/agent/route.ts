import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

/** The session to show. Without it, a new session starts. */
export interface AgentAddress {
  readonly session?: string;
}

export const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agent',
  validateSearch: onlyRead(({ session }): AgentAddress =>
    typeof session === 'string' && /^[\da-f-]{36}$/i.test(session) ? { session } : {},
  ),
  component: lazyRouteComponent(async () => await import('./agent-view.tsx'), 'AgentView'),
});
