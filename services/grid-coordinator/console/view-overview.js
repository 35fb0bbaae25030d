import { listWorkflows, readStatus } from './api.js';
import { el, onAction, patch } from './dom.js';
import { count, counted, percent } from './format.js';
import { showError } from './notice.js';
import { address } from './router.js';
import { ageOf, cell, pill, progressBar, progressText, tile } from './widgets.js';
import { runActions, runButtons } from './workflow-actions.js';

/**
 * @import { ClusterStatus, WorkflowSummary } from '@almagest/contracts/grid'
 * @import { ViewMaker } from './router.js'
 */

/** @type {ViewMaker} */
export function overviewPage(_route, shell) {
  const cluster = el('div');
  const workflows = el('div');
  const element = el('section', {}, el('h1', {}, 'Overview'), cluster, workflows);
  onAction(element, runActions(shell.refresh), showError);
  return {
    title: '',
    element,
    // Heartbeats and used slots change without an event.
    pollMs: 10_000,
    concerns: () => true,
    refresh: async (signal) => {
      const [status, list] = await Promise.all([readStatus(signal), listWorkflows(signal)]);
      patch(cluster, ...clusterPart(status));
      patch(workflows, ...workflowsPart(list));
    },
  };
}

/** @param {ClusterStatus} status */
function clusterPart({ nodes, nodes_online, total_active_slots, total_max_slots, grid_stats }) {
  const applicants = nodes.filter(({ status }) => status === 'pending_approval').length;
  const known = nodes.filter(({ status }) => status !== 'rejected').length - applicants;
  const offline = nodes.filter(({ status }) => status === 'offline').length;
  const { total, converged, failed, running, queued, pending } = grid_stats;
  return [
    applicants === 0
      ? null
      : el(
          'p',
          { class: 'warning' },
          `${counted(applicants, 'node waits', 'nodes wait')} for approval: `,
          el('a', { href: '#/nodes' }, 'look at the nodes'),
        ),
    el(
      'dl',
      { class: 'tiles' },
      tile(
        'Nodes online',
        `${count(nodes_online)} of ${count(known)}`,
        offline > 0 ? `${count(offline)} offline` : null,
        nodes_online === 0 ? 'bad' : '',
      ),
      tile('Slots in use', `${count(total_active_slots)} of ${count(total_max_slots)}`),
      tile('Converged', count(converged), `${percent(converged, total)} of ${counted(total, 'point')}`, 'good'),
      tile('Failed', count(failed), failed > 0 ? percent(failed, total) : null, failed > 0 ? 'bad' : ''),
      tile('Running', count(running)),
      tile('Waiting', count(queued + pending), `${count(queued)} queued, ${count(pending)} pending`),
    ),
  ];
}

/** @param {readonly WorkflowSummary[]} list */
function workflowsPart(list) {
  const heading = el('h2', {}, 'Workflows');
  if (list.length === 0) {
    const invitation = el('p', {}, 'There is no workflow yet. ', el('a', { href: '#/new' }, 'Create one'), '.');
    return [heading, invitation];
  }
  return [
    heading,
    el(
      'table',
      { class: 'cards' },
      el('caption', { class: 'unseen' }, 'Workflows and how far they are'),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Name', 'Status', 'Progress', 'Changed', 'Actions'].map((title) => el('th', { scope: 'col' }, title)),
        ),
      ),
      el('tbody', {}, list.map(workflowRow)),
    ),
  ];
}

/** @param {WorkflowSummary} workflow */
function workflowRow({ name, description, status, updated_at, stats }) {
  return el(
    'tr',
    { 'data-key': name },
    el(
      'th',
      { scope: 'row' },
      el('a', { href: address(['workflows', name]) }, name),
      description ? el('div', { class: 'hint clip' }, description) : null,
    ),
    cell('Status', pill(status)),
    cell(
      'Progress',
      stats === null
        ? el('span', { class: 'hint' }, 'no points yet')
        : [progressBar(stats), el('div', { class: 'hint' }, progressText(stats))],
      'wide',
    ),
    cell('Changed', ageOf(updated_at)),
    cell('Actions', runButtons(name, status), 'actions'),
  );
}
