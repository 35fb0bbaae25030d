import { explainPoint, readPoint, rearmPoints } from './api.js';
import { attemptsTable } from './attempts-table.js';
import { diagnosticsPart } from './diagnostics.js';
import { ask } from './dialog.js';
import { el, onAction, patch } from './dom.js';
import { count, counted, parseTime, relativeChange, utcTime, enumLabel } from './format.js';
import { notice, showError } from './notice.js';
import { address } from './router.js';
import { seedLink } from './seed-link.js';
import { ageOf, button, pill, tile } from './widgets.js';
import { workflowHead } from './workflow-actions.js';

/**
 * @import { GridPointRow, PointExplanation } from '@almagest/contracts/grid'
 * @import { ViewMaker } from './router.js'
 */

/** @type {ViewMaker} */
export function pointPage({ params }, shell) {
  const [name = '', point = ''] = [params['name'], params['point']];
  const state = el('div');
  const attempts = el('div');
  const diagnostics = el('div');
  const seed = seedLink(point);
  const element = el(
    'section',
    {},
    workflowHead(name, 'points'),
    el('h2', { class: 'name' }, point),
    state,
    seed.element,
    el('h3', {}, 'Attempts'),
    attempts,
    el('h3', {}, 'Diagnostic record'),
    diagnostics,
  );
  onAction(element, { rearm: () => tryAgain(name, point).finally(shell.refresh) }, showError);
  return {
    title: point,
    element,
    restMs: 5_000,
    concerns: (event) => event.kind === 'points' && event.name === name,
    refresh: async (signal) => {
      const [detail, explanation] = await Promise.all([
        readPoint(name, point, signal),
        explainPoint(name, point, signal),
      ]);
      patch(state, ...statePart(name, detail.point, explanation));
      patch(attempts, attemptsTable(name, detail.attempts));
      patch(diagnostics, ...diagnosticsPart(point, detail.conv));
      await seed.update(detail.point.last_completed_at, signal);
    },
  };
}

/**
 * @param {string} name
 * @param {GridPointRow} point
 * @param {PointExplanation} explanation
 */
function statePart(name, point, explanation) {
  return [
    el('p', { class: 'row state' }, [
      pill(point.status),
      el('span', {}, plainReason(explanation)),
      point.status === 'failed' ? button('rearm', 'Try again…', { 'data-key': 'rearm' }) : null,
    ]),
    el('dl', { class: 'tiles small' }, [
      ...axisTiles(point),
      tile('Wave', count(point.wave)),
      tile('Attempts', count(point.attempt_count)),
      tile('Max. rel. change', relativeChange(point.last_max_relc)),
      point.success_method === null ? null : tile('Converged by', enumLabel(point.success_method)),
      point.last_completed_at === null ? null : tile('Last ended', ageOf(point.last_completed_at)),
      point.node_id === null ? null : tile('Last node', point.node_id),
    ]),
    pendingWork(name, explanation),
  ];
}

/**
 * @param {string} name
 * @param {string} point
 */
async function tryAgain(name, point) {
  const sure = await ask({
    title: `Try ${point} again?`,
    text: 'It gets all its strategies back and is queued. A completed workflow goes on with it.',
    confirm: 'Try again',
  });
  if (!sure) return;
  const { rearmed } = await rearmPoints(name, { point });
  notice(rearmed === 1 ? `${point} will be tried again` : `${point} is not failed any more; nothing was changed`);
}

/** @param {GridPointRow} point */
function axisTiles({ teff, logg, loghe, logc, logn, logo, cno_sum }) {
  return [
    tile('Teff', `${teff} K`),
    tile('log g', logg),
    tile('log He/H', loghe),
    tile('log C/H', logc),
    tile('log N/H', logn),
    tile('log O/H', logo),
    tile('CNO sum', Number(cno_sum.toPrecision(10))),
  ];
}

/**
 * The explanation of the server, with the time in the format of this page and without the status, which is shown
 * already.
 *
 * @param {PointExplanation} explanation
 */
function plainReason({ point, reason, held_by }) {
  const text = held_by === null ? reason : reason.replace(held_by.since, utcTime(parseTime(held_by.since)));
  const status = `${point.status}: `;
  return text.startsWith(status) ? text.slice(status.length) : text;
}

/**
 * The pendingWork: the strategies that are left, and the seeds they would take.
 *
 * @param {string} name
 * @param {PointExplanation} explanation
 */
function pendingWork(name, { point, chain, tried_seeds, candidates }) {
  if (point.status === 'converged') return null;
  return el('div', {}, [
    el('h3', {}, 'Strategies and seeds'),
    el(
      'p',
      {},
      chain.length === 0 ? 'No strategy is left.' : `Strategies left: ${chain.map(enumLabel).join(', then ')}.`,
      tried_seeds.length === 0 ? '' : ` ${counted(tried_seeds.length, 'seed was', 'seeds were')} tried: `,
      tried_seeds.flatMap((seed, index) => [index === 0 ? '' : ', ', pointLink(name, seed)]),
    ),
    candidates.length === 0 ? null : candidatesTable(name, candidates),
  ]);
}

/**
 * @param {string} name
 * @param {PointExplanation['candidates']} candidates
 */
function candidatesTable(name, candidates) {
  return el(
    'table',
    {},
    el('caption', {}, 'Seeds within reach, the next one first'),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, 'Seed of'),
        ['Distance (grid steps)', 'Max. rel. change', 'Lineage'].map((title) =>
          el('th', { scope: 'col', class: 'number' }, title),
        ),
      ),
    ),
    el(
      'tbody',
      {},
      candidates.map((candidate) =>
        el(
          'tr',
          { 'data-key': candidate.name },
          el('th', { scope: 'row' }, pointLink(name, candidate.name)),
          el('td', { class: 'number' }, candidate.distance.toFixed(2)),
          el('td', { class: 'number' }, relativeChange(candidate.max_relc)),
          el('td', { class: 'number' }, count(candidate.lineage)),
        ),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} point
 */
function pointLink(name, point) {
  return el('a', { href: address(['workflows', name, 'points', point]), class: 'name' }, point);
}
