import { logout, readSession, SIGNED_OUT } from './api.js';
import { el } from './dom.js';
import { LiveEvents } from './live.js';
import { messageOf, showError } from './notice.js';
import { Refresher } from './refresher.js';
import { findRoute } from './router.js';
import { refreshAges } from './widgets.js';
import { configPage, newWorkflowPage } from './view-config.js';
import { loginPage } from './view-login.js';
import { mapPage } from './view-map.js';
import { nodesPage } from './view-nodes.js';
import { overviewPage } from './view-overview.js';
import { pointPage } from './view-point.js';
import { pointsPage } from './view-points.js';
import { workflowPage } from './view-workflow.js';

/** @import { Route, View, ViewMaker } from './router.js' */

/** @type {Readonly<Record<string, ViewMaker>>} */
const PAGES = {
  '/': overviewPage,
  '/login': loginPage,
  '/nodes': nodesPage,
  '/new': newWorkflowPage,
  '/workflows/:name': workflowPage,
  '/workflows/:name/points': pointsPage,
  '/workflows/:name/points/:point': pointPage,
  '/workflows/:name/map': mapPage,
  '/workflows/:name/config': configPage,
};

const main = byId('main');
const trouble = byId('trouble');
const connection = byId('connection');

/** @type {{ view: View, route: Route, refresher: Refresher | undefined } | undefined} */
let shown;

const live = new LiveEvents({
  onEvent: (event) => {
    if (shown?.view.concerns?.(event)) shown.refresher?.ask();
  },
  onState: (state) => {
    connection.hidden = state === 'paused';
    connection.className = `connection ${state}`;
    connection.textContent = state === 'live' ? 'live' : 'reconnecting…';
    // Events during an interruption were not delivered.
    if (state === 'live') shown?.refresher?.ask();
  },
});

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

function showPage() {
  const found = findRoute(location.hash, PAGES);
  if (found !== undefined && found.route.path === shown?.route.path && shown.view.navigate !== undefined) {
    shown.view.navigate(found.route.query);
    shown.refresher?.ask('now');
    return;
  }
  shown?.refresher?.close();
  trouble.hidden = true;
  const route = found?.route ?? { path: location.hash, params: {}, query: new URLSearchParams() };
  const view = (found?.target ?? missingPage)(route, { refresh: () => shown?.refresher?.ask('now') });
  const { refresh } = view;
  const refresher = refresh === undefined ? undefined : new Refresher({ ...view, refresh }, showTrouble);
  shown = { view, route, refresher };
  frame(route.path, view);
  refresher?.ask('now');
}

/**
 * @param {string} path
 * @param {View} view
 */
function frame(path, { title, element, refresh }) {
  const isLogin = path === '/login';
  document.title = title === '' ? 'Almagest' : `${title} · Almagest`;
  byId('navigation').hidden = isLogin;
  byId('logout').hidden = isLogin;
  for (const link of byId('navigation').querySelectorAll('a')) {
    const isHere = link.hash === `#${path}` || (link.hash === '#/' && path.startsWith('/workflows/'));
    if (isHere) link.ariaCurrent = 'page';
    else link.ariaCurrent = null;
  }
  main.classList.toggle('unloaded', refresh !== undefined);
  main.replaceChildren(element);
  // A new page is read from its beginning, unless one of its fields has the focus.
  const wanting = element.querySelector('[autofocus]');
  if (wanting instanceof HTMLElement) wanting.focus();
  else main.focus({ preventScroll: true });
  scrollTo(0, 0);
  if (isLogin) live.stop();
  else live.start();
}

/** @param {unknown} fault */
function showTrouble(fault) {
  trouble.hidden = fault === undefined;
  if (fault === undefined) {
    main.classList.remove('unloaded');
    trouble.textContent = '';
    return;
  }
  const what = main.classList.contains('unloaded') ? 'Could not load this page' : 'What is shown may be out of date';
  trouble.textContent = `${what}: ${messageOf(fault)}.`;
}

/** @type {ViewMaker} */
function missingPage() {
  return {
    title: 'No such page',
    element: el(
      'section',
      {},
      el('h1', {}, 'No such page'),
      el('p', {}, el('a', { href: '#/' }, 'Go to the overview')),
    ),
  };
}

/** @param {string} message */
function askForLogin(message) {
  if (location.hash.startsWith('#/login')) return;
  const query = new URLSearchParams({ next: location.hash || '#/', why: message });
  location.replace(`#/login?${query}`);
}

addEventListener(SIGNED_OUT, (event) => askForLogin(/** @type {CustomEvent<string>} */ (event).detail));
addEventListener('hashchange', showPage);
document.addEventListener('visibilitychange', () => shown?.refresher?.ask());
byId('skip').addEventListener('click', (event) => {
  // The fragment belongs to the router.
  event.preventDefault();
  main.focus();
});
byId('logout').addEventListener('click', () => {
  logout().then(() => location.assign('#/login'), showError);
});
refreshAges();
// Without a session, any page would be visible for a moment before the login page.
readSession().then(showPage, showPage);
