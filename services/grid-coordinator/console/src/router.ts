import { onlyRead, parseSearch, stringifySearch } from '@almagest/ui/search-params';
import { createHashHistory, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './shell/root-route.ts';
import { readMapSearch } from './views/map/address.ts';
import { readPointsSearch } from './views/points/filters.ts';
import { type Hours, HOURS } from './views/workflow/hours.ts';

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(async () => await import('./views/overview/overview-view.tsx'), 'OverviewView'),
});

interface LoginSearch {
  /** Address to open after the sign-in. */
  readonly next?: string;
  /** Set if the previous session ended. */
  readonly ended?: 'yes';
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: onlyRead(({ next, ended }): LoginSearch => ({
    // The address may come from an untrusted link, so only pages of this console are accepted.
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? { next } : {}),
    ...(ended === 'yes' ? { ended } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./views/login/login-view.tsx'), 'LoginView'),
});

interface WorkflowSearch {
  /** The period of the history. */
  readonly hours?: Hours;
}

const workflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name',
  validateSearch: onlyRead((search): WorkflowSearch => {
    const hours = HOURS.find((value) => value === search['hours']);
    return hours === undefined ? {} : { hours };
  }),
  component: lazyRouteComponent(async () => await import('./views/workflow/workflow-view.tsx'), 'WorkflowView'),
});

const pointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/points',
  validateSearch: onlyRead(readPointsSearch),
  component: lazyRouteComponent(async () => await import('./views/points/points-view.tsx'), 'PointsView'),
});

const pointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/points/$point',
  component: lazyRouteComponent(async () => await import('./views/point/point-view.tsx'), 'PointView'),
});

const mapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/map',
  validateSearch: onlyRead(readMapSearch),
  component: lazyRouteComponent(async () => await import('./views/map/map-view.tsx'), 'MapView'),
});

const configurationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$name/config',
  component: lazyRouteComponent(
    async () => await import('./views/configuration/configuration-view.tsx'),
    'ConfigurationView',
  ),
});

const newWorkflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new',
  /** `from`: the workflow whose configuration is copied. */
  validateSearch: onlyRead(({ from }): { from?: string } => (typeof from === 'string' && from !== '' ? { from } : {})),
  component: lazyRouteComponent(
    async () => await import('./views/configuration/new-workflow-view.tsx'),
    'NewWorkflowView',
  ),
});

const nodesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/nodes',
  /** `q`: shows only nodes whose name contains this text. */
  validateSearch: onlyRead(({ q }): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {})),
  component: lazyRouteComponent(async () => await import('./views/nodes/nodes-view.tsx'), 'NodesView'),
});

const nodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/nodes/$node',
  component: lazyRouteComponent(async () => await import('./views/nodes/node-view.tsx'), 'NodeView'),
});

interface SeedsSearch {
  readonly prefix?: string;
  readonly seed?: string;
}

const seedsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seeds',
  /** `prefix` filters seeds by name, `seed` opens the versions of a seed. */
  validateSearch: onlyRead(({ prefix, seed }): SeedsSearch => ({
    ...(typeof prefix === 'string' && prefix !== '' ? { prefix } : {}),
    ...(typeof seed === 'string' && seed !== '' ? { seed } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./views/seeds/seeds-view.tsx'), 'SeedsView'),
});

const loadAccount = async () => await import('./views/account/account-views.tsx');

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(loadAccount, 'AccountView'),
});

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(loadAccount, 'PeopleView'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  component: lazyRouteComponent(loadAccount, 'AuditView'),
});

/** Sets a password with an invitation or reset link. Needs no session. */
const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  validateSearch: onlyRead(({ token }): { token?: string } => (typeof token === 'string' ? { token } : {})),
  component: lazyRouteComponent(loadAccount, 'LinkView'),
});

/** Uses hash addresses: the page is one file, and the server's own paths belong to the API. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    overviewRoute,
    loginRoute,
    workflowRoute,
    pointsRoute,
    pointRoute,
    mapRoute,
    configurationRoute,
    newWorkflowRoute,
    nodesRoute,
    nodeRoute,
    seedsRoute,
    accountRoute,
    peopleRoute,
    auditRoute,
    linkRoute,
  ]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
