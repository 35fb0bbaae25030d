import { createHashHistory, createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '@almagest/ui/search-params';
import { rootRoute } from './shell/root-route.ts';
import { accountRoute, auditRoute, linkRoute, peopleRoute } from './views/account/route.ts';
import { configurationRoute, newWorkflowRoute } from './views/configuration/route.ts';
import { loginRoute } from './views/login/route.ts';
import { mapRoute } from './views/map/route.ts';
import { nodeRoute, nodesRoute } from './views/nodes/route.ts';
import { overviewRoute } from './views/overview/route.ts';
import { pointRoute } from './views/point/route.ts';
import { pointsRoute } from './views/points/route.ts';
import { seedsRoute } from './views/seeds/route.ts';
import { workflowRoute } from './views/workflow/route.ts';

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
