import { onlyRead } from '@almagest/ui/search-params';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

const load = async () => await import('./account-views.tsx');

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(load, 'AccountView'),
});

export const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  component: lazyRouteComponent(load, 'GroupsView'),
});

export const linkedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/linked-libraries',
  component: lazyRouteComponent(load, 'LinkedView'),
});

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(load, 'PeopleView'),
});

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  component: lazyRouteComponent(load, 'AuditView'),
});

/** Invitations and reset links lead here. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  validateSearch: onlyRead(({ token }): { readonly token?: string } => (typeof token === 'string' ? { token } : {})),
  component: lazyRouteComponent(async () => await import('./link-view.tsx'), 'LinkView'),
});
