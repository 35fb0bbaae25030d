import { onlyRead, parseSearch, stringifySearch } from '@almagest/ui/search-params';
import { createHashHistory, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from './shell/root-route.ts';
import { readSaved } from './views/add/bookmarklet.ts';
import { readFindAddress } from './views/find/address.ts';
import { readLibraryAddress } from './views/library/address.ts';
import { readNotesAddress } from './views/notes/address.ts';
import { readPaperAddress } from './views/paper/address.ts';
import { PAPER_PATH } from './views/paper/paper-page.ts';
import { readPaperSearch } from './views/search/address.ts';

const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/library',
  validateSearch: onlyRead(readLibraryAddress),
  component: lazyRouteComponent(async () => await import('./views/library/library-view.tsx'), 'LibraryView'),
});

const findRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/find',
  validateSearch: onlyRead(readFindAddress),
  component: lazyRouteComponent(async () => await import('./views/find/find-view.tsx'), 'FindView'),
});

const addRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/add',
  validateSearch: onlyRead(readSaved),
  component: lazyRouteComponent(async () => await import('./views/add/add-view.tsx'), 'AddView'),
});

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: onlyRead(readPaperSearch),
  component: lazyRouteComponent(async () => await import('./views/search/search-view.tsx'), 'SearchView'),
});

const notesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notes',
  validateSearch: onlyRead(readNotesAddress),
  component: lazyRouteComponent(async () => await import('./views/notes/notes-view.tsx'), 'NotesView'),
});

const askRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ask',
  component: lazyRouteComponent(async () => await import('./views/ask/ask-view.tsx'), 'AskView'),
});

const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agent',
  /** `session`: the session to show. Without it, a new session starts. */
  validateSearch: onlyRead(({ session }): { readonly session?: string } =>
    typeof session === 'string' && /^[\da-f-]{36}$/i.test(session) ? { session } : {},
  ),
  component: lazyRouteComponent(async () => await import('./views/agent/agent-view.tsx'), 'AgentView'),
});

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  /** `alert`: the alert whose papers are shown. `all` includes papers already seen. */
  validateSearch: onlyRead(({ alert, all }): { readonly alert?: string; readonly all?: 'true' } => ({
    ...(/^[1-9]\d{0,8}$/.test(String(alert)) ? { alert: String(alert) } : {}),
    ...(all === 'true' ? { all } : {}),
  })),
  component: lazyRouteComponent(async () => await import('./views/alerts/alerts-view.tsx'), 'AlertsView'),
});

const duplicatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/duplicates',
  component: lazyRouteComponent(async () => await import('./views/duplicates/duplicates-view.tsx'), 'DuplicatesView'),
});

/** Shows the citations between the papers of a list. The address contains the filters. */
const graphRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/graph',
  validateSearch: onlyRead(readLibraryAddress),
  component: lazyRouteComponent(async () => await import('./views/graph/graph-view.tsx'), 'GraphView'),
});

const synchronisationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/synchronisation',
  component: lazyRouteComponent(
    async () => await import('./views/synchronisation/synchronisation-view.tsx'),
    'SynchronisationView',
  ),
});

/** Shows a paper. Link with `block` to open a block, and with `quote` to highlight words in it. */
const paperRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAPER_PATH,
  validateSearch: onlyRead(readPaperAddress),
  component: lazyRouteComponent(async () => await import('./views/paper/paper-view.tsx'), 'PaperView'),
});

const loadAccount = async () => await import('./views/account/account-views.tsx');

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(loadAccount, 'AccountView'),
});

const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  component: lazyRouteComponent(loadAccount, 'GroupsView'),
});

const linkedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/linked-libraries',
  component: lazyRouteComponent(loadAccount, 'LinkedView'),
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

/** Invitations and reset links lead here. */
const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  validateSearch: onlyRead(({ token }): { readonly token?: string } => (typeof token === 'string' ? { token } : {})),
  component: lazyRouteComponent(async () => await import('./views/account/link-view.tsx'), 'LinkView'),
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/library', replace: true });
  },
});

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
