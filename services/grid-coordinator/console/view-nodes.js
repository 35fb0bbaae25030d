import { listNodes, readStatus } from './api.js';
import { el, onAction, patch } from './dom.js';
import { count, counted } from './format.js';
import { nodeActions, nodeButtons } from './node-actions.js';
import { inPlace, ORDER } from './node-order.js';
import { showError } from './notice.js';
import { ageOf, cell, field, pill } from './widgets.js';

/**
 * @import { AdminNode, NodeInfo } from '@almagest/contracts/grid'
 * @import { ViewMaker } from './router.js'
 */

/** @type {ViewMaker} */
export function nodesPage(_route, shell) {
  const search = el('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const list = el('div');
  const element = el(
    'section',
    {},
    el('div', { class: 'row spread' }, el('h1', {}, 'Nodes'), field('Name contains', search)),
    list,
  );
  /** @type {{ nodes: readonly AdminNode[], infos: ReadonlyMap<string, NodeInfo> } | undefined} */
  let known;
  /** @type {Map<string, number>} */
  const places = new Map();
  const show = () => {
    if (known !== undefined) patch(list, ...nodesPart(known.nodes, known.infos, search.value.trim()));
  };
  search.addEventListener('input', show);
  onAction(element, nodeActions(shell.refresh), showError);
  return {
    title: 'Nodes',
    element,
    restMs: 2_000,
    // Loads and heartbeats change without an event.
    pollMs: 10_000,
    concerns: ({ kind }) => kind === 'node',
    refresh: async (signal) => {
      const [nodes, status] = await Promise.all([listNodes(signal), readStatus(signal)]);
      known = { nodes: inPlace(places, nodes), infos: new Map(status.nodes.map((info) => [info.node_id, info])) };
      show();
    },
  };
}

/**
 * @param {readonly AdminNode[]} nodes
 * @param {ReadonlyMap<string, NodeInfo>} infos
 * @param {string} search
 */
function nodesPart(nodes, infos, search) {
  if (nodes.length === 0) {
    return [
      el(
        'p',
        { class: 'empty' },
        'No node has applied yet. Start a node agent with the address of this server: it applies by itself, and waits here for approval.',
      ),
    ];
  }
  const shown = nodes.filter(({ node_id }) => node_id.includes(search));
  const summary = ORDER.map((status) => ({ status, n: nodes.filter((node) => node.status === status).length }))
    .filter(({ n }) => n > 0)
    .flatMap(({ status, n }) => [pill(status), ` ${count(n)} `]);
  return [
    el('p', { class: 'summary' }, summary),
    shown.length === 0
      ? el('p', { class: 'empty' }, `None of ${counted(nodes.length, 'node')} has ${search} in its name.`)
      : el(
          'table',
          { class: 'cards' },
          el('caption', { class: 'unseen' }, 'Nodes'),
          el(
            'thead',
            {},
            el(
              'tr',
              {},
              ['Node', 'Status', 'Tasks', 'CPU, memory', 'Heard of', 'Token issued', 'Actions'].map((title) =>
                el('th', { scope: 'col' }, title),
              ),
            ),
          ),
          el(
            'tbody',
            {},
            shown.map((node) => nodeRow(node, infos.get(node.node_id))),
          ),
        ),
  ];
}

/**
 * @param {AdminNode} node
 * @param {NodeInfo | undefined} info
 */
function nodeRow(node, info) {
  const { node_id, status, last_heartbeat, token_status, token_issued_at, message } = node;
  return el(
    'tr',
    { 'data-key': node_id, class: status === 'rejected' ? 'faded' : null },
    el('th', { scope: 'row' }, el('span', { class: 'id', title: node_id }, node_id)),
    cell('Status', [pill(status), message === null ? null : el('div', { class: 'hint' }, message)]),
    cell('Tasks', tasksOf(node)),
    cell('CPU, memory', status === 'online' && info !== undefined ? load(info) : '–'),
    cell('Heard of', ageOf(last_heartbeat)),
    cell('Token issued', token_status === 'none' ? 'none' : ageOf(token_issued_at)),
    cell('Actions', nodeButtons(node), 'actions'),
  );
}

/** @param {AdminNode} node */
function tasksOf({ running_tasks, max_slots, admin_max_slots, allowance }) {
  const limits = [
    admin_max_slots === null ? null : `quota ${count(admin_max_slots)} of ${counted(max_slots, 'slot')}`,
    allowance === null ? null : `held to ${count(allowance)}: its tasks failed where others’ did not`,
  ].filter((limit) => limit !== null);
  const most = Math.min(max_slots, admin_max_slots ?? max_slots, allowance ?? max_slots);
  return [
    `${count(running_tasks)} of ${count(most)}`,
    limits.length === 0 ? null : el('div', { class: allowance === null ? 'hint' : 'hint bad' }, limits.join('; ')),
  ];
}

/** @param {NodeInfo} info */
function load({ cpu_usage, memory_usage }) {
  return `${count(Math.round(cpu_usage))} %, ${count(Math.round(memory_usage))} %`;
}
