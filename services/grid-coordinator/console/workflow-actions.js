import { deleteWorkflow, startWorkflow, stopWorkflow } from './api.js';
import { ask } from './dialog.js';
import { el } from './dom.js';
import { notice } from './notice.js';
import { address } from './router.js';
import { button } from './widgets.js';

/** @import { WorkflowStatus } from '@almagest/contracts/grid' */

/** @type {Readonly<Record<WorkflowStatus, string | undefined>>} */
const START = {
  idle: 'Start',
  paused: 'Resume',
  completed: 'Run again',
  initializing: undefined,
  running: undefined,
};

/**
 * The actions that are possible in the workflow's status.
 *
 * @param {string} name
 * @param {WorkflowStatus} status
 */
export function runButtons(name, status) {
  const start = START[status];
  return [
    start === undefined
      ? null
      : button('start', start, {
          'data-key': 'start',
          'data-name': name,
          'data-status': status,
          'aria-label': `${start} ${name}`,
        }),
    status === 'running' || status === 'initializing'
      ? button('stop', 'Stop', { 'data-key': 'stop', 'data-name': name, 'aria-label': `Stop ${name}` })
      : null,
  ];
}

/**
 * @param {() => void} refresh
 * @returns {Readonly<Record<string, (data: DOMStringMap) => Promise<unknown>>>}
 */
export function runActions(refresh) {
  return {
    start: async ({ name = '', status }) => {
      if (status === 'completed' && !(await confirmNewRun(name))) return;
      notice(await startWorkflow(name).finally(refresh));
    },
    stop: async ({ name = '' }) => {
      const message = await stopWorkflow(name).finally(refresh);
      notice(`${message}: no task is handed out any more, running ones finish`);
    },
  };
}

/** @param {string} name */
async function confirmNewRun(name) {
  return await ask({
    title: `Run ${name} again?`,
    text: 'A new run applies the policies of the configuration: failed points are tried again, and with force_recompute every point is computed anew.',
    confirm: 'Run again',
  });
}

/** @param {string} name */
export async function removeWorkflow(name) {
  const sure = await ask({
    title: `Delete ${name}?`,
    text: [
      'Its points, attempts and history are deleted at once and for good. Reports of its running tasks will be refused. ',
      el('strong', {}, 'Its seeds stay'),
      ', since they belong to the points and not to the workflow.',
    ],
    confirm: 'Delete for good',
    danger: true,
    typed: name,
  });
  if (!sure) return;
  notice(await deleteWorkflow(name));
  location.assign('#/');
}

/**
 * The head that the pages of one workflow share.
 *
 * @param {string} name
 * @param {'' | 'points' | 'map' | 'config'} here
 */
export function workflowHead(name, here) {
  const tabs = /** @type {const} */ ([
    ['', 'Progress'],
    ['points', 'Points'],
    ['map', 'Map'],
    ['config', 'Configuration'],
  ]);
  return el(
    'div',
    { class: 'head' },
    el('p', { class: 'crumbs' }, el('a', { href: '#/' }, 'Workflows'), ' /'),
    el('h1', {}, name),
    el(
      'nav',
      { class: 'tabs', 'aria-label': `Pages of ${name}` },
      tabs.map(([part, title]) =>
        el(
          'a',
          {
            href: address(['workflows', name, part].filter((text) => text !== '')),
            'aria-current': part === here ? 'page' : null,
          },
          title,
        ),
      ),
    ),
  );
}
