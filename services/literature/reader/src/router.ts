import { parseSearch, stringifySearch } from '@almagest/ui/search-params';
import { createHashHistory, createRouter } from '@tanstack/react-router';
import { rootRoute } from './shell/root-route.ts';
import { accountRoute, auditRoute, groupsRoute, linkedRoute, linkRoute, peopleRoute } from './views/account/route.ts';
import { addRoute } from './views/add/route.ts';
import { agentRoute } from './views/agent/route.ts';
import { alertsRoute } from './views/alerts/route.ts';
import { askRoute } from './views/ask/route.ts';
import { duplicatesRoute } from './views/duplicates/route.ts';
import { findRoute } from './views/find/route.ts';
import { graphRoute } from './views/graph/route.ts';
import { libraryRoute } from './views/library/route.ts';
import { notesRoute } from './views/notes/route.ts';
import { paperRoute } from './views/paper/route.ts';
import { searchRoute } from './views/search/route.ts';
import { startRoute } from './views/start-route.ts';
import { synchronisationRoute } from './views/synchronisation/route.ts';

/** Uses hash addresses. The page is one file, and paths on the server belong to the API. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    libraryRoute,
    findRoute,
    addRoute,
    searchRoute,
    notesRoute,
    askRoute,
    agentRoute,
    alertsRoute,
    duplicatesRoute,
    graphRoute,
    synchronisationRoute,
    paperRoute,
    linkRoute,
    accountRoute,
    groupsRoute,
    linkedRoute,
    peopleRoute,
    auditRoute,
  ]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  // Papers restore their own scroll position.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/papers/'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
